import type { Page } from 'playwright/test';

import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

const controls = (page: Page) => page.getByRole('region', { name: 'Controls' });
const negatives = (page: Page) => page.getByRole('region', { name: 'Negative controls' });
const today = (page: Page) => page.getByRole('region', { name: 'Today' });

const WELLS = [
  { position: 'A1', name: 'S-1', content: 'heterozygous' },
  { position: 'A2', name: 'PC', content: 'positive' },
  { position: 'A3', name: 'NTC', content: 'contaminated' },
] as const;

test('CONTROL-09 CONTROL-20 MORNING-05 a contaminated control appears on the dashboard and on its chart, and is excluded', async ({
  page,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const made = await makeRun(baseURL ?? '', { state: 'submitted', wells: WELLS });
  const earlier = await makeRun(baseURL ?? '', { state: 'interpreted', wells: WELLS });
  await signIn(demoUser.physician);

  // The panel: closed for the day, reopened by its button, and reached by a key.
  await expect(today(page).getByRole('link', { name: String(made.businessId), exact: true })).toBeVisible();
  await expectAccessible();
  await today(page).getByRole('button', { name: 'Close until tomorrow' }).click();
  await expect(today(page)).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: /^Today: / }).click();
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().focus();
  await page.keyboard.press('m');
  await expect(today(page)).toBeFocused();

  // The page: chart, values, keys.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Controls' }).click();
  await expect(controls(page).getByRole('button', { name: /^Positive control/ })).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await expect(negatives(page)).toContainText('Zone A in runs');
  const rules = controls(page)
    .getByRole('listitem')
    .filter({ hasText: /^(\d-\ds|R-4s|10x)/ });
  await expect(rules).toHaveCount(6);
  for (const rule of await rules.all()) expect((await rule.boundingBox())?.height).toBeLessThanOrEqual(20);
  await expect(page.getByText(/^Run 1, /)).toBeVisible();
  const chart = page.getByRole('figure', { name: 'Levey-Jennings chart of Positive control, zone A' });
  await chart.focus();
  // The newest two are on the demo's plate.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(new RegExp(`^Run ${earlier.businessId}, 55\\.\\d\\d °C`))).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: `Run ${made.businessId} · A2` })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'Positive control, zone B' })).toBeVisible();
  await expect(page.getByRole('figure')).toBeFocused();
  await page.keyboard.press('t');
  await expect(
    page
      .getByRole('table', { name: 'Positive control, zone B' })
      .getByRole('row', { name: /60\.\d\d °C/ })
      .first(),
  ).toBeVisible();
  await expectAccessible();

  // Contamination, the wells concerned, a note, exclusion from the mean.
  await expect(negatives(page)).toContainText(
    new RegExp(`Zone A in runs .*${made.businessId} and ${earlier.businessId}: \\d+ of \\d+ runs\\.`),
  );
  await negatives(page)
    .getByRole('button', { name: new RegExp(`^Run ${made.businessId}, A3: .*, counted$`) })
    .first()
    .click();
  const point = page.getByRole('region', { name: `Run ${made.businessId} · A3` });
  await expect(point).toContainText('Flags 1 well');
  await expect(point).toContainText('“A control of this kit and lot has failed.”');
  await expect(point).toContainText('Laboratory rule: confirm.');
  await point.getByRole('textbox', { name: 'Add a note' }).fill('New water');
  await page.keyboard.press('Enter');
  await expect(point.getByText('New water')).toBeVisible();
  await point.getByRole('button', { name: 'Exclude from the mean' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Splash from next well');
  await page.getByRole('dialog').getByRole('button', { name: 'Exclude from the mean' }).click();
  await expect(point).toContainText(/Excluded from the mean by Ingrid Lindqvist, .*: Splash from next well/);

  // Other window sizes, and the dark theme.
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const width of [1200, 1000, 700]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(point).toBeVisible();
  }
  await expectAccessible();
  await point.getByRole('link', { name: `Open run ${made.businessId}` }).click();
  await expect(page).toHaveURL(new RegExp(`/run/${made.id}/interpretation\\?wells=A3`));

  // The plate marks the control, and lists the samples it holds once, above the plate.
  await expect(page.getByRole('gridcell', { name: /^A3, .*failed control/ })).toBeVisible();
  await page
    .getByRole('region', { name: 'Whole plate' })
    .getByRole('button', { name: /^A3 failed(?: in \w+)?, 1 held$/ })
    .click();
  await expect(page.getByRole('tabpanel')).toContainText(
    /Control A3 failed(?: in \w+)?: 1 sample of .*, lot .* is held\./,
  );
});
