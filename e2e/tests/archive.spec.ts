import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test('ARCHIVE-01 ARCHIVE-03 ARCHIVE-06 ARCHIVE-08 ARCHIVE-12 ARCHIVE-19 a decided run is archived, found and restored', async ({
  page,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const { businessId } = await makeRun(baseURL ?? '', { state: 'submitted' });
  const run = String(businessId);
  const dialog = page.getByRole('alertdialog');
  await signIn(demoUser.physician);
  await page.getByRole('link', { name: run, exact: true }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog.getByRole('button', { name: 'OK' }).click();

  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(dialog).toContainText(`Archive run ${run}?`);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  await expect(page.getByText(`Run ${run} sent for archiving.`)).toBeVisible();
  await expect(page.getByRole('link', { name: run, exact: true })).toHaveCount(0);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click();
  const table = page.getByRole('table', { name: 'Archive' });
  const row = table.getByRole('row', { name: /Approved/ });
  await expect(row).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([
    'Run',
    'File name',
    'Instrument',
    'Kit (reaction buffer)',
    'Operator',
    'Run date',
    'Status',
    'Actions',
  ]);
  await expectAccessible();

  await page.getByLabel('Run date to').fill('2026-03-10');
  await page.getByLabel('Run date from').fill('2026-03-11');
  await expect(page.getByLabel('Run date to')).toHaveValue('');
  await expect(
    page.getByText('“Run date to” was before “Run date from” and has been cleared.'),
  ).toBeVisible();
  await page.getByLabel('Run date from').fill('');
  await page.getByLabel('File name').fill('no such file');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No archived run matches these filters.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('File name')).toHaveValue('no such file');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  await row.getByRole('link', { name: `Open run ${run}` }).click();
  await expect(page.getByText('Archived on')).toBeVisible();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog).toContainText(`Restore run ${run}?`);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/archive$/);
  await expect(page.getByText(`Run ${run} restored.`)).toBeVisible();

  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await expect(page.getByRole('link', { name: run, exact: true })).toBeVisible();
});
