import { readFileSync } from 'node:fs';

import {
  generateLightCycler480Text,
  syntheticRun,
  type SyntheticWell,
} from '@curvewell/instruments/generate';
import type { Locator, Page } from 'playwright/test';
import { extractText } from 'unpdf';
import { z } from 'zod';

import { decide } from '../support/check.ts';
import { countInput, type InputCount } from '../support/count-input.ts';
import { well, wellPanel } from '../support/creation.ts';
import { emptyLaboratory } from '../support/empty-laboratory.ts';
import { expect, test } from '../support/test.ts';

/** From the empty laboratory to the first approved run. */
const MOST: InputCount = { clicks: 60, keys: 150 };

const KIT = 'Geno';
/** Fluorescence that a product loses. */
const AMPLITUDE = 30;
/** The melting temperatures and the result of each well, °C; null: the negative control, which is the last. */
const WELLS: Readonly<Record<string, readonly [tms: readonly number[], result: string | null]>> = {
  A1: [[55.3], 'Product A only'],
  A2: [[55.4], 'Product A only'],
  A3: [[55.3, 60.8], 'Products A and B'],
  A4: [[60.8], 'Product B only'],
  A5: [[60.7], 'Product B only'],
  A6: [[], null],
};

function files() {
  const wells = Object.entries(WELLS).map(([position, [tms]]): SyntheticWell => ({
    position,
    name: `S-${position}`,
    sampleType: null,
    melts: tms.map((tm) => ({ channel: 'FAM', tm, amplitude: AMPLITUDE, width: 0.75 })),
  }));
  const run = syntheticRun({
    plateType: 'RECTANGULAR_96',
    wells,
    channels: ['FAM'],
    phases: ['MELT'],
    seed: 11,
    temperature: { from: 45, to: 72, step: 0.2 },
    noise: AMPLITUDE / 1000,
  });
  return generateLightCycler480Text(run).map(({ name, bytes }) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  }));
}

/** The kit on its curves, with a lot. */
async function makeKit(page: Page): Promise<void> {
  const adding = page.getByRole('dialog', { name: 'Add kit' });
  await adding.getByRole('textbox', { name: 'Name' }).fill(KIT);
  await adding.locator('input[type=file]').first().setInputFiles(files());
  await expect(adding.getByRole('combobox', { name: 'Analyser' })).toBeVisible();
  await adding.getByRole('button', { name: 'Add kit' }).click();
  // Clear peaks: the zones are no guess.
  await expect(page.getByText(`${KIT} v1 created. Drag its zones, then save.`)).toBeVisible();
  await page.getByRole('tab', { name: 'Lot configuration' }).click();
  await page.getByRole('button', { name: 'Add lot' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`L-${KIT}`);
  await page.getByRole('checkbox', { name: /no expiry/i }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alertdialog', { name: 'Lock v1?' }).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(`Lot L-${KIT} added.`)).toBeVisible();
}

/** The run that was imported with the kit, from the list to the approval. */
async function approveRun(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('table').getByRole('link', { name: '1', exact: true }).click();
  // Filled in, because it is the only one.
  await expect(page.getByRole('combobox', { name: /^Kit( filled in)?$/ })).toHaveValue(KIT);
  await page.getByRole('button', { name: 'Next' }).click();
  await well(page, Object.keys(WELLS).at(-1) ?? '').click();
  await wellPanel(page).getByText('Negative control', { exact: true }).click();
  await page.getByRole('button', { name: 'Start interpretation' }).click();
  const doubts = page
    .getByRole('alertdialog', { name: /^Start with/ })
    .getByRole('button', { name: 'Start interpretation' });
  await expect(doubts.or(page.getByRole('tab', { name: 'Export' })).first()).toBeVisible();
  if (await doubts.isVisible()) await doubts.click();
  await decide(page, 'Submit');
  await decide(page, 'Approve');
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
}

async function download(page: Page, button: Locator): Promise<Buffer> {
  const started = page.waitForEvent('download');
  await button.click();
  return readFileSync(await (await started).path());
}

const observationSchema = z.object({
  resource: z.looseObject({
    resourceType: z.string(),
    id: z.string(),
    result: z.array(z.object({ reference: z.string() })).optional(),
    valueCodeableConcept: z
      .looseObject({
        coding: z.array(z.looseObject({ code: z.string() })).default([]),
        text: z.string().default(''),
      })
      .optional(),
  }),
});

/** Checks what leaves the laboratory: each sample once, with the code that its kit gives the result. */
async function expectSent(page: Page): Promise<void> {
  const wanted = Object.entries(WELLS).flatMap(([position, [, code]]) =>
    code === null ? [] : [{ sample: `S-${position}`, code }],
  );
  await page.getByRole('tab', { name: 'Export' }).click();
  const exporting = page.getByRole('tabpanel');
  const [head = '', ...lines] = (
    await download(page, exporting.getByRole('button', { name: 'CSV for a LIS' }))
  )
    .toString('utf8')
    .trim()
    .split('\r\n');
  const columns = head.replace(/^\uFEFF/, '').split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    const cell = (name: string) => cells[columns.indexOf(name)]?.replaceAll('"', '') ?? '';
    return { sample: cell('sample_name'), code: cell('result_code'), status: cell('result_status') };
  });
  for (const { sample, code } of wanted)
    expect(rows.filter((row) => row.sample === sample)).toEqual([{ sample, code, status: 'final' }]);

  const bundle = z
    .object({ entry: z.array(observationSchema) })
    .parse(JSON.parse((await download(page, exporting.getByRole('button', { name: 'FHIR R4' }))).toString()));
  const resources = bundle.entry.map(({ resource }) => resource);
  const results = new Set(
    resources.flatMap(({ result = [] }) => result.map(({ reference }) => reference.split(/[:/]/).at(-1))),
  );
  const codes = resources
    .filter(({ id }) => results.has(id))
    .map(({ valueCodeableConcept: value }) => [
      ...(value?.coding ?? []).map(({ code }) => code),
      // A kit's own diagnostic without a code is sent as text.
      value?.text ?? '',
    ]);
  for (const { code } of wanted)
    expect(codes.filter((of) => of.includes(code)).length).toBeGreaterThanOrEqual(
      wanted.filter((one) => one.code === code).length,
    );

  const pdf = await download(page, exporting.getByRole('button', { name: 'Export', exact: true }));
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  for (const [position, [, result]] of Object.entries(WELLS)) {
    expect(text).toContain(`S-${position}`);
    if (result !== null) expect(text).toContain(result);
  }
}

test('KIT-303 EXPORT-167 from an empty laboratory a first assay is approved, and its results are sent', async ({
  page,
  address,
}) => {
  const count: InputCount = { clicks: 0, keys: 0 };
  await countInput(page.context(), count);
  await emptyLaboratory(page, address, Date.now().toString(36).slice(-4));
  Object.assign(count, { clicks: 0, keys: 0 });
  await page.getByRole('button', { name: 'Choose an analyser' }).click();
  await page.getByRole('menuitem', { name: 'LightCycler 480' }).first().click();
  await page.getByRole('link', { name: 'Make a kit' }).click();
  await makeKit(page);
  await approveRun(page);
  process.stdout.write(`${count.clicks} clicks, ${count.keys} keystrokes\n`);
  expect(count.clicks).toBeLessThanOrEqual(MOST.clicks);
  expect(count.keys).toBeLessThanOrEqual(MOST.keys);
  await expectSent(page);
});
