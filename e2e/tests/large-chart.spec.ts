import { floorViolations } from '../support/floors/floors.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, nightTest } from '../support/test.ts';

// The channels had the room of the button, which was an empty frame.
nightTest(
  'REVIEW-432 the button beside the channels of a large chart has its whole label',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted' });
    await signIn(demoUser.physician);
    await page.goto(`/run/${run.id}/interpretation?chart=large`);
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1000, height: 700 },
    ]) {
      await page.setViewportSize(viewport);
      const label = page.getByRole('button', { name: /^Next/ }).locator('.mantine-Button-label');
      await expect(label).toHaveText(/^Next/);
      const cut = await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(cut, JSON.stringify(viewport)).toBeLessThanOrEqual(0);
    }
  },
);

nightTest(
  'REVIEW-350 REVIEW-352 REVIEW-353 REVIEW-354 REVIEW-370 REVIEW-429 the large chart: both phases, zoom, cross-hair, results, an earlier run',
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const before = await makeRun(baseURL ?? '', { state: 'approved', ranAt: '2026-01-10T08:00:00' });
    const run = await makeRun(baseURL ?? '', { state: 'submitted', wells: 'full' });
    await signIn(demoUser.physician);
    await page.goto(`/run/${run.id}/interpretation`);
    await expect(page.getByRole('figure', { name: 'Curves of 96 wells, ANNEAL, FAM' })).toBeVisible();

    // The key works in the chart, keeps the focus there, and is in the address.
    await page.getByRole('figure').focus();
    await page.keyboard.press('f');
    const figure = page.getByRole('figure', { name: 'Curves of 96 wells, ANNEAL and MELT, FAM' });
    await expect(figure).toBeFocused();
    await expect(page).toHaveURL(/[?&]chart=large/);
    await expect(page.getByRole('region', { name: 'Large chart' })).toBeVisible();
    const labels = page.getByRole('figure').locator('[class*=labels] b');
    await expect(labels).toHaveCount(8);
    const results = page.getByRole('group', { name: 'Curves shown' }).getByRole('button');
    await expect(results.and(page.locator('[aria-pressed]'))).toHaveText([
      /^W 24 /,
      /^X 47 /,
      /^M 23 /,
      /^OK 2 /,
    ]);

    // The cross-hair crosses both charts.
    await page.keyboard.press('ArrowRight');
    await expect(figure.locator('[data-cross]')).toHaveCount(2);
    await expect(figure.getByRole('status')).toContainText(/°C\. ANNEAL: .* MELT: /);

    // The wheel over one chart zooms both.
    const reset = page.getByRole('button', { name: /^Reset zoom/ });
    const plot = figure.locator('[class*=pointer]').first();
    await plot.hover();
    await page.mouse.wheel(0, -300);
    await expect(reset).toBeVisible();
    await plot.dblclick();
    await expect(reset).toHaveCount(0);

    const chip = page.getByRole('button', { name: 'X 47 wells, Heterozygous' });
    await chip.click({ modifiers: ['Alt'] });
    await expect(labels).toHaveText(['47', '47']);
    await chip.click({ modifiers: ['Alt'] });

    await page.getByText('Both', { exact: true }).click();
    await expect(figure.locator('[class*=pointer]')).toHaveCount(4);

    await page.getByRole('button', { name: 'Compare' }).click();
    // The menu leaves the chart in view.
    const [menu, chart] = await Promise.all([page.getByRole('menu').boundingBox(), figure.boundingBox()]);
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(chart?.x ?? 0);
    await page.getByRole('menuitemradio', { name: new RegExp(`^Run ${before.businessId},`) }).click();
    await page.keyboard.press('Escape');
    const stop = page.getByRole('button', { name: `Stop comparing with Run ${before.businessId}, 8 wells` });
    await expect(stop).toBeVisible();
    await expectAccessible();
    expect(await floorViolations(page)).toEqual([]);

    // The comparison and the size stay when the page is opened at the plate again.
    await figure.focus();
    await page.keyboard.press('f');
    await expect(page.getByRole('tab', { name: 'Wells' })).toBeVisible();
    await expect(page).not.toHaveURL(/chart=large/);
    await expect(stop).toBeVisible();
    await stop.click();
    await expect(stop).toHaveCount(0);
  },
);
