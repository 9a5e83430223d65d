import type { Page } from 'playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

import { openWells } from '../support/creation.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

/** The text of each page as the browser prints it. */
async function printed(page: Page): Promise<string[]> {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text.map((one) => one.replaceAll(/\s+/g, ' '));
}

/** Names of navigation and buttons, which no paper has. */
const NOT_ON_PAPER = /Archive|Configuration|Repeat list|Export|Reject|Shortcuts|Select all/;

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'curvewell-theme', value: 'dark', url: baseURL ?? '' }]);
});

test('IMPEXP-135 IMPEXP-136 a review and its check say on each page that they are not approved', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'submitted', channels: ['FAM'], wells: 'full' });
  await signIn(demoUser.physician);
  await page.goto(`/run/${run.id}/interpretation`);
  await expect(page.getByRole('grid', { name: /^Plate/ })).toBeVisible();
  const review = await printed(page);
  expect(review.length).toBeGreaterThan(1);
  for (const sheet of review) {
    expect(sheet).toContain('Not approved');
    expect(sheet).toMatch(/printed \d\d-\d\d-\d{4} \d\d:\d\d UTC/);
    expect(sheet).not.toMatch(NOT_ON_PAPER);
  }
  // Light again on paper, and dark as before on the screen.
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await page.goto(`/run/${run.id}/interpretation?check=approve`);
  await expect(page.getByRole('heading', { name: 'Controls' })).toBeVisible();
  const check = await printed(page);
  expect(check.join(' ')).toContain('Controls');
  for (const sheet of check) {
    expect(sheet).toContain('Not approved');
    expect(sheet).not.toMatch(NOT_ON_PAPER);
  }
});

test('REVIEW-431 a printed review states the failed control that holds the results of its plate', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'submitted', channels: ['FAM'] });
  await signIn(demoUser.physician);
  await page.goto(`/run/${run.id}/interpretation`);
  await expect(page.getByRole('grid', { name: /^Plate/ })).toBeVisible();
  expect((await printed(page))[0]).toMatch(/A8 failed.*, 5 held/);
});

test('IMPEXP-136 the control chart prints with what is selected', async ({ page, baseURL, signIn }) => {
  await makeRun(baseURL ?? '', { state: 'interpreted', channels: ['FAM'] });
  await signIn(demoUser.technician);
  await page.goto('/controls');
  await expect(page.getByRole('heading', { name: 'Controls', level: 1 })).toBeVisible();
  const [first = ''] = await printed(page);
  expect(first).toMatch(/LCT-13910 \(All laboratories\) · RB-2 · .* · FAM · Last 6 months · printed/);
  expect(first).not.toMatch(NOT_ON_PAPER);
});

for (const [plateType, pages] of [
  ['RECTANGULAR_96', 1],
  ['RECTANGULAR_384', 2],
] as const) {
  test(`IMPEXP-130 IMPEXP-136 the bench sheet of ${plateType} has every name of the plate before it is interpreted`, async ({
    page,
    baseURL,
    signIn,
  }) => {
    const run = await makeRun(baseURL ?? '', { state: 'configured', plateType, wells: 'full' });
    await signIn(demoUser.technician);
    await openWells(page, run);
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByRole('menuitem', { name: 'Bench sheet' }).click();
    await expect(page.getByRole('dialog', { name: 'Bench sheet' })).toBeVisible();
    const sheets = await printed(page);
    const all = sheets.join(' ');
    expect(sheets.length).toBeGreaterThanOrEqual(pages);
    expect(sheets.length).toBeLessThanOrEqual(pages + 1);
    expect(all).toContain('Not interpreted');
    expect(all).toContain('26B0417');
    const names = Object.values(run.analyses[0]?.wells ?? {}).flatMap(({ name }) => name ?? []);
    expect(names.length).toBeGreaterThan(90);
    expect(names.filter((name) => !all.includes(name))).toEqual([]);
    expect(all).not.toMatch(NOT_ON_PAPER);
  });
}

test('IMPEXP-131 IMPEXP-136 labels are printed without the rest of the page, on as many sheets as they need', async ({
  page,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'configured', wells: 'full' });
  await signIn(demoUser.technician);
  await openWells(page, run);
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByRole('menuitem', { name: 'Labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sample labels' });
  await expect(dialog.getByRole('status')).toContainText('labels on');
  await expectAccessible({ within: '[role=dialog]' });
  const count = Number(/(\d+) labels/.exec((await dialog.getByRole('status').textContent()) ?? '')?.[1]);
  const sheets = await printed(page);
  expect(sheets).toHaveLength(Math.ceil(count / 65));
  expect(sheets.join(' ')).not.toMatch(NOT_ON_PAPER);
});
