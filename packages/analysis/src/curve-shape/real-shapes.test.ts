import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CurveShape, WellShape } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { realWells } from '../../test/real-runs.ts';
import { HAS_REFERENCE_DATA, REFERENCE_DATA, WHY_SKIPPED } from '../../test/reference-data.ts';
import { curvePrepare } from '../curve/curve-prepare.ts';
import type { MeltCurve } from '../curve/melt-curve.ts';
import { type ShapedWell, wellShapes } from './well-shapes.ts';

interface KnownWell {
  readonly position: string;
  readonly kind: string;
  readonly curve: MeltCurve;
}

/** The shapes of wells of known kinds: the first of each kind with a reference are its standards. */
function shapesOf(
  known: readonly KnownWell[],
  settings: Pick<CurveShape, 'before' | 'after' | 'references'> & Partial<CurveShape>,
  standards: number,
): readonly { readonly kind: string; readonly isStandard: boolean; readonly shape: WellShape }[] {
  const curveShape: CurveShape = {
    channel: 'FAM',
    phase: 'MELT',
    background: 'linear',
    alignAt: null,
    distance: 1,
    ratio: 2,
    ...settings,
  };
  const seen = new Map<string, number>();
  const wells = known.map(({ position, kind, curve }): ShapedWell & { readonly kind: string } => {
    const place = seen.get(kind) ?? 0;
    seen.set(kind, place + 1);
    const isStandard = place < standards && curveShape.references.includes(kind);
    const { clean, faults } = curvePrepare(curve, false);
    return {
      position,
      kind,
      sampleType: isStandard ? 'STANDARD' : 'DNA',
      expectedDiagnostic: isStandard ? kind : null,
      phases: [{ type: 'MELT', phase: { clean, faults } }],
    };
  });
  const shapes = wellShapes(wells, { channel: 'FAM', phases: [], rules: [], curveShape }) ?? [];
  return shapes.map((shape, i) => ({
    kind: wells[i]!.kind,
    isStandard: wells[i]!.sampleType === 'STANDARD',
    shape,
  }));
}

const nameOf = ({ outcome, references }: WellShape): string =>
  outcome === 'like' ? (references[0]?.name ?? '') : outcome;

/** How the samples of each kind were grouped. */
function counts(shapes: ReturnType<typeof shapesOf>): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {};
  for (const { kind, isStandard, shape } of shapes) {
    if (isStandard) continue;
    const row = (found[kind] ??= {});
    row[nameOf(shape)] = (row[nameOf(shape)] ?? 0) + 1;
  }
  return found;
}

/** The wells of the mixed products, by the stated fraction of the first. */
async function mixes(): Promise<readonly KnownWell[]> {
  const folder = 'rdml-lightcycler480-two-product-mix';
  const { wells: stated } = JSON.parse(readFileSync(join(REFERENCE_DATA, folder, 'truth.json'), 'utf8')) as {
    readonly wells: readonly { readonly well: string; readonly artifactFractionPercent: number }[];
  };
  const read = await realWells({ folder, names: /\.rdml$/, profile: 'lightcycler-480' });
  return [...read].flatMap(([name, { readings }]) => {
    const position = name.split(' ').at(-1) ?? '';
    const known = stated.find(({ well }) => well === position);
    const [curve] = readings;
    if (known === undefined || curve === undefined) return [];
    return [{ position, kind: `${known.artifactFractionPercent}`, curve }];
  });
}

/** The tubes of a Rotor-Gene run, by the share of methylated DNA in the names of its standards; others have no known share. */
async function methylated(names: RegExp): Promise<readonly KnownWell[]> {
  const folder = 'rotorgene-rex-xml';
  const { files } = JSON.parse(readFileSync(join(REFERENCE_DATA, folder, 'truth.json'), 'utf8')) as {
    readonly files: Readonly<
      Record<
        string,
        {
          readonly standards: readonly {
            readonly tube: number;
            readonly nominalMethylatedPercent: number | null;
          }[];
        }
      >
    >;
  };
  const standards = Object.entries(files).find(([name]) => names.test(name))?.[1].standards ?? [];
  const read = await realWells({ folder, names, profile: 'rotor-gene-q' });
  return [...read].flatMap(
    ([
      name,
      {
        readings: [curve],
      },
    ]) => {
      const position = name.split(' ').at(-1) ?? '';
      const tube = 12 * (position.charCodeAt(0) - 'A'.charCodeAt(0)) + Number(position.slice(1));
      const share = standards.find((one) => one.tube === tube)?.nominalMethylatedPercent ?? null;
      return curve === undefined ? [] : [{ position, kind: share === null ? 'unknown' : `${share}%`, curve }];
    },
  );
}

