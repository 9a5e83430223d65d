import { readFileSync } from 'node:fs';

import { describeCall, tmText, type InterpretedWell, type Run } from '@curvewell/domain';
import { read, utils } from '@e965/xlsx';
import type { Page } from 'playwright/test';
import { extractText } from 'unpdf';

import { apiOf } from '../support/api.ts';
import { problem } from '../support/problem.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, nightTest, test } from '../support/test.ts';

const openExport = async (page: Page, run: Run, wells = ''): Promise<void> => {
  await page.goto(`/run/${run.id}/interpretation${wells === '' ? '' : `?wells=${wells}`}`);
  await page.getByRole('tab', { name: 'Export' }).click();
};
const choose = (page: Page, name: string | RegExp) =>
  page.getByRole('tabpanel').getByText(name, { exact: true }).click();
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export', exact: true });

/** The file that Export downloads. */
async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const started = page.waitForEvent('download');
  await exportButton(page).click();
  const file = await started;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

const firstCells = (csv: Buffer): string[] =>
  csv
    .toString('utf8')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';').slice(0, 2).join(' '));

nightTest(
  'EXPORT-04 EXPORT-05 EXPORT-06 EXPORT-07 EXPORT-08 RESULT-07 the panel offers applicable options, and shows a spinner during the export',
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const run = await makeRun(baseURL ?? '', { state: 'interpreted', channels: ['FAM'] });
    await signIn(demoUser.technician);
    await openExport(page, run, 'A3,A1');
    const panel = page.getByRole('tabpanel');
    const kits = panel.getByRole('group', { name: 'Kits' });
    const asPlate = panel.getByRole('checkbox', { name: 'As a plate' });
    await expect(panel.getByRole('radio', { name: 'PDF' })).toBeChecked();
    await expect(panel.getByRole('radio', { name: 'Whole plate' })).toBeChecked();
    await expect(panel.getByRole('radio', { name: 'Row' })).toBeChecked();
    await expect(kits.getByRole('checkbox', { name: 'LCT-13910 (RB-2)' })).toBeChecked();
    await expect(asPlate).not.toBeChecked();
    await expect(panel).toContainText(`8 wells`);
    await expectAccessible();

    await choose(page, 'Selection (2)');
    await expect(kits).toHaveCount(0);
    await expect(asPlate).toBeVisible();
    await choose(page, /Grouped by well name/);
    await expect(asPlate).toHaveCount(0);
    await choose(page, 'CSV');
    await choose(page, 'Selection (2)');
    await expect(asPlate).toHaveCount(0);
    await choose(page, 'Column');

    // Delays the response, so that the intermediate state can be checked.
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/run/export/**', async (route) => {
      await held;
      await route.continue();
    });
    const started = page.waitForEvent('download');
    await exportButton(page).click();
    await expect(panel.getByRole('status')).toHaveText('Creating the file …');
    await expect(panel.locator('button[data-loading]')).toBeVisible();
    go();
    const file = await started;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${run.businessId}_.*_\\d{8}\\.csv$`));
    expect(firstCells(readFileSync(await file.path()))).toEqual(['A1 FAM', 'A3 FAM']);
    await expect(page.getByText('Export ready')).toBeVisible();
    const forSystem = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'FHIR R4' }).click();
    expect((await forSystem).suggestedFilename()).toMatch(/\.fhir\.json$/);

    await choose(page, 'Whole plate');
    await kits.getByRole('checkbox').click();
    await exportButton(page).click();
    await expect(panel).toContainText('No well to export.');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('figure')).toBeVisible();
  },
);

nightTest('EXPORT-02 only CSV has a choice of delimiter', async ({ page, baseURL, signIn }) => {
  const run = await makeRun(baseURL ?? '', { state: 'interpreted', channels: ['FAM'] });
  await signIn(demoUser.technician);
  await openExport(page, run);
  const delimiter = page.getByRole('tabpanel').getByRole('combobox', { name: 'Delimiter' });
  for (const format of ['PDF', 'XLSX']) {
    await choose(page, format);
    await expect(page.getByRole('radio', { name: format })).toBeChecked();
    await expect(delimiter).toHaveCount(0);
  }
  await choose(page, 'CSV');
  await expect(delimiter).toHaveValue('Semicolon');
  expect((await download(page)).bytes.toString()).toContain('A1;FAM;S-1;');
  for (const [name, sign] of [
    ['Pipe', '|'],
    ['Comma', ','],
  ] as const) {
    await delimiter.click();
    await expect(page.getByRole('option')).toHaveText(['Semicolon', 'Comma', 'Pipe']);
    await page.getByRole('option', { name }).click();
    expect((await download(page)).bytes.toString()).toContain(['A1', 'FAM', 'S-1', ''].join(sign));
  }
});

test.describe('refused exports', () => {
  test.use({ expectedProblems: [' 404', 'status of 404'] });

  test('EXPORT-12 missing files close the panel and are reported', async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'interpreted', channels: ['FAM'] });
    await signIn(demoUser.technician);
    await openExport(page, run);
    await page.route('**/run/export/**', problem(404, { code: 'not-found', message: 'Not there.' }));
    await exportButton(page).click();
    const words = "The server didn't find any files for this run.";
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect(exportButton(page)).toHaveCount(0);
  });
});

nightTest(
  'screen, API, workbook and report give the same reason for a call',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'interpreted', channels: ['FAM'] });
    const api = await apiOf(baseURL ?? '', demoUser.technician);
    const wells = await api<InterpretedWell[]>('GET', `/run/${run.id}/chart`);
    const well = wells.find(({ position }) => position === 'A3');
    if (well === undefined) throw new Error('A3 is interpreted');
    const description = describeCall(well);
    const border = description.border?.text ?? '';
    expect(border).toMatch(/the combination would be [A-Z+ ]+, (W|X|M|no result)/);

    await signIn(demoUser.technician, { at: `/run/${run.id}/interpretation?wells=A3` });
    const explanation = page.getByRole('region', { name: 'Why A3 has this result' });
    await expect(explanation).toContainText(description.sentence);
    await expect(page.getByRole('article', { name: 'A3' })).toContainText(border);
    for (const { peak, zone } of description.peaks) {
      await expect(
        explanation
          .getByRole('row')
          .filter({ hasText: tmText(peak) })
          .filter({ hasText: zone?.text ?? '' }),
      ).not.toHaveCount(0);
    }

    await page.getByRole('tab', { name: 'Export' }).click();
    const report = await download(page);
    const { text } = await extractText(new Uint8Array(report.bytes), { mergePages: true });
    const reportText = text.replaceAll(/\s+/g, ' ');
    expect(reportText).toContain(`Nearest limit: ${border}`);
    for (const { peak } of description.peaks) expect(reportText).toContain(tmText(peak));

    await choose(page, 'XLSX');
    const sheet = read((await download(page)).bytes).Sheets['Explanations'] ?? {};
    const row = utils.sheet_to_json<Record<string, string>>(sheet).find(({ Position }) => Position === 'A3');
    expect([row?.['Why'], row?.['Nearest limit']]).toEqual([description.sentence, border]);
  },
);
