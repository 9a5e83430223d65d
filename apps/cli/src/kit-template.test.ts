import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ALGORITHM_VERSION } from '@curvewell/analysis';
import { syntheticCurve } from '@curvewell/analysis/test/synthetic';
import type { RunFile } from '@curvewell/instruments';
import { describe, expect, it } from 'vitest';

import { runAnalyse } from './analyse-run.ts';
import { kitRead } from './kit-read.ts';
import { kitTemplate } from './kit-template.ts';
import { optionsParse, UsageError } from './options.ts';
import { runRead } from './read-input.ts';

const SETTINGS = {
  kit: null,
  plate: new Map(),
  minThreshold: null,
  inversed: false,
  algorithm: ALGORITHM_VERSION,
};
const FOR = { analyser: 'LightCycler 480', buffer: null };

/** A run of wells with products at the given temperatures. */
function run(wells: readonly (readonly number[])[]): RunFile {
  const curves = wells.map((tms, index) => {
    const products = tms.map((tm): [number, number] => [tm, 1000]);
    const { temperature, fluorescence } = syntheticCurve({ products, seed: index });
    return {
      position: `A${index + 1}`,
      channel: 'FAM',
      dye: 'FAM',
      phase: 'MELT',
      quantity: 'fluorescence',
      temperature,
      value: fluorescence,
    };
  });
  // The command line uses only the curves and wells of a run.
  return { curves, wells: [], amplification: [] } as unknown as RunFile;
}

describe('a kit template', () => {
  it('IMPEXP-101 has a zone for every product in the wells, and a rule for every combination of them', () => {
    const wells = runAnalyse(run([[55], [55.2], [64], [54.9, 64.1], []]), SETTINGS);
    const [configuration] = kitTemplate(wells, FOR).configurations;
    const [channel] = configuration?.channels ?? [];
    const zones = channel?.phases[0]?.zones ?? [];
    expect(zones.map(({ name }) => name)).toEqual(['A', 'B']);
    for (const [index, tm] of [55, 64].entries()) {
      const { minTemp = NaN, maxTemp = NaN } = zones[index] ?? {};
      expect([minTemp < tm - 0.5, maxTemp > tm + 0.5, maxTemp - minTemp < 3]).toEqual([true, true, true]);
    }
    expect(channel?.rules.map(({ zones: letters, diagnostic }) => [letters.join(''), diagnostic])).toEqual([
      ['', 'NEGATIVE'],
      ['A', null],
      ['B', null],
      ['AB', null],
    ]);
  });

  it('IMPEXP-101 separates the zones of close products', () => {
    const wells = runAnalyse(run([[58], [60], [62], [64]]), SETTINGS);
    const zones = kitTemplate(wells, FOR).configurations[0]?.channels[0]?.phases[0]?.zones ?? [];
    expect(zones).toHaveLength(4);
    for (const [index, { minTemp }] of zones.entries()) {
      expect(minTemp).toBeGreaterThan(zones[index - 1]?.maxTemp ?? 0);
    }
  });

  it('IMPEXP-101 has no more zones than a channel may have', () => {
    const tms = [35, 39, 43, 47, 51, 55, 59, 63, 67, 71];
    const phase = {
      phaseType: 'MELT',
      minThreshold: 1,
      slopeThreshold: 4,
      minQuality: 0.4,
      inversed: false,
      zones: [],
    };
    const wells = tms.map((tm, index) => ({
      position: `A${index + 1}`,
      channel: 'FAM',
      curves: [],
      configuration: { channel: 'FAM', phases: [phase], rules: [] },
      explanation: { phases: [{ type: 'MELT', peaks: [{ accepted: true, tm }] }] },
    }));
    // The template uses only the peaks and phases of a well.
    const document = kitTemplate(wells as unknown as Parameters<typeof kitTemplate>[0], FOR);
    expect(document.configurations[0]?.channels[0]?.phases[0]?.zones).toHaveLength(8);
  });

  it('IMPEXP-101 has one zone to edit without files, for the given analyser and buffer', () => {
    const options = optionsParse(['--kit-template', '--analyser', 'QuantStudio', '--buffer', 'RB-9']);
    expect(options).toMatchObject({ kitTemplate: true, files: [], analyser: 'QuantStudio', buffer: 'RB-9' });
    const document = kitTemplate([], { analyser: 'QuantStudio', buffer: 'RB-9' });
    expect(document.configurations).toMatchObject([
      { analyser: 'QuantStudio', reactionBuffer: 'RB-9', status: 'NOT_VALIDATED' },
    ]);
    expect(document.configurations[0]?.channels[0]?.phases[0]?.zones).toHaveLength(1);
    expect(() => kitTemplate([], { analyser: ' ', buffer: null })).toThrow(UsageError);
    expect(() => optionsParse(['--kit-template', '--kit', 'kit.json'])).toThrow(UsageError);
  });
});

const SAMPLE = join(import.meta.dirname, '../../../docs/kits/lightcycler-two-product-mix.json');
const FOLDER = join(
  process.env['REFERENCE_DATA'] ?? join(import.meta.dirname, '../../../../shared/data'),
  'rdml-lightcycler480-two-product-mix',
);
const MIX = join(FOLDER, 'meltingcurveanalysis.rdml');
const ANY = { analyser: null, buffer: null };

describe('the sample kit of two mixed products', () => {
  it('IMPEXP-102 is valid like any exported kit version', async () => {
    const [channel] = await kitRead(SAMPLE, ANY);
    expect(channel?.phases[0]?.zones.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  it.skipIf(!existsSync(MIX))('IMPEXP-102 calls the 50 real wells by their mix', async () => {
    const { run: mix } = await runRead([MIX], {});
    const wells = runAnalyse(mix, { ...SETTINGS, kit: await kitRead(SAMPLE, ANY) });
    const names = new Map(mix.wells.map(({ position, name }) => [position, name ?? '']));
    const calls = new Map<string, Set<string>>();
    let withoutCall = 0;
    for (const { position, explanation } of wells) {
      const name = names.get(position) ?? '';
      if (explanation.diagnostic === null) withoutCall += 1;
      else calls.set(name, (calls.get(name) ?? new Set()).add(explanation.diagnostic));
    }
    expect(wells).toHaveLength(50);
    expect(Object.fromEntries([...calls].map(([name, ofMix]) => [name, [...ofMix]]))).toEqual({
      A0_CRE100: ['HOMOZYGOUS_MUTATED'],
      // At a quarter, the first product is only a shoulder of the second one's peak.
      A25_CRE75: ['HOMOZYGOUS_MUTATED'],
      A50_CRE50: ['HETEROZYGOUS'],
      A75_CRE25: ['HETEROZYGOUS'],
      A100_CRE0: ['HOMOZYGOUS_WILD_TYPE'],
    });
    // A second product melts outside all zones, so the genotype of these is unknown.
    expect(withoutCall).toBe(8);
  });
});
