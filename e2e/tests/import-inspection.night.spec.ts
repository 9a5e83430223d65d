import type { Run } from '@curvewell/domain';
import {
  generateCfxCsv,
  generateCfxExport,
  generateCfxXlsx,
  generateLightCycler480Text,
  generateRdmlOfPlates,
  syntheticRun,
  syntheticWells,
  type SyntheticRun,
} from '@curvewell/instruments/generate';
import type { Page } from 'playwright/test';

import { realFiles } from '../support/real-files.ts';
import { demoUser, expect, test } from '../support/test.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const preview = (page: Page) => page.getByRole('region', { name: 'Contents of the files' });
const analyser = (page: Page) => page.getByRole('combobox', { name: 'Analyser' });
const questions = (page: Page, name: RegExp) => page.getByRole('group', { name });

let seed = 700;

/** A plate with unique content, because identical files cause a warning. */
function made({
  wells = 12,
  dye,
  serial,
}: { wells?: number; dye?: string; serial?: string } = {}): SyntheticRun {
  seed += 1;
  const plateType = 'RECTANGULAR_96' as const;
  const channels = ['FAM'] as const;
  const run = syntheticRun({
    plateType,
    channels,
    seed,
    noise: 3,
    phases: ['MELT'],
    wells: syntheticWells({ plateType, channels, seed }).slice(0, wells),
    temperature: { from: 45, to: 75, step: 0.5 },
    ...(serial !== undefined && { serial }),
  });
  return dye === undefined ? run : { ...run, curves: run.curves.map((curve) => ({ ...curve, dye })) };
}

const payload = (files: readonly { readonly name: string; readonly bytes: Uint8Array }[]) =>
  files.map(({ name, bytes }) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  }));

/** Chooses several files at once and waits for their inspection. */
async function choose(page: Page, files: Parameters<typeof payload>[0]): Promise<void> {
  await page.goto('/run/import');
  const inspected = page.waitForResponse((answer) => answer.url().endsWith('/run/inspect'));
  await page.locator('input[type=file]').first().setInputFiles(payload(files));
  await inspected;
}

test('IMPORT-105 the file determines the analyser, and its curves are shown before anything is stored', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(demoUser.technician);
  await choose(page, generateLightCycler480Text(made({ wells: 96 })));
  await expect(analyser(page)).toHaveValue(/^LightCycler 480/);
  await expect(preview(page)).toContainText('LightCycler 480, text · 96 wells');
  await expect(preview(page).getByRole('img')).toHaveAccessibleName(
    '465-510: 96 wells, 61 readings, 45.0 to 75.0 °C',
  );
  await analyser(page).click();
  await expect(page.getByRole('option').first()).toHaveText(/^LightCycler 480/);
  // Another analyser is refused, and one click restores the right one.
  await page.getByRole('option', { name: 'Bio-Rad CFX96' }).click();
  await expect(page.getByText('Bio-Rad CFX96 does not export files like these.')).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/\/run\/import$/);
  await page.getByRole('button', { name: 'Use LightCycler 480' }).click();
  await expectAccessible();
  // No more clicks than necessary: the file, and Next.
  await next(page).click();
  await expect(page).toHaveURL(/\/configuration$/);
  await expect(page.getByRole('region', { name: 'Import report' })).toContainText('The file gives no date');
});

