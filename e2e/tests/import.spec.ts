import type { Analyser, Run } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { madeFile } from '../support/run-maker.ts';
import { demoUser, expect, IS_NIGHT, test, nightTest } from '../support/test.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const fileInputs = (page: Page) => page.locator('input[type=file]');

/** Simulates a slow connection. */
async function slowDown(page: Page, latencyMs: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    downloadThroughput: -1,
    latency: latencyMs,
    uploadThroughput: latencyMs === 0 ? -1 : 300 * 1024,
  });
}

test('IMPORT-01 IMPORT-02 IMPORT-05 IMPORT-07 IMPORT-08 CONST-39 a file becomes a run, with a report of its content', async ({
  page,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  await signIn(demoUser.technician);
  await page.getByRole('link', { name: 'Import' }).click();

  const technician = await apiOf(baseURL ?? '', demoUser.technician);
  const analysers = (await technician<Analyser[]>('GET', '/analysers')).filter(({ active }) => active);
  const analyser = page.getByRole('combobox', { name: 'Analyser' });
  await expect(analyser).toHaveValue(new RegExp(`^${analysers[0]?.name ?? ''}`));
  await analyser.click();
  await expect(page.getByRole('option')).toHaveCount(analysers.length);
  // Choosing the current analyser again does not clear it.
  await page.getByRole('option').first().click();
  await expect(analyser).toHaveValue(new RegExp(`^${analysers[0]?.name ?? ''}`));

  await expect(fileInputs(page)).toHaveCount(1);
  // By day one analyser with a single file, and one with several.
  const single = analysers.find(({ maxNumberOfFilesByRun }) => maxNumberOfFilesByRun === 1);
  const several = analysers.find(({ maxNumberOfFilesByRun }) => maxNumberOfFilesByRun > 1);
  const tried = IS_NIGHT ? analysers : [single, several].filter((one) => one !== undefined);
  expect(tried.length).toBeGreaterThan(1);
  for (const { name, maxNumberOfFilesByRun } of tried) {
    await analyser.click();
    await page.getByRole('option', { name }).first().click();
    if (maxNumberOfFilesByRun === 1) await expect(page.getByText(/^\d of \d+$/)).toHaveCount(0);
    else await expect(page.getByText(`1 of ${maxNumberOfFilesByRun}`)).toBeVisible();
  }
  await analyser.click();
  await page.getByRole('option', { name: 'Bio-Rad CFX96' }).click();
  await page.getByRole('button', { name: 'Add file' }).click();
  await expect(page.getByRole('button', { name: 'File 2', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove file 2' }).click();
  await expect(page.getByRole('button', { name: 'File 2', exact: true })).toHaveCount(0);

  await next(page).click();
  await expect(page.getByText('Choose at least one file.')).toBeVisible();
  await expectAccessible();

  await fileInputs(page)
    .first()
    .setInputFiles(await madeFile({ wells: 'full', plateType: 'RECTANGULAR_96' }));
  await slowDown(page, 1_500);
  await next(page).click();
  await expect(next(page)).toBeDisabled();
  await expect(analyser).toBeDisabled();
  await expect(page.getByText(/^Uploading, [1-9]\d? %$/)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /^Uploading/ })).toBeVisible();
  await slowDown(page, 0);

  await expect(page).toHaveURL(/\/run\/[^/]+\/configuration$/);
  const report = page.getByRole('region', { name: 'Import report' });
  await expect(report).toContainText('1 file · FAM: ANNEAL, MELT · TEXAS_RED: ANNEAL, MELT · 96 wells');
  await expect(report.getByRole('table', { name: 'Curves' }).getByRole('row')).toHaveText([
    /Channel.*Phase.*Wells.*Readings per well.*Temperature/,
    ...['FAM', 'FAM', 'TEXAS_RED', 'TEXAS_RED'].map(
      (channel) => new RegExp(`^${channel}.*96136.*45.0 to 72.0 °C`),
    ),
  ]);
  await expect(report).toContainText('Nothing was skipped.');
  await expectAccessible();

  // Later the report is folded.
  const address = page.url();
  await page.goto('/');
  await page.goto(address);
  await expect(report.getByRole('button', { name: 'Show all' })).toHaveAttribute('aria-expanded', 'false');
  await report.getByRole('button', { name: 'Show all' }).click();
  await expect(report.getByRole('table', { name: 'Curves' })).toBeVisible();
});

nightTest(
  'IMPORT-09 IMPORT-10 leaving asks for confirmation, and a run created meanwhile is deleted',
  async ({ page, baseURL, signIn }) => {
    const technician = await apiOf(baseURL ?? '', demoUser.technician);
    const newest = async () =>
      (await technician<{ listObjects: Run[] }>('GET', '/run?size=1')).listObjects[0]?.businessId;
    const before = await newest();
    await signIn(demoUser.technician, { at: '/run/import' });
    const dialog = page.getByRole('alertdialog');
    const cancel = page.getByRole('button', { name: 'Cancel' });

    await cancel.first().click();
    await expect(dialog).toContainText('Leave the import?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/run\/import$/);

    await slowDown(page, 5_000);
    await fileInputs(page)
      .first()
      .setInputFiles(await madeFile({}));
    await next(page).click();
    await expect(page.getByText('Reading the file …')).toBeVisible();
    await cancel.first().click();
    await expect(dialog).toContainText('The imported run will be deleted.');
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await slowDown(page, 0);
    expect((await deleted).status()).toBe(204);
    await expect(page).toHaveURL(/\/$/);
    expect(await newest()).toBe(before);
  },
);

test('IMPORT-15 known files cause a warning but can be imported', async ({ page, baseURL, signIn }) => {
  const technician = await apiOf(baseURL ?? '', demoUser.technician);
  const file = await madeFile({});
  const [analyser] = await technician<Analyser[]>('GET', '/analysers');
  const form = new FormData();
  form.append('analyser', JSON.stringify({ id: analyser?.id }));
  form.append('files', new Blob([new Uint8Array(file.buffer)]), file.name);
  const known = await technician<Run>('POST', '/run/createRun', form);
  await signIn(demoUser.technician, { at: '/run/import' });
  await fileInputs(page).first().setInputFiles(file);
  await expect(page.getByText(`This file was already imported as run ${known.businessId} on`)).toBeVisible();
  await expect(page.getByRole('link', { name: `Open run ${known.businessId}` })).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/\/configuration$/);
});

nightTest(
  'IMPORT-03 files dropped anywhere fill the fields, up to their number',
  async ({ page, signIn }) => {
    await signIn(demoUser.technician, { at: '/run/import' });
    await expect(fileInputs(page)).toHaveCount(1);
    const drop = (names: readonly string[]) =>
      page.evaluate((dropped) => {
        const dataTransfer = new DataTransfer();
        for (const name of dropped) dataTransfer.items.add(new File(['x'], name));
        for (const type of ['dragenter', 'dragover', 'drop']) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
      }, names);
    await drop(['a.xlsx', 'b.xlsx']);
    await expect(fileInputs(page)).toHaveCount(2);
    await expect(page.getByText('2 of 12')).toBeVisible();
    await drop(Array.from({ length: 39 }, (_, index) => `c${index}.xlsx`));
    await expect(page.getByText('At most 40 files can be read at once.')).toBeVisible();
    await expect(fileInputs(page)).toHaveCount(40);
    await page.getByRole('button', { name: 'Remove file 40' }).click();
    await expect(page.getByText('At most 40 files can be read at once.')).toHaveCount(0);
  },
);

test.describe('files that cannot be imported', () => {
  // Playwright takes a plain array for [value, options], so the options are explicit.
  test.use({ expectedProblems: [[/\b422\b/, /\b500\b/, /\b502\b/], { scope: 'test' }] });

  nightTest(
    'IMPORT-04 IMPORT-11 IMPORT-12 IMPORT-13 IMPORT-14 ERR-10 ERR-11 ERR-12 CONST-21 show an error below the file until another is chosen',
    async ({ page, signIn }) => {
      await signIn(demoUser.technician, { at: '/run/import' });
      await expect(fileInputs(page).first()).toHaveAttribute('accept', /^\.xml,\.xlsx,\.xls/);

      await fileInputs(page)
        .first()
        .setInputFiles({ name: 'run.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
      await expect(page.getByText(/^Only xml, xlsx, xls.* files can be imported\.$/)).toBeVisible();

      // A truncated file.
      const { name, mimeType, buffer } = await madeFile({});
      await fileInputs(page)
        .first()
        .setInputFiles({ name, mimeType, buffer: buffer.subarray(0, buffer.length / 2) });
      await next(page).click();
      const failure = page.getByRole('alert');
      // The reader's message names the file.
      await expect(failure).toContainText(name);
      await expect(page.getByRole('button', { name: 'File 1', exact: true })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await fileInputs(page).first().setInputFiles({ name, mimeType, buffer });
      await expect(failure).toHaveCount(0);

      const problem = { code: 'unexpected', message: 'no sheet', issues: [], requestId: '1' };
      await page.route('**/api/run/createRun', (route) => route.fulfill({ status: 500, json: problem }));
      await next(page).click();
      await expect(failure).toContainText(
        'An error occurred during the file parsing : invalid file : no sheet',
      );
      await page.unroute('**/api/run/createRun');
      await page.route('**/api/run/createRun', (route) => route.fulfill({ status: 502, body: '' }));
      await next(page).click();
      await expect(failure).toHaveText('Bad Gateway');
      await page.unroute('**/api/run/createRun');
      const silent = { ...problem, message: 'No message available' };
      await page.route('**/api/run/createRun', (route) => route.fulfill({ status: 502, json: silent }));
      await next(page).click();
      await expect(failure).toContainText('An unexpected error occurred during the run file import.');
      await expect(page).toHaveURL(/\/run\/import$/);
    },
  );
});
