import { expect, type Locator, type Page } from 'playwright/test';

/** Records in the page when a notice appears. Polling from outside would see it up to a second later. */
export async function watchNotices(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (added instanceof HTMLElement && added.matches('.mantine-Notification-root'))
          added.dataset['cameAt'] = String(performance.now());
      }
    }).observe(document.body, { subtree: true, childList: true });
  });
}

/** How long a visible notice stays, ms, by the page's clock. */
export async function shownFor(notice: Locator): Promise<number> {
  await expect(notice).toBeVisible();
  return notice.evaluate(async (element) => {
    while (element.isConnected) await new Promise((resolve) => setTimeout(resolve, 20));
    return performance.now() - Number((element as HTMLElement).dataset['cameAt']);
  });
}
