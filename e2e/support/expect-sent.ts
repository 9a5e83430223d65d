import { expect, type Locator, type Page } from 'playwright/test';
import { extractText } from 'unpdf';
import { z } from 'zod';

import { type Assay, sampleName } from './assays.ts';

async function download(page: Page, button: Locator): Promise<Buffer> {
  const started = page.waitForEvent('download');
  await button.click();
  const stream = await (await started).createReadStream();
  return Buffer.concat((await stream.toArray()) as Buffer[]); // of a file without an encoding
}

const bundleSchema = z.object({
  entry: z.array(
    z.object({
      fullUrl: z.string(),
      resource: z.looseObject({
        resourceType: z.string(),
        identifier: z.array(z.looseObject({ value: z.string() })).default([]),
        specimen: z.unknown().optional(),
        derivedFrom: z.array(z.object({ reference: z.string() })).default([]),
        status: z.string().optional(),
        valueCodeableConcept: z
          .looseObject({
            coding: z.array(z.looseObject({ code: z.string() })).default([]),
            text: z.string(),
          })
          .optional(),
      }),
    }),
  ),
});

/**
 * The codes of each sample in a FHIR bundle, with the words and the status of their observations. The channels behind
 * a combined result are not results of the sample.
 */
function sentCodes(file: Buffer) {
  const { entry: all } = bundleSchema.parse(JSON.parse(file.toString()));
  const behind = new Set(
    all.flatMap(({ resource }) => resource.derivedFrom.map(({ reference }) => reference)),
  );
  const entry = all.filter(({ fullUrl }) => !behind.has(fullUrl));
  const samples = entry.filter(({ resource }) => resource.resourceType === 'Specimen');
  return samples.flatMap(({ fullUrl, resource: { identifier } }) =>
    entry.flatMap(({ resource: { resourceType, specimen, status, valueCodeableConcept: value } }) =>
      resourceType === 'Observation' && JSON.stringify(specimen) === JSON.stringify({ reference: fullUrl })
        ? (value?.coding ?? []).map(({ code }) => ({
            ...{ sample: identifier[0]?.value ?? '', code, words: value?.text ?? '', status },
          }))
        : [],
    ),
  );
}

/** A comma outside quotes. */
const BETWEEN_CELLS = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** The lines of samples in a file for a LIS. */
function sentLines(file: Buffer) {
  const [head = '', ...lines] = file.toString('utf8').trim().split('\r\n');
  const columns = head.replace(/^\uFEFF/, '').split(',');
  return lines.flatMap((line) => {
    const cells = line.split(BETWEEN_CELLS);
    const cell = (name: string) => cells[columns.indexOf(name)]?.replaceAll('"', '') ?? '';
    return cell('sample_type') === 'BLOOD'
      ? [
          {
            ...{ sample: cell('sample_name'), code: cell('result_code') },
            ...{ words: cell('result'), status: cell('result_status') },
          },
        ]
      : [];
  });
}

/** How the report gives the result of a sample: beside its well, or across the channels of a panel. */
const inReport = ({ kit, start }: Assay, sample: string, words: string): RegExp =>
  start === 'a panel'
    ? new RegExp(`Sample ${sample}: ${words}, by rule \\d`)
    : new RegExp(`FAM ${sample} Blood ${kit} v1 \\(Standard\\) L-${kit} ${words} \\d`);

/** Checks what leaves the laboratory: each sample once, with the code and the words that its kit gives the result. */
export async function expectSent(page: Page, assay: Assay): Promise<void> {
  const wanted = Object.entries(assay.wells).flatMap(([position, { is }]) =>
    is !== 'ntc' && 'result' in is
      ? [
          {
            ...{ sample: sampleName(assay, position), code: assay.codes[is.result] ?? '' },
            ...{ words: is.result, status: 'final' },
          },
        ]
      : [],
  );
  const bySample = <Line extends { readonly sample: string }>(lines: readonly Line[]): Line[] =>
    lines.toSorted((a, b) => a.sample.localeCompare(b.sample));
  await page.getByRole('tab', { name: 'Export' }).click();
  const button = (name: string) => page.getByRole('tabpanel').getByRole('button', { name, exact: true });
  expect(bySample(sentLines(await download(page, button('CSV for a LIS'))))).toEqual(bySample(wanted));
  expect(bySample(sentCodes(await download(page, button('FHIR R4'))))).toEqual(bySample(wanted));
  const pdf = await download(page, button('Export'));
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  const report = text.replaceAll(/\s+/g, ' ');
  for (const { sample, words } of wanted) expect(report).toMatch(inReport(assay, sample, words));
  const [, listed = ''] = report.split('Codes of the results');
  for (const { words, code } of wanted)
    expect(listed).toMatch(new RegExp(`${words} (?:well|combined result) ${assay.kit} v1 ${code} `));
}
