import type { Run } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { decideRun, makeRun, submitRun } from '../support/run-maker.ts';
import { shownFor, watchNotices } from '../support/shown-for.ts';
import { demoUser, expect, nightTest, test } from '../support/test.ts';

const list = (page: Page) => page.getByRole('table', { name: 'Runs' });
const rowOf = (page: Page, { businessId }: Pick<Run, 'businessId'>) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: String(businessId), exact: true }) });

/** What a user distinguishes runs by in a long file name. */
const TIMES = ['2026-11-18 08-31-07', '2026-11-18 08-52-40'] as const;

nightTest(
  'LIST-147 a long file name takes two lines, so that the times of runs stay whole also in a small window',
  async ({ page, baseURL, signIn }) => {
    for (const time of TIMES)
      await makeRun(baseURL ?? '', {
        state: 'imported',
        fileName: `Käsivarren näytesarja ${time}_CT020311 – Schmelzkurven.xlsx`,
      });
    await signIn(demoUser.technician);
    for (const [width, height] of [
      [1366, 768],
      [1000, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const time of TIMES) {
        const row = list(page).getByRole('row').filter({ hasText: time }).first();
        const cut = await row
          .getByRole('cell')
          .nth(1)
          .locator('[data-cut]')
          .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length);
        expect(cut, `${time} at ${width} px`).toBe(0);
        expect((await row.boundingBox())?.height).toBeLessThanOrEqual(57);
      }
    }
  },
);

/** At least 3 s, and clearly less than the 5 s of other notices even on a busy machine. */
function expectThreeSeconds(ms: number): void {
  expect(ms).toBeGreaterThanOrEqual(3_000);
  expect(ms).toBeLessThan(5_000);
}

