import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ANALYSER_PROFILES, readRun } from '@curvewell/instruments';
import { expect, test } from 'vitest';

import { HAS_REFERENCE_DATA, REFERENCE_DATA } from '../test/reference-data.ts';
import { plateAnalyse } from './index.ts';

const FILE = join(REFERENCE_DATA, 'rdml-lightcycler480-two-product-mix/meltingcurveanalysis.rdml');

const zone = (name: string, minTemp: number, maxTemp: number) => ({
  name,
  minTemp,
  maxTemp,
  label: name,
  minThreshold: null,
  minQuality: null,
});

// Shapes learnt from wells of one product used to absorb the second product of four mixed wells as misfit.
test.skipIf(!HAS_REFERENCE_DATA)(
  'the 50 real wells of two mixed products are called by their groups',
  async () => {
    const profile = ANALYSER_PROFILES.find(({ id }) => id === 'lightcycler-480');
    if (profile === undefined) throw new Error('the LightCycler 480 has a profile');
    const run = await readRun([{ name: 'mix.rdml', bytes: readFileSync(FILE) }], { profile });
    const phase = {
      phaseType: 'MELT',
      minThreshold: 0.3,
      slopeThreshold: 4.72,
      minQuality: 0.4,
      inversed: false,
    } as const;
    const [calls = []] = plateAnalyse({
      assays: [
        {
          configuration: {
            channel: 'FAM',
            phases: [{ ...phase, zones: [zone('A', 77.5, 82), zone('B', 83.8, 87.5)] }],
            rules: [],
          },
          wells: run.curves.map(({ position, phase: type, temperature, value, quantity }) => ({
            position,
            sampleType: 'DNA' as const,
            expectedDiagnostic: null,
            controlGroup: '',
            phases: [{ type, curve: { temperature, fluorescence: value, quantity } }],
          })),
        },
      ],
    });
    const nameOf = new Map(run.wells.map(({ position, name }) => [position, name]));
    const groups = Map.groupBy(calls, ({ position }) => nameOf.get(position) ?? '');
    const combinations = [...groups].map(([mix, ofMix]) => [
      mix,
      [...new Set(ofMix.map(({ explanation }) => explanation.combination))],
    ]);
    expect(Object.fromEntries(combinations)).toEqual({
      A0_CRE100: ['B'],
      // At a quarter, the first product is only a shoulder of the second one's peak.
      A25_CRE75: ['B'],
      A50_CRE50: ['A + B'],
      A75_CRE25: ['A + B'],
      A100_CRE0: ['A'],
    });
  },
);
