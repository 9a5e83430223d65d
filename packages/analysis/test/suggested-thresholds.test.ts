import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type SampleType, searchedThreshold, type SuggestionWell, thresholdSuggest } from '@curvewell/domain';
import { ANALYSER_PROFILES, readRun } from '@curvewell/instruments';
import { describe, expect, it } from 'vitest';

import { openConfiguration, plateAnalyse } from '../src/index.ts';
import { HAS_REFERENCE_DATA, REFERENCE_DATA, WHY_SKIPPED } from './reference-data.ts';

const LIMITS = { slopeThreshold: 4.72, minQuality: 0.4, zones: [] } as const;

/** The wells of a run with one channel, searched as the kit editor does. */
async function searched(folder: string, names: RegExp, profile: string): Promise<SuggestionWell[]> {
  const analyser = ANALYSER_PROFILES.find(({ id }) => id === profile)!;
  const files = readdirSync(join(REFERENCE_DATA, folder))
    .filter((name) => names.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(REFERENCE_DATA, folder, name))) }));
  const run = await readRun(files, { profile: { ...analyser, maxNumberOfFilesByRun: 50 } });
  const types = new Map(run.wells.map(({ position, sampleType }) => [position, sampleType]));
  const wells = run.curves.map(({ position, temperature, value, quantity }) => ({
    position,
    sampleType: types.get(position) ?? ('DNA' satisfies SampleType),
    expectedDiagnostic: null,
    controlGroup: '',
    phases: [{ type: 'MELT' as const, curve: { temperature, fluorescence: value, quantity } }],
  }));
  const open = openConfiguration(
    'FAM',
    wells.flatMap(({ phases }) => phases),
    {
      minThreshold: null,
      inversed: false,
    },
  );
  const called = (phases: typeof open.phases) =>
    plateAnalyse({ assays: [{ configuration: { ...open, phases }, wells }] })[0] ?? [];
  const highest = called(open.phases).reduce(
    (most, { phases }) => phases[0]?.slope.reduce((own, one) => Math.max(own, one), most) ?? most,
    0,
  );
  const phases = open.phases.map((phase) => ({
    ...phase,
    ...LIMITS,
    minThreshold: searchedThreshold(highest),
  }));
  return called(phases).map(({ position, explanation, phases: [slope] }, i) => ({
    position,
    sampleType: wells[i]!.sampleType,
    peaks: explanation.phases[0]?.peaks ?? [],
    slope: [...(slope?.temperature ?? [])].map((x, at) => ({ x, y: slope?.slope[at] ?? 0 })),
  }));
}

describe.skipIf(!HAS_REFERENCE_DATA)(`KIT-279 suggested thresholds (else ${WHY_SKIPPED})`, () => {
  const CFX = 'cfx-manager-csv-semicolon/run-2019-07-01-samples-67-68-69-73';
  const cfx = () => searched(CFX, /RFU|Summary|Run Information/, 'bio-rad-cfx96');
  const ZONES = [{ minTemp: 72.3, maxTemp: 84.7 }];

  it('lie between the negative controls of a plate and its lowest peak', async () => {
    const wells = await cfx();
    expect(thresholdSuggest(wells, ZONES)).toMatchObject({
      outcome: 'found',
      value: 21,
      negatives: 8,
      noise: { position: 'G11' },
      peak: { position: 'F5' },
    });
    // Without sample types, small products in the controls are taken for peaks of samples.
    const untyped = wells.map((well) => ({ ...well, sampleType: 'DNA' as const }));
    expect(thresholdSuggest(untyped, ZONES)).toMatchObject({ value: 5.2, negatives: 0 });
  });

  it('are none where negative controls have products, or no well is empty', async () => {
    const contaminated = await searched('stepone-xls-melt', /xls$/, 'stepone-7500');
    expect(thresholdSuggest(contaminated, [])).toMatchObject({
      outcome: 'no-gap',
      value: null,
      negatives: 45,
    });
    const full = await searched('rdml-lightcycler480-two-product-mix', /rdml$/, 'lightcycler-480');
    expect(thresholdSuggest(full, [])).toMatchObject({ outcome: 'too-few', empty: 0, full: 50 });
  });

  it('have the unit of the file, RFU/°C or less than one', async () => {
    const wells = await searched('rotorgene-rex-xml', /HOXD12/, 'rotor-gene-q');
    expect(thresholdSuggest(wells, [{ minTemp: 78.4, maxTemp: 84.8 }])).toMatchObject({
      outcome: 'found',
      value: 0.22,
      empty: 8,
      full: 64,
    });
  });
});