test('LIST-04 LIST-06 LIST-07 LIST-10 LIST-14 LIST-15 CONST-04 ERR-49 the list of runs, by mouse and by keyboard', async ({
  page,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const interpreted = await makeRun(baseURL ?? '', { state: 'submitted' });
  const imported = await makeRun(baseURL ?? '', { state: 'imported' });
  await signIn(demoUser.technician);
  await expect(rowOf(page, imported)).toBeVisible();
  await expect(list(page).getByRole('columnheader')).toHaveText([
    'Run',
    'File name · plate id',
    'Instrument',
    'Kit (reaction buffer)',
    'Operator',
    'Run date',
    'Status · age',
    'Actions',
  ]);
  // The newest run comes first.
  await expect(list(page).getByRole('row').nth(1)).toContainText(String(imported.businessId));
  await expect(rowOf(page, interpreted).getByRole('cell')).toHaveText([
    String(interpreted.businessId),
    /xlsx/,
    /Bio-Rad/,
    'LCT-13910 (RB-2)',
    'Tara Holm',
    '15-01-2026',
    /^Wait for approvalwaiting \d+ min$/,
    '',
  ]);
  await expectAccessible();

  // A cut name is shown in full on hover; Escape hides it.
  const fileCell = rowOf(page, interpreted).getByRole('cell').nth(1);
  await fileCell.hover();
  const full = page.locator('.mantine-Popover-dropdown', { hasText: interpreted.fileName });
  await expect(full).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(full).toBeHidden();

  // The filter “waiting” with its count, by keyboard, set and cleared.
  const filters = page.getByRole('group', { name: 'Filter by status' });
  await list(page)
    .getByRole('link', { name: String(interpreted.businessId), exact: true })
    .focus();
  await page.keyboard.press('f');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const waiting = filters.getByRole('button', { name: /^Wait for approval \d+$/ });
  await expect(waiting).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/status=WAIT_FOR_APPROVAL/);
  await expect(rowOf(page, imported)).toHaveCount(0);
  await expect(rowOf(page, interpreted)).toBeVisible();
  await waiting.click();
  await expect(rowOf(page, imported)).toBeVisible();

  // A run without interpretation has a bin instead of the eye; deleting asks first.
  const row = rowOf(page, imported);
  await expect(row.getByRole('link', { name: `Open run ${imported.businessId}` })).toHaveCount(0);
  await row.getByRole('button', { name: `Delete run ${imported.businessId}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(`Delete run ${imported.businessId}?`);
  await expect(dialog).toContainText('The run and its files will be deleted. This cannot be undone.');
  await dialog.getByRole('button', { name: 'No' }).click();

  // By keyboard: arrow keys move between rows, Delete asks, Enter opens.
  const link = (run: Run) => list(page).getByRole('link', { name: String(run.businessId), exact: true });
  await link(imported).focus();
  await page.keyboard.press('ArrowDown');
  await expect(link(interpreted)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(link(imported)).toBeFocused();
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(`Run ${imported.businessId} deleted.`)).toBeVisible();
  await expect(rowOf(page, imported)).toHaveCount(0);

  await rowOf(page, interpreted).getByText('15-01-2026').click();
  await expect(page).toHaveURL(new RegExp(`/run/${interpreted.id}/interpretation`));
  await page.goBack();

  await link(interpreted).focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search runs' })).toBeFocused();
  await link(interpreted).focus();
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/run\/import$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page).toHaveURL(/\/run\/import$/);
});

nightTest(
  'LIST-03 LIST-08 LIST-09 LIST-18 pages, and consecutive searches',
  async ({ page, baseURL, signIn }) => {
    // This window fits five rows, so six runs take two pages.
    await page.setViewportSize({ width: 1440, height: 500 });
    const runs = [];
    for (let count = 0; count < 6; count += 1) runs.push(await makeRun(baseURL ?? '', { state: 'imported' }));
    await signIn(demoUser.technician);
    const newest = runs.at(-1)?.businessId ?? 0;
    await expect(list(page).getByRole('row')).toHaveCount(6);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const [table, foot] = [await list(page).boundingBox(), await pages.boundingBox()];
    expect(foot?.y ?? 0).toBeGreaterThan(table?.y ?? Infinity);

    const second = page.waitForRequest((request) => request.url().includes('/api/run?page=1&size=5'));
    await pages.getByRole('button', { name: 'Page 2', exact: true }).click();
    await second;
    await expect(page).toHaveURL(/page=2/);

    // A search starts on page 1, and the next search silently cancels one without a response.
    const held: string[] = [];
    const cancelled: string[] = [];
    page.on('requestfailed', (request) => {
      if (request.url().includes('search=slow')) cancelled.push(request.url());
    });
    await page.route(/search=slow/, (route) => {
      held.push(route.request().url());
    });
    const search = page.getByRole('searchbox', { name: 'Search runs' });
    await search.fill('slow');
    await search.press('Enter');
    await expect(page).toHaveURL((url) => url.search === '?search=slow');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await search.fill(String(newest));
    await search.press('Enter');
    await expect(page).toHaveURL((url) => url.search === `?search=${newest}`);
    await expect(list(page).getByRole('link', { name: String(newest), exact: true })).toBeVisible();
    await expect.poll(() => cancelled).toEqual(held);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test.describe('failures', () => {
  // Playwright takes a plain array for [value, options], so the options are explicit.
  test.use({ expectedProblems: [[/\b500\b/, /\b404\b/], { scope: 'test' }] });

  nightTest(
    'LIST-17 ERR-04 ERR-06 ERR-07 ERR-27 CONST-09 CONST-10 a list that cannot be loaded is emptied and reported for 3 s, a failed deletion for 5 s',
    async ({ page, baseURL, signIn }) => {
      const [run, second] = [
        await makeRun(baseURL ?? '', { state: 'imported' }),
        await makeRun(baseURL ?? '', { state: 'imported' }),
      ];
      await signIn(demoUser.technician);
      await watchNotices(page);
      await rowOf(page, run)
        .getByRole('button', { name: /^Delete/ })
        .click();
      const technician = await apiOf(baseURL ?? '', demoUser.technician);
      await technician('DELETE', `/run/${run.id}`);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
      const notDeleted = page
        .getByRole('alert')
        .filter({ hasText: 'An error occurred during run delete operation.' });
      await expect(notDeleted).toContainText('This run does not exist.');
      expect(await shownFor(notDeleted)).toBeGreaterThanOrEqual(5_000);

      await rowOf(page, second)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
      const success = page.getByRole('status').filter({ hasText: `Run ${second.businessId} deleted.` });
      expectThreeSeconds(await shownFor(success));

      await page.route('**/api/run?**', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.getByRole('button', { name: 'File name' }).click();
      const failed = page.getByRole('alert').filter({ hasText: 'The runs could not be loaded.' });
      expectThreeSeconds(await shownFor(failed));
      await expect(list(page)).toHaveCount(0);

      await page.unroute('**/api/run?**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(list(page)).toBeVisible();
    },
  );
});

nightTest(
  'LIST-11 the file name downloads the original files for a super administrator',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'imported' });
    const properties = await apiOf(baseURL ?? '', demoUser.superAdmin).then((api) =>
      api<{ runFileDownload: boolean }>('GET', '/public-properties'),
    );
    test.skip(!properties.runFileDownload, 'this installation does not give out run files');
    await signIn(demoUser.superAdmin);
    const download = page.waitForEvent('download');
    await rowOf(page, run)
      .getByRole('button', { name: `Download ${run.fileName}` })
      .click();
    expect((await download).suggestedFilename()).toBe(`run-${run.businessId}.zip`);
  },
);

nightTest('LIST-11 the file name is plain text for other users', async ({ page, baseURL, signIn }) => {
  const run = await makeRun(baseURL ?? '', { state: 'imported' });
  await signIn(demoUser.qaAdmin);
  await expect(rowOf(page, run)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
});

test('API-91 LIST-12 new runs and changed states appear without a reload in every tab, and the user of an open run is notified', async ({
  page,
  context,
  baseURL,
  signIn,
}) => {
  const address = baseURL ?? '';
  await signIn(demoUser.physician);
  await expect(list(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto('/');
  await expect(list(second)).toBeVisible();

  const run = await makeRun(address, { state: 'interpreted' });
  for (const tab of [page, second]) await expect(rowOf(tab, run)).toContainText('Run to interpret');
  const technician = await apiOf(address, demoUser.technician);
  await submitRun(technician, run);
  for (const tab of [page, second]) await expect(rowOf(tab, run)).toContainText('Wait for approval');

  // One user has it open while the other decides.
  await rowOf(page, run)
    .getByRole('link', { name: `Open run ${run.businessId}` })
    .click();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  const quality = await apiOf(address, demoUser.qaAdmin);
  await decideRun(quality, run, 'REJECTED');
  await expect(page.getByText('Someone else has just rejected this run.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  await expect(page.getByText('Rejected', { exact: true }).first()).toBeVisible();

  // When the listening tab closes, another takes over.
  await second.goto('/archive');
  await expect(second.getByRole('heading', { name: 'Archive' })).toBeVisible();
  await page.close();
  await quality('POST', `/run/${run.id}/archive`, { markAsToDelete: true });
  const archived = second
    .getByRole('table', { name: 'Archive' })
    .getByRole('row')
    .filter({ has: second.getByRole('link', { name: String(run.businessId), exact: true }) });
  await expect(archived).toBeVisible();
  await expect(archived.getByRole('img', { name: /^Will be permanently deleted after/ })).toBeVisible();
});
