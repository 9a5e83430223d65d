import { readFileSync } from 'node:fs';

import type { Page } from 'playwright/test';

import { decide } from '../support/check.ts';
import { demoUser, expect, nightTest, test } from '../support/test.ts';
import { cfxWorkbook, twoProductMix } from '../support/real-files.ts';

/** The main workflow on real files: import, set up, interpret, review, submit, override, approve. */

interface Imported {
  readonly analyser: string;
  readonly file: string;
  readonly kit: string;
}

async function importRun(page: Page, { analyser, file, kit }: Imported): Promise<void> {
  await page.goto('/run/import');
  await page.getByRole('combobox', { name: 'Analyser' }).click();
  await page.getByRole('option', { name: analyser }).click();
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page).toHaveURL(/\/run\/[^/]+\/configuration/);
  await page.getByRole('combobox', { name: 'Kit', exact: true }).click();
  await page.getByRole('option', { name: kit }).click();
  // A single version with a single lot is filled in automatically.
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Step 2 of 2: plate setup')).toBeVisible();
}

async function setAllWells(
  page: Page,
  { kit, sampleType }: { kit: RegExp; sampleType: string },
): Promise<void> {
  await page.getByRole('button', { name: /Select all/ }).click();
  const panel = page.getByRole('complementary', { name: 'Well configuration' });
  await panel.getByRole('combobox', { name: 'Kit (version)' }).click();
  await page.getByRole('option', { name: kit }).click();
  await panel.getByRole('combobox', { name: 'Lot' }).click();
  await page.getByRole('option').first().click();
  await panel.getByRole('combobox', { name: 'Reaction buffer' }).click();
  await page.getByRole('option').first().click();
  await panel.getByText(sampleType, { exact: true }).click();
}

async function interpret(page: Page, { hasReplicates }: { readonly hasReplicates: boolean }): Promise<void> {
  await page.getByRole('button', { name: 'Start interpretation' }).click();
  // Replicates have the same name, which must be confirmed.
  if (hasReplicates)
    await page
      .getByRole('alertdialog', { name: /^Start with/ })
      .getByRole('button', { name: 'Start interpretation' })
      .click();
  await expect(page).toHaveURL(/\/interpretation/);
  await expect(page.getByRole('grid', { name: /Plate/ })).toBeVisible();
}

/** The accessible name of a well's cell, with its result. */
async function cellName(page: Page, position: string): Promise<string> {
  const cell = page.getByRole('gridcell', { name: new RegExp(`^${position},`) });
  return (await cell.textContent()) ?? '';
}

test('a real run of two mixed products goes from its file to an approved result', async ({
  page,
  signIn,
}) => {
  test.skip(twoProductMix === null, 'the real files are not on this machine');
  await signIn(demoUser.technician);
  await importRun(page, { analyser: 'LightCycler 480', file: twoProductMix ?? '', kit: 'Two-product mix' });
  await setAllWells(page, { kit: /Two-product mix/, sampleType: 'DNA' });
  await expect(page.getByText('50 of 50 set wells complete')).toBeVisible();
  await interpret(page, { hasReplicates: true });

  // The calls match the mixes that the names of the wells state.
  expect(await cellName(page, 'G12')).toMatch(/A0_CRE100.*second product alone/i);
  expect(await cellName(page, 'I14')).toMatch(/A50_CRE50.*both products/i);
  expect(await cellName(page, 'J18')).toMatch(/A75_CRE25.*both products/i);
  expect(await cellName(page, 'K14')).toMatch(/A100_CRE0.*first product alone/i);
  // A product melts at 74.5 °C, outside all zones.
  expect(await cellName(page, 'K16')).toMatch(/A100_CRE0.*no call/i);

  // In K14 and two of its replicates that product is just too low to count, so each of them is flagged as
  // differing.
  await page.getByRole('gridcell', { name: /^K14,/ }).click();
  await expect(page.getByRole('article', { name: /K14/ })).toContainText(
    /replicates differ: no call in K12, K13, K15 and 4 others; .* in K14, K18 and K19/i,
  );

  await page.getByRole('gridcell', { name: /^I14,/ }).click();
  await expect(page.getByRole('figure')).toBeVisible();
  const card = page.getByRole('article', { name: /I14/ });
  await expect(card).toContainText('A + B');
  await card.getByRole('textbox').fill('Shoulder on the first peak.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('Tara Holm');

  await decide(page, 'Submit');
  await expect(page.getByText('Wait for approval').first()).toBeVisible();
  const address = page.url().replace(/\?.*/, '');

  await signIn(demoUser.physician, { at: address });
  await page.getByRole('gridcell', { name: /^G12,/ }).click();
  await page.getByRole('button', { name: /Update diagnostic/ }).click();
  await page
    .getByRole('radiogroup', { name: 'New result' })
    .getByText(/Both products/)
    .click();
  await page.getByRole('button', { name: 'Repeat of the sample agrees' }).click();
  await page.getByRole('button', { name: /^Save result/ }).click();
  await expect(page.getByRole('article', { name: /G12/ })).toContainText('Updated');

  await decide(page, 'Approve');
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Export' }).click();
  await page.getByText('CSV', { exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(52);
  expect(text).toMatch(/G12;FAM;A0_CRE100;;DNA;.*;Both products;Second product alone;"Ingrid Lindqvist, /);
});

nightTest(
  'a real workbook of a Bio-Rad analyser is imported, configured and interpreted',
  async ({ page, signIn }) => {
    test.skip(cfxWorkbook === null, 'the real files are not on this machine');
    await signIn(demoUser.technician);
    await importRun(page, {
      analyser: 'Bio-Rad CFX96',
      file: cfxWorkbook ?? '',
      kit: 'Protein thermal shift',
    });
    await setAllWells(page, { kit: /Protein thermal shift/, sampleType: 'DNA' });
    await expect(page.getByText('96 of 96 set wells complete')).toBeVisible();
    await interpret(page, { hasReplicates: false });
    // Unfolds at 42.5 °C and at 62 °C, according to the authors' inflection points for these wells.
    expect(await cellName(page, 'D12')).toMatch(/destabilised/i);
    expect(await cellName(page, 'H9')).toMatch(/stable/i);
  },
);

nightTest(
  'a newcomer finds a run to review, with its curves and the reason of each call',
  async ({ page, signIn, expectAccessible }) => {
    await signIn(demoUser.physician);
    // The very first run. Other journeys may have filled the first page with newer ones.
    await page.goto('/?sort=businessId&sortDirection=asc');
    const first = page.getByRole('row').filter({ has: page.getByRole('link', { name: '1', exact: true }) });
    await expect(first).toContainText('Wait for approval');
    await expectAccessible();
    await first.getByRole('link', { name: '1', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Plate, 96 wells' })).toBeVisible();
    await page.getByRole('gridcell', { name: /^A1,/ }).click();
    await expect(page.getByRole('article', { name: /A1/ })).toContainText('Peaks');
    await expectAccessible();
  },
);
