import type { Locator } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { decide } from '../support/check.ts';
import { makeRun } from '../support/run-maker.ts';
import { shownFor, watchNotices } from '../support/shown-for.ts';
import { demoUser, expect, test, nightTest } from '../support/test.ts';

test('ARCHIVE-01 ARCHIVE-03 ARCHIVE-04 ARCHIVE-05 ARCHIVE-06 ARCHIVE-08 ARCHIVE-09 ARCHIVE-12 ARCHIVE-19 CONST-22 ERR-49 SHELL-55 a decided run is archived, found and restored', async ({
  page,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const { businessId } = await makeRun(baseURL ?? '', { state: 'submitted' });
  const run = String(businessId);
  const dialog = page.getByRole('alertdialog');
  const listed = page.getByRole('table', { name: 'Runs' }).getByRole('link', { name: run, exact: true });
  await signIn(demoUser.physician);
  await listed.click();
  await decide(page, 'Approve');

  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(dialog).toContainText(`Archive run ${run}?`);
  const request = page.waitForRequest((sent) => sent.url().endsWith('/archive'));
  await dialog.getByRole('button', { name: 'OK' }).click();
  expect((await request).postDataJSON()).toEqual({ markAsToDelete: false });
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  await expect(page.getByText(`Run ${run} is being archived.`)).toBeVisible();
  await expect(listed).toHaveCount(0);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click();
  const table = page.getByRole('table', { name: 'Archive' });
  const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: run, exact: true }) });
  await expect(row).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([
    'Run',
    'File name · plate id',
    'Instrument',
    'Kit (reaction buffer)',
    'Operator',
    'Run date',
    'Archived on',
    'Status',
    'Actions',
  ]);
  await expectAccessible();

  // Days can be typed or picked. Contradicting limits clear the earlier one.
  const [from, to] = ['from', 'to'].map((limit) =>
    page.getByRole('textbox', { name: `Run date ${limit}` }),
  ) as [Locator, Locator];
  await to.fill('10-3-2026');
  await from.click();
  await page.getByRole('button', { name: /^15 \w+ \d{4}$/ }).click();
  await expect(from).toHaveValue(/^15-\d\d-\d{4}$/);
  await expect(to).toHaveValue('');
  await to.fill('10-3-2026');
  await expect(from).toHaveValue('');
  await from.fill('11-03-2026');
  await expect(to).toHaveValue('');
  await expect(
    page.getByText('“Run date to” was before “Run date from” and has been cleared.'),
  ).toBeVisible();
  await from.fill('');
  await page.getByLabel('File name', { exact: true }).fill('no such file');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No archived runs match these filters.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('File name', { exact: true })).toHaveValue('no such file');
  // On a narrow page the filters fold into a summary of those in use.
  await page.setViewportSize({ width: 1199, height: 700 });
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByLabel('File name', { exact: true })).toBeHidden();
  await expectAccessible();
  await page.getByRole('button', { name: 'Remove the filter File name: no such file' }).click();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 700 });
  await expect(page.getByLabel('File name', { exact: true })).toBeVisible();

  await row.getByRole('link', { name: `Open run ${run}` }).click();
  await expect(page.getByText('Archived on')).toBeVisible();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog).toContainText(`Restore run ${run}?`);
  await expect(dialog).toContainText('The run returns to the list of runs. Its results do not change.');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/archive$/);
  await expect(page.getByText(`Run ${run} restored.`)).toBeVisible();

  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await expect(listed).toBeVisible();
});

nightTest(
  'ARCHIVE-19 an archived run is deleted permanently, with a confirmation',
  async ({ page, baseURL, signIn }) => {
    const { businessId } = await makeRun(baseURL ?? '', { state: 'archived' });
    await signIn(demoUser.superAdmin, { at: '/archive' });
    const link = page.getByRole('link', { name: String(businessId), exact: true });
    await page
      .getByRole('row')
      .filter({ has: link })
      .getByRole('button', { name: /permanently/ })
      .click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('This cannot be undone.');
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText(`Run ${businessId} deleted.`)).toBeVisible();
    await expect(link).toHaveCount(0);
  },
);

test.describe('another user was faster', () => {
  // Playwright takes a plain array for [value, options], so the options are explicit.
  test.use({ expectedProblems: [[/\b404\b/, /\b409\b/], { scope: 'test' }] });

  nightTest(
    'ARCHIVE-16 ARCHIVE-17 ARCHIVE-18 ERR-26 ERR-28 failed archiving, restoring and deleting show the server’s message',
    async ({ page, baseURL, signIn }) => {
      const address = baseURL ?? '';
      const run = await makeRun(address, { state: 'approved' });
      const [gone, restored] = [
        await makeRun(address, { state: 'archived' }),
        await makeRun(address, { state: 'archived' }),
      ];
      const [quality, other] = [
        await apiOf(address, demoUser.qaAdmin),
        await apiOf(address, demoUser.superAdmin),
      ];
      const dialog = page.getByRole('alertdialog');
      const alertOf = (title: string) => page.getByRole('alert').filter({ hasText: title });
      await signIn(demoUser.superAdmin, { at: `/run/${run.id}/interpretation` });
      await page.getByRole('button', { name: 'Archive', exact: true }).click();
      await expect(dialog).toBeVisible();
      await quality('DELETE', `/run/${run.id}`);
      await dialog.getByRole('button', { name: 'OK' }).click();
      await expect(alertOf('An error occurred during run archive operation.')).toContainText(
        'This run does not exist.',
      );

      await page.goto('/archive');
      await watchNotices(page);
      const rowOf = (businessId: number) =>
        page
          .getByRole('row')
          .filter({ has: page.getByRole('link', { name: String(businessId), exact: true }) });
      await rowOf(restored.businessId)
        .getByRole('button', { name: /^Restore/ })
        .click();
      await other('POST', `/archive/restore/runs/${restored.id}`);
      await dialog.getByRole('button', { name: 'OK' }).click();
      const notRestored = alertOf('The run could not be restored.');
      await expect(notRestored).toContainText('This run does not exist.');
      expect(await shownFor(notRestored)).toBeLessThan(5_000);

      await rowOf(gone.businessId)
        .getByRole('button', { name: /permanently/ })
        .click();
      await other('DELETE', `/archive/runs/${gone.id}`);
      await dialog.getByRole('button', { name: 'Yes' }).click();
      const notDeleted = alertOf('An error occurred during run delete operation.');
      await expect(notDeleted).toContainText('This run does not exist.');
      expect(await shownFor(notDeleted)).toBeLessThan(5_000);
    },
  );
});
