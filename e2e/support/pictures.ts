import type { Locator, Page } from 'playwright/test';

/** Folder for screenshots, to be reviewed by eye; undefined: none are taken. */
const FOLDER = process.env['PICTURES'];

/** The window sizes that are reviewed. */
export const PICTURE_SIZES = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1000, height: 700 },
] as const;

/** Screenshots at each window size, light and dark, with `of` visible. The window keeps its size afterwards. */
export async function pictures(page: Page, name: string, of?: Locator): Promise<void> {
  if (FOLDER === undefined) return;
  const size = page.viewportSize();
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(page, scheme);
    for (const one of PICTURE_SIZES) {
      await page.setViewportSize(one);
      await of?.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${FOLDER}/${name}-${one.width}-${scheme}.png` });
    }
  }
  await setScheme(page, 'light');
  if (size !== null) await page.setViewportSize(size);
}

const setScheme = (page: Page, scheme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((to) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', to);
  }, scheme);