/** The columns of a table with one temperature column. */
function table(name: string): readonly { readonly position: string; readonly curve: MeltCurve }[] {
  const rows = readFileSync(join(REFERENCE_DATA, 'r-melt-datasets', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  const [head = [], ...readings] = rows;
  const temperature = Float64Array.from(readings, ([first]) => Number(first));
  return head.slice(1).map((position, column) => ({
    position,
    curve: {
      temperature,
      fluorescence: Float64Array.from(readings, (row) => Number(row[column + 1])),
      quantity: 'fluorescence',
    },
  }));
}

const total = (row: Readonly<Record<string, number>> = {}): number =>
  Object.values(row).reduce((sum, count) => sum + count, 0);

describe.skipIf(!HAS_REFERENCE_DATA)(`DIAG-79 real curves of known products, unless ${WHY_SKIPPED}`, () => {
  const regions = {
    before: [75, 77],
    after: [89, 91],
    references: ['0', '50', '100'],
  } satisfies Partial<CurveShape>;

  it('mixes of two products are like their own standards, and other mixes like none but one', async () => {
    const found = counts(shapesOf(await mixes(), { ...regions, background: 'exponential' }, 4));
    expect([found['0'], found['50'], found['100']]).toEqual([{ 0: 6 }, { 50: 6 }, { 100: 6 }]);
    const others = [found['25'], found['75']].map((row) => [
      total(row),
      (row?.['between'] ?? 0) + (row?.['unlike-any'] ?? 0),
    ]);
    // One mix of 25 % lies within the border of the pure product, which its four standards scatter into.
    expect(others).toEqual([
      [10, 9],
      [10, 10],
    ]);
  });

  /** Counts over every choice of neighbouring standards, so that no figure depends on a lucky one. */
  async function overChoices(references: readonly string[]): Promise<ReturnType<typeof counts>> {
    const kinds = [...Map.groupBy(await mixes(), ({ kind }) => kind).values()];
    const choices = Array.from({ length: 10 }, (_, first) =>
      kinds.flatMap((wells) => [...wells.slice(first), ...wells.slice(0, first)]),
    );
    const settings = {
      ...regions,
      references: [...references],
      background: 'exponential',
    } satisfies Partial<CurveShape>;
    return counts(choices.flatMap((known) => shapesOf(known, settings, 4)));
  }

  it('DIAG-94 whichever wells are the standards, no mix with standards is called another, and some without are', async () => {
    const found = await overChoices(['0', '50', '100']);
    expect(found).toEqual({
      0: { 0: 47, 'unlike-any': 1, 'not-known': 12 },
      50: { 50: 48, 'not-known': 12 },
      100: { 100: 45, 'unlike-any': 3, 'not-known': 12 },
      25: { 0: 9, 50: 1, between: 70, 'not-known': 20 },
      75: { between: 59, 'unlike-any': 21, 'not-known': 20 },
    });
    // With standards of the pure products only.
    expect(await overChoices(['0', '100'])).toEqual({
      0: { 0: 30, 'not-known': 30 },
      100: { 100: 29, 'unlike-any': 1, 'not-known': 30 },
      25: { 0: 25, 'unlike-any': 25, 'not-known': 50 },
      50: { 'unlike-any': 50, 'not-known': 50 },
      75: { between: 45, 'unlike-any': 5, 'not-known': 50 },
    });
  });

  it('the same wells are not known over straight lines, which cross under this dye', async () => {
    const shapes = shapesOf(await mixes(), regions, 4);
    expect(new Set(shapes.map(({ shape }) => shape.outcome))).toEqual(new Set(['not-known']));
    expect(shapes.some(({ shape }) => shape.fault === 'backgrounds-cross')).toBe(true);
  });

  it.each([
    [/PRAC/, [66, 69], [83, 86], '100%'],
    // Its highest standard.
    [/HOXD12/, [74.5, 77], [85, 88], '50%'],
  ] as const)(
    'duplicate standards of methylation scatter too much, so %s has no known shape',
    async (names, before, after, most) => {
      const known = await methylated(names);
      const regions = {
        before: [...before],
        after: [...after],
        references: ['0%', most],
      } satisfies Partial<CurveShape>;
      for (const background of ['linear', 'exponential'] as const) {
        const shapes = shapesOf(known, { ...regions, background }, 2);
        expect(shapes).toHaveLength(72);
        expect(new Set(shapes.map(({ shape }) => shape.outcome))).toEqual(new Set(['not-known']));
      }
    },
  );

  it('96 wells of one product are within the border of four of them, but for five that melt elsewhere', () => {
    const wells = table('C317.melt.hr.converted.csv').map((well) => ({ ...well, kind: 'P' }));
    // Near the only reference, a curve is not known: another genotype may be as near.
    const one = { before: [80, 82], after: [87, 89], references: ['P'] } satisfies Partial<CurveShape>;
    expect(counts(shapesOf(wells, one, 4))['P']).toEqual({ 'not-known': 87, 'unlike-any': 5 });
    expect(counts(shapesOf(wells, { ...one, alignAt: 20 }, 4))['P']).toEqual({ 'not-known': 92 });
  });

  it('a mutated and a native probe without replicates are not known', () => {
    const wells = table('DualHyb.converted.csv')
      .slice(2)
      .map((well) => ({ ...well, kind: well.position }));
    const pair = {
      before: [62, 65],
      after: [90, 94],
      references: wells.map(({ kind }) => kind),
    } satisfies Partial<CurveShape>;
    const shapes = shapesOf(wells, pair, 1);
    expect(shapes.map(({ shape }) => shape.outcome)).toEqual(['not-known', 'not-known']);
  });
});