test('IMPORT-101 runs of a file are chosen and imported by keyboard', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(demoUser.technician);
  const plates = [
    { name: 'Monday', run: made() },
    { name: 'Tuesday', run: made({ wells: 20 }) },
    { name: 'Wednesday', run: made({ wells: 8 }) },
  ];
  await choose(page, await generateRdmlOfPlates(plates));
  const runs = questions(page, /^The files contain 3 runs/);
  await expect(runs.getByRole('checkbox')).toHaveCount(3);
  await expect(runs).toContainText('20 wells · FAM · 61 readings · 15-01-2026');
  await next(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choose at least one run.')).toBeVisible();
  await expect(runs.getByRole('checkbox').first()).toBeFocused();
  await expectAccessible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(runs.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked();
  await expect(preview(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/configuration$/);
  await expect(page.getByRole('region', { name: 'Import report' })).toContainText('FAM: MELT · 20 wells');

  await choose(page, await generateRdmlOfPlates(plates));
  for (const name of ['Monday', 'Wednesday']) await page.getByRole('checkbox', { name }).check();
  await next(page).click();
  await expect(page.getByText('2 runs imported.')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('IMPORT-102 an unknown dye is asked for once, and its stored channel can be deleted', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(demoUser.technician);
  const file = async () => generateCfxXlsx(made({ dye: 'New Green' }));
  await choose(page, await file());
  const dyes = questions(page, /^Which channel does each dye belong to/);
  await next(page).click();
  await expect(dyes.getByText('Choose a channel for at least one dye.')).toBeVisible();
  await expect(dyes.getByRole('combobox', { name: '“New Green” is' })).toBeFocused();
  await expectAccessible();
  await dyes.getByRole('combobox').click();
  await page.getByRole('option', { name: 'FAM', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Remember this for Bio-Rad CFX96 and do not ask again' }).check();
  await next(page).click();
  await expect(page).toHaveURL(/\/configuration$/);
  const report = page.getByRole('region', { name: 'Import report' });
  await expect(report).toContainText('“New Green” is read as the channel FAM, as chosen on import.');

  await choose(page, await file());
  await expect(page.getByText(/^Stored for Bio-Rad CFX96 by /)).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/\/configuration$/);
  await expect(report).toContainText('as stored by the laboratory for this analyser');

  await choose(page, await file());
  await page.getByRole('button', { name: 'Delete the stored channel of “New Green”' }).click();
  await expect(dyes).toBeVisible();
  await expect(page.getByText(/^Stored for/)).toHaveCount(0);
});

test('IMPORT-103 IMPORT-03 a complete CFX export is accepted at once, and redundant files are named', async ({
  page,
  signIn,
}) => {
  await signIn(demoUser.technician);
  const files = generateCfxExport(made());
  await choose(page, files);
  await expect(page.getByText('5 of 12')).toBeVisible();
  await expect(page.getByText('Amplification: 3 cycles, FAM')).toBeVisible();
  await page.getByText(`${files.length - 5} files are not needed and will not be stored.`).click();
  await expect(page.getByText('Quantification Cq Results_0.csv')).toBeVisible();
  const answer = page.waitForResponse((response) => response.url().endsWith('/run/createRun'));
  await next(page).click();
  expect(((await (await answer).json()) as Run).files).toHaveLength(5);
  await expect(page).toHaveURL(/\/configuration$/);
});

test('IMPORT-104 files that do not belong together are separated by name', async ({ page, signIn }) => {
  await signIn(demoUser.technician);
  const files = [
    ...generateCfxCsv(made({ serial: 'CW000021' })),
    ...generateCfxCsv(made({ serial: 'CW000022' })),
  ];
  await choose(page, files);
  const runs = questions(page, /^The files contain 2 runs/);
  for (const serial of ['CW000021', 'CW000022']) {
    await expect(runs.getByRole('checkbox', { name: new RegExp(serial) })).toHaveAccessibleDescription(
      new RegExp(`${serial} - +Melt Curve RFU Results_FAM.csv`),
    );
  }
  await runs.getByRole('checkbox', { name: /CW000022/ }).check();
  await next(page).click();
  await expect(page).toHaveURL(/\/configuration$/);
});

const cfxExport = realFiles('cfx-manager-csv-semicolon/run-2019-07-01-samples-67-68-69-73', /csv$/);
test('IMPORT-103 a real export of 18 files is one run', async ({ page, signIn }) => {
  test.skip(cfxExport.length === 0, 'the public instrument files are not beside this repository');
  await signIn(demoUser.technician);
  await choose(page, cfxExport);
  await expect(page.getByText('Amplification: 40 cycles, FAM')).toBeVisible();
  await expect(page.getByText('12 files are not needed and will not be stored.')).toBeVisible();
  await next(page).click();
  await expect(page).toHaveURL(/\/configuration$/);
});

const threeExperiments = realFiles('rdml-three-instruments', /rdml$/);
test('IMPORT-101 a real document with three experiments offers a choice', async ({ page, signIn }) => {
  test.skip(threeExperiments.length === 0, 'the public instrument files are not beside this repository');
  await signIn(demoUser.technician);
  await choose(page, threeExperiments);
  await expect(questions(page, /^The files contain 3 runs/).getByRole('checkbox')).toHaveCount(3);
  await page.getByRole('checkbox', { name: /AMC Amsterdam/ }).check();
  await expect(preview(page).getByRole('img')).toHaveCount(1);
});
