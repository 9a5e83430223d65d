import { expect, test } from 'vitest';

import { channelRuleFaults } from '../settings/channel-rule-faults.ts';
import { rulesWithResults, sentResultDiagnostic } from '../settings/rule-results.ts';
import { curveShapeIssues } from '../settings/shape-issues.ts';
import { kitDocumentSchema } from './kit-document.ts';
import type { SeenPeak } from '../call/melt-summary.ts';
import { starterCurves, starterKit, type StarterCurves, type StarterStart } from './starter-kit.ts';
import { shapeRegions } from './starter-shape.ts';

const peaksAt = (...tms: readonly number[]): SeenPeak[] =>
  tms.map((tm, index) => ({ position: `A${index + 1}`, tm, height: 400 }));
const curves = (channel: StarterCurves['channel'], ...tms: readonly number[]): StarterCurves => ({
  channel,
  phase: 'MELT',
  range: [60, 95],
  peaks: peaksAt(...tms),
});
const FAM = curves('FAM', 70, 70.1, 78, 78.1, 86, 86.1);
const HEX = curves('HEX', 72, 72.1, 80, 80.1);
/** Each peak in another place, as in a channel without a dye. */
const NOISE = curves('CY5', 61, 64, 67, 70, 73, 76);

function made(start: StarterStart, all: readonly StarterCurves[]) {
  const started = starterCurves(all, start);
  if (started === null) throw new Error('no curves');
  const kit = starterKit({
    name: 'Own',
    reactionBuffer: 'Standard',
    analyser: 'LightCycler 480',
    start,
    curves: started.curves,
  });
  expect(kitDocumentSchema.parse(kit)).toEqual(kit);
  return { kit, isClear: started.isClear, channels: kit.configurations[0]?.channels ?? [] };
}

test('KIT-300 a panel has a zone on each common peak of each clear channel, and a product for each zone', () => {
  const { kit, isClear, channels } = made('panel', [FAM, NOISE, HEX]);
  expect(isClear).toBe(true);
  expect(
    channels.map(({ name, phases, rules }) => [
      name,
      phases[0]?.zones.map((zone) => [zone.name, zone.minTemp, zone.maxTemp]),
      rules.map(({ zones, diagnostic }) => [zones.join('+'), diagnostic]),
    ]),
  ).toEqual([
    [
      'FAM',
      [
        ['A', 69, 71.1],
        ['B', 77, 79.1],
        ['C', 85, 87.1],
      ],
      [
        ['', 'NEGATIVE'],
        ['A', 'Product 1'],
        ['B', 'Product 2'],
        ['C', 'Product 3'],
      ],
    ],
    [
      'HEX',
      [
        ['A', 71, 73.1],
        ['B', 79, 81.1],
      ],
      [
        ['', 'NEGATIVE'],
        ['A', 'Product 4'],
        ['B', 'Product 5'],
      ],
    ],
  ]);
  const colours = kit.kit.diagnostics.map(({ color }) => color);
  expect(new Set(colours).size).toBe(6);
});

test('KIT-300 the sample of a panel has one result: a product alone, or none in every channel', () => {
  const { kit } = made('panel', [FAM, HEX]);
  const rules = kit.version.channelRules ?? [];
  const diagnostics = kit.kit.diagnostics.map(sentResultDiagnostic);
  const asText = rulesWithResults(rules, diagnostics)?.map(
    ({ conditions, result }) =>
      `${conditions.map(({ diagnostic }) => diagnostic).join(' ')}: ${result.name} ${result.meaning}`,
  );
  expect(asText).toEqual([
    ...[1, 2, 3].map((n) => `Product ${n} NEGATIVE: Product ${n} positive`),
    ...[4, 5].map((n) => `NEGATIVE Product ${n}: Product ${n} positive`),
    'NEGATIVE NEGATIVE: No product negative',
  ]);
  const read = ['FAM', 'HEX'] as const;
  expect(channelRuleFaults(rules, { diagnostics, channels: read, read })).toEqual([]);
  // One channel says all.
  expect(made('panel', [FAM]).kit.version.channelRules).toBeUndefined();
});

test('KIT-300 without common peaks a panel is a guess on one channel', () => {
  const { isClear, channels } = made('panel', [NOISE]);
  expect([isClear, channels.length, channels[0]?.phases[0]?.zones.length]).toEqual([false, 1, 1]);
  const twelve = Array.from({ length: 12 }, (_, index) => [61 + 2.5 * index, 61.1 + 2.5 * index]).flat();
  expect(made('panel', [curves('FAM', ...twelve)]).channels[0]?.phases[0]?.zones.length).toBeLessThanOrEqual(
    8,
  );
});

test('KIT-301 shapes start with one zone, regions beside it and two groups with a reference each', () => {
  const { kit, channels } = made('shapes', [curves('FAM', 80, 80.1, 80.6, 80.7)]);
  const [shape] = kit.version.curveShapes ?? [];
  expect(shape).toMatchObject({ before: [74, 77], after: [83.7, 86.7], references: ['Group A', 'Group B'] });
  expect(curveShapeIssues(shape!, new Set(['Group A', 'Group B']))).toEqual([]);
  expect(channels[0]?.rules.map(({ zones, expressions }) => [zones, expressions[0]?.secondOperand])).toEqual([
    [[], undefined],
    [['A'], { shape: { like: 'Group A' } }],
    [['A'], { shape: { like: 'Group B' } }],
  ]);
});

test('KIT-312 the zone of a kit with groups by shape covers all variants, and no distant product', () => {
  const zoneOf = (...tms: readonly number[]) => {
    const [zone] = made('shapes', [curves('FAM', ...tms)]).channels[0]?.phases[0]?.zones ?? [];
    return [zone?.minTemp, zone?.maxTemp];
  };
  expect(zoneOf(80.4, 80.4, 80.4, 82.7, 82.7)).toEqual([79.4, 83.7]);
  expect(zoneOf(80.4, 80.4, 80.4, 88, 88)).toEqual([79.4, 81.4]);
  // One well proves no variant.
  expect(zoneOf(80.4, 80.4, 80.4, 82.7)).toEqual([79.4, 81.4]);
});

test('KIT-301 regions end where the readings do', () => {
  expect(shapeRegions([80, 82])).toEqual({ before: [75, 78], after: [84, 87] });
  expect(shapeRegions([80, 82], [77, 85])).toEqual({ before: [77, 78], after: [84, 85] });
  // The least width remains: dragging shows where there is room.
  expect(shapeRegions([80, 82], [79, 83])).toEqual({ before: [79, 79.5], after: [82.5, 83] });
});
