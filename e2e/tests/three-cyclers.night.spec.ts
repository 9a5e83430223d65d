import {
  generateLightCycler480Text,
  generateRdmlXml,
  generateRotorGene,
  syntheticRun,
  type SyntheticWell,
} from '@curvewell/instruments/generate';
import type { ChannelName } from '@curvewell/domain';

import { decide } from '../support/check.ts';
import { choose, well } from '../support/creation.ts';
import { countInput, type InputCount } from '../support/count-input.ts';
import { emptyLaboratory } from '../support/empty-laboratory.ts';
import { expect, test } from '../support/test.ts';

interface Assay {
  readonly kit: string;
  readonly write: typeof generateRotorGene | typeof generateRdmlXml;
  readonly amplitude: number;
  readonly start: string;
  readonly wells: Readonly<Record<string, Partial<Record<ChannelName, readonly number[]>>>>;
}

const GENOTYPING: Assay = {
  kit: 'Geno',
  write: generateLightCycler480Text,
  amplitude: 30,
  start: 'two products',
  wells: {
    A1: { FAM: [55.3] }, A2: { FAM: [55.4] }, A3: { FAM: [55.3, 60.8] }, A4: { FAM: [60.8] }, A5: { FAM: [60.7] }, A6: { FAM: [] },
  },
};
const PANEL: Assay = {
  kit: 'Panel', write: generateRdmlXml, amplitude: 1000, start: 'a panel',
  wells: {
    A1: { FAM: [55.3], HEX: [] }, A2: { FAM: [55.4], HEX: [] }, A3: { FAM: [60.8], HEX: [] }, A4: { FAM: [60.7], HEX: [] },
    A5: { FAM: [65.2], HEX: [] }, A6: { FAM: [65.3], HEX: [] },
    B1: { FAM: [], HEX: [55.3] }, B2: { FAM: [], HEX: [55.4] }, B3: { FAM: [], HEX: [60.8] }, B4: { FAM: [], HEX: [60.9] },
    B5: { FAM: [], HEX: [] }, B6: { FAM: [], HEX: [] },
  },
};
const HRM: Assay = {
  kit: 'HRM', write: generateRotorGene, amplitude: 50, start: 'shapes',
  wells: {
    A1: { FAM: [60.4] }, A2: { FAM: [60.42] }, A3: { FAM: [60.38] }, A4: { FAM: [61.2] }, A5: { FAM: [61.22] }, A6: { FAM: [61.18] },
    A7: { FAM: [60.4] }, A8: { FAM: [61.2] }, A9: { FAM: [] },
  },
};
const filesOf = ({ write, amplitude, wells }: Assay) => {
  const channels = [...new Set(Object.values(wells).flatMap((of) => Object.keys(of) as ChannelName[]))];
  const made = Object.entries(wells).map(([position, of]): SyntheticWell => ({
    ...{ position, name: `S-${position}`, sampleType: null },
    melts: Object.entries(of).flatMap(([channel, tms]) =>
      tms.map((tm) => ({ channel: channel as ChannelName, tm, amplitude, width: 0.75 })),
    ),
  }));
  return write(
    syntheticRun({
      ...{ plateType: 'RECTANGULAR_96', wells: made, channels, phases: ['MELT'], seed: 11 },
      ...{ temperature: { from: 45, to: 72, step: 0.2 }, noise: amplitude / 1000 },
    }),
  ).map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }));
};


test('SHELL-400 three assays', async ({ page, address }) => {
  const count: InputCount = { clicks: 0, keys: 0 };
  await countInput(page.context(), count);
  await emptyLaboratory(page, address, Date.now().toString(36).slice(-4));
  const goTo = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  let n = 0;
  const shot = async () => { await page.waitForTimeout(1500); await page.screenshot({ path: `/tmp/e28-${++n}.png` }); process.stdout.write(`${n} ${JSON.stringify(count)}\n`); };
  Object.assign(count, { clicks: 0, keys: 0 });
  for (const assay of [GENOTYPING, PANEL, HRM]) {
    if (assay === GENOTYPING) {
      await page.getByRole('button', { name: 'Choose an analyser' }).click();
      await page.getByRole('menuitem', { name: 'LightCycler 480' }).first().click();
      await page.getByRole('link', { name: 'Make a kit' }).click();
    } else {
      await goTo('Configuration');
      await page.getByRole('tab', { name: 'Kit configuration' }).click();
      await page.getByRole('button', { name: 'Add kit' }).click();
      await page.getByRole('menuitem', { name: 'New kit' }).click();
    }
    const adding = page.getByRole('dialog', { name: 'Add kit' });
    await adding.getByRole('textbox', { name: 'Name' }).fill(assay.kit);
    if (assay.start !== 'two products') await adding.getByText(assay.start, { exact: true }).click();
    await adding.locator('input[type=file]').first().setInputFiles(filesOf(assay));
    await expect(adding.getByRole('combobox', { name: 'Analyser' })).toBeVisible();
    if (assay === PANEL) await choose(adding, { field: 'Analyser', option: /^RDML/ });
    await shot();
    await adding.getByRole('button', { name: 'Add kit' }).click();
    await expect(page.getByText(`${assay.kit} v1 created`, { exact: false })).toBeVisible();
    await expect(adding).toBeHidden();
    await shot();
    await page.getByRole('tab', { name: 'Lot configuration' }).click();
    await page.getByRole('button', { name: 'Add lot' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`L-${assay.kit}`);
    await page.getByRole('checkbox', { name: /no expiry/i }).check();
    await shot();
    await page.getByRole('button', { name: 'Save' }).click();
    const locks = page.getByRole('alertdialog', { name: 'Lock v1?' });
    await locks.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText(`Lot L-${assay.kit} added.`)).toBeVisible();
    await goTo('Runs');
    await page.getByRole('table').getByRole('link', { name: String([GENOTYPING, PANEL, HRM].indexOf(assay) + 1), exact: true }).click();
    await shot();
    const kit = page.getByRole('combobox', { name: /^Kit( filled in)?$/ });
    await expect(kit).toBeVisible();
    if ((await kit.inputValue()) === '') await choose(page, { field: 'Kit', option: assay.kit });
    await shot();
    await page.getByRole('button', { name: 'Next' }).click();
    const panel = page.getByRole('complementary', { name: 'Well configuration' });
    const last = Object.keys(assay.wells).at(-1) ?? '';
    await well(page, last).click();
    await panel.getByText('Negative control', { exact: true }).click();
    await shot();
    if (assay === HRM) {
      for (const [from, to, group] of [['A1', 'A3', 'Group A'], ['A4', 'A6', 'Group B']] as const) {
        await well(page, from).click();
        await well(page, to).click({ modifiers: ['Shift'] });
        await panel.getByText('Standard', { exact: true }).click();
        await shot();
        await panel.getByRole('combobox', { name: /^Expected diagnostic/ }).click();
        await page.getByRole('option', { name: new RegExp(group) }).click();
        await shot();
      }
    }
    await page.getByRole('button', { name: 'Start interpretation' }).click();
    await shot();
    const doubts = page.getByRole('alertdialog', { name: /^Start with/ });
    if (await doubts.isVisible()) await doubts.getByRole('button', { name: 'Start interpretation' }).click();
    await expect(page).toHaveURL(/\/interpretation/);
    await shot();
    await decide(page, 'Submit');
    await decide(page, 'Approve');
    await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
    await shot();
  }
});
