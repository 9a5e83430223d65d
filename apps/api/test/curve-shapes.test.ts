import { interpretationCalls, kitCalls } from '@curvewell/contracts';
import { type CurveShape, type ExpressionSettings, type Run, unpackPoints } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  chartOf,
  expectSameCalls,
  exportedVersion,
  importVersion,
  verifiedAfterApproval,
} from './kit-settings.ts';
import { lisLines } from './ordered-runs.ts';
import { configuration, importedRun, interpretedAs, withWells } from './run-factory.ts';

let test: TestApp;
let versionId = '';

const WILD = 'HOMOZYGOUS_WILD_TYPE';
const MUTATED = 'HOMOZYGOUS_MUTATED';
const SHAPE: CurveShape = {
  channel: 'FAM',
  phase: 'MELT',
  before: [48, 51],
  after: [66, 69],
  background: 'linear',
  alignAt: null,
  references: [WILD, MUTATED],
  distance: 1,
  ratio: 2,
};
const isLike = (like: string): ExpressionSettings => ({
  firstOperand: { shape: 'curve' },
  operator: 'IS',
  secondOperand: { shape: { like } },
});

/** Standards of two genotypes with Tm in one zone, and samples like the one, the other, and neither. */
const MELTS: Readonly<Record<string, number>> = {
  A1: 60.4,
  A2: 60.42,
  A3: 60.38,
  B1: 61.2,
  B2: 61.22,
  B3: 61.18,
  C1: 60.4,
  C2: 61.2,
  C3: 59.6,
  C4: 60.8,
};
const expectedAt = (position: string) =>
  position.startsWith('A') ? MUTATED : position.startsWith('B') ? WILD : null;

async function shapedRun(seed: number): Promise<Run> {
  const run = await importedRun(test, {
    seed,
    wells: Object.entries(MELTS).map(([position, tm]) => ({
      position,
      name: `S-${position}`,
      sampleType: null,
      melts: [{ channel: 'FAM' as const, tm, amplitude: 1000, width: 0.75 }],
    })),
  });
  const body = await configuration(test.db, run);
  const colors = await test.db.diagnosticColor.findMany({ where: { kit: { name: 'LCT-13910' } } });
  const setup = withWells(body, (position) => {
    const color = colors.find(({ diagnosticName }) => diagnosticName === expectedAt(position));
    return color === undefined ? {} : { sampleType: 'STANDARD', expectedDiagnostic: { id: color.id } };
  });
  return interpretedAs(test, run, setup);
}

/** Shapes of the version, and rules of B + D that call by them. */
async function switchOn(): Promise<void> {
  await test.db.kitVersion.update({ where: { id: versionId }, data: { curveShapes: [SHAPE] } });
  const where = { kitVersionId: versionId, channel: 'FAM' as const, zones: { equals: ['B', 'D'] } };
  const [former] = await test.db.combinationRule.findMany({ where });
  if (former === undefined) throw new Error('the kit has no rule of B + D');
  const places = await test.db.combinationRule.findMany({ where });
  await test.db.combinationRule.deleteMany({ where });
  const colors = await test.db.diagnosticColor.findMany({ where: { kit: { name: 'LCT-13910' } } });
  for (const { id: _, expressions: _former, ...place } of places)
    await test.db.combinationRule.createMany({
      data: SHAPE.references.map((name, index) => ({
        ...place,
        order: 900 + index,
        diagnosticColorId: colors.find(({ diagnosticName }) => diagnosticName === name)?.id ?? null,
        expressions: [isLike(name)],
      })),
    });
}

let plain: Run;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  const where = { version: 'v2', kit: { name: 'LCT-13910' } };
  ({ id: versionId } = await test.db.kitVersion.findFirstOrThrow({ where }));
  plain = await shapedRun(7);
  await switchOn();
  run = await shapedRun(7);
}, 90_000);
afterAll(() => test.close());

const shapeAt = async (position: string) => {
  const { explanation } = (await chartOf(test, run)).get(position)!;
  return [explanation.shape?.outcome, explanation.shape?.references[0]?.name, explanation.diagnostic];
};

describe('a run of a kit version whose rules use the shape', () => {
  it('REVIEW-391 is called by the standards of its plate, and neither between nor unlike', async () => {
    expect(await shapeAt('C1')).toEqual(['like', MUTATED, MUTATED]);
    expect(await shapeAt('C2')).toEqual(['like', WILD, WILD]);
    expect((await shapeAt('C3'))[0]).toBe('unlike-any');
    expect((await shapeAt('C3'))[2]).toBeNull();
    expect((await shapeAt('C4'))[0]).toBe('between');
    expect((await shapeAt('C4'))[2]).toBeNull();
    expect(await shapeAt('B2')).toEqual(['like', WILD, WILD]);
  });

  it('REVIEW-392 states the distances in CSV, and is verified from its signed record', async () => {
    const { body } = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
    expect(body).toMatch(
      /C1;FAM;.*;"like Homozygous mutated; nearest Homozygous mutated [\d.]+ %, border [\d.]+ %"/,
    );
    expectSameCalls(await verifiedAfterApproval(test, run), Object.keys(MELTS).length);
  });

  it('EXPORT-165 sends the distance to the nearest reference of each well to the LIS', async () => {
    const lines = await lisLines(test, run);
    const of = (position: string) => lines.find((line) => line['position'] === position);
    expect(of('C1')?.['shape_distance_percent']).toMatch(/^C1 0\.\d\d$/);
    expect(of('C1')?.['shape']).toContain(of('C1')!['shape_distance_percent']!.slice(3));
    expect(Object.keys(lines[0]!).at(-1)).toBe('shape_distance_percent');
  });

  it('EXPORT-182 sends why the shape gives no call, in words and as a code', async () => {
    const lines = await lisLines(test, run);
    const of = (position: string) => lines.find((line) => line['position'] === position);
    expect(of('C3')?.['no_result_codes']).toBe('NO_DIAGNOSTIC SHAPE_UNLIKE_ANY');
    expect(of('C3')?.['no_result_reason']).toMatch(/ Shape of the curve: unlike any reference\.$/);
    expect(of('C4')?.['no_result_codes']).toBe('NO_DIAGNOSTIC SHAPE_BETWEEN');
    expect(of('C4')?.['no_result_reason']).toMatch(/ Shape of the curve: between .* and .*\.$/);
    expect(of('C1')?.['no_result_codes']).toBe('');
  });

  it('REVIEW-393 shows the normalised curves with the settings of the interpretation', async () => {
    const curvesOf = async (login: string, { id }: Run, channel = 'FAM') =>
      test.call(login, 'GET', `/run/${id}/normalised?channel=${channel}`);
    const [group, ...others] = interpretationCalls.normalised.answer.parse(
      (await curvesOf('tech', run)).json(),
    );
    expect(others).toEqual([]);
    expect([group!.shape, group!.usesShape]).toEqual([SHAPE, true]);
    const points = unpackPoints(group!.wells.find(({ position }) => position === 'C1')!.chartPoints!);
    expect(points[0]!.y).toBeCloseTo(100, -0.5);
    expect(points.at(-1)!.y).toBeCloseTo(0, -0.5);
    expect(points.find(({ x }) => Math.abs(x - 60.4) < 0.051)!.y).toBeGreaterThan(40);
    expect((await curvesOf('tech', run, 'TEXAS_RED')).json()).toEqual([]);
    expect((await curvesOf('tech', plain)).json()).toEqual([]);
    expect((await curvesOf('tech.south', run)).statusCode).toBe(404);
  });

  it('REVIEW-394 an earlier run shows the same as before, and a reinterpretation names the change', async () => {
    const { explanation } = (await chartOf(test, plain)).get('C1')!;
    expect([explanation.shape, explanation.diagnostic]).toEqual([undefined, MUTATED]);
    const { configuration: used } = await test.db.interpretation.findFirstOrThrow({
      where: { runId: plain.id },
    });
    expect(JSON.stringify(used)).not.toContain('curveShape');
    const preview = await test.call('tech', 'GET', `/run/${plain.id}/reinterpretation`);
    expect(preview.statusCode, preview.body).toBe(200);
    expect(preview.body).toMatch(/unlike any reference/);
  });
});

describe('the shapes of a kit version', () => {
  const save = async (change: object) => {
    const kit = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const created = await test.call('research', 'POST', '/kit', {
      kit: { id: kit.id },
      kitVersion: { version: `shapes ${Math.random()}`, copyOf: versionId },
    });
    const { kitVersion } = kitCalls.create.answer.parse(created.json());
    const answer = await test.call('research', 'PUT', `/kit/${kitVersion.id}`, {
      kit: { id: kit.id },
      kitVersion: { id: kitVersion.id, revision: kitVersion.revision },
      ...change,
    });
    return { copied: kitVersion.curveShapes, answer };
  };

  it('KIT-246 are copied, and must have regions in order and references of the kit', async () => {
    const refused = async (change: Partial<CurveShape>) => {
      const { copied, answer } = await save({ curveShapes: [{ ...SHAPE, ...change }] });
      expect(copied).toEqual([SHAPE]);
      expect(answer.statusCode).toBe(400);
      return answer.json<{ message: string }>().message;
    };
    expect(await refused({ before: [48, 48.3] })).toMatch(/narrower than 0.5 °C/);
    expect(await refused({ before: [48, 65.5] })).toMatch(/less than 1 °C apart/);
    expect(await refused({ references: [WILD, MUTATED, 'Unheard of'] })).toMatch(/no diagnostic Unheard of/);
  });

  it('KIT-247 cannot be removed while a rule of the version uses them', async () => {
    const without = await save({ curveShapes: null });
    expect(without.answer.json<{ message: string }>().message).toMatch(
      /needs regions and at least one reference/,
    );
    const other = await save({ curveShapes: [{ ...SHAPE, references: [WILD] }] });
    expect(other.answer.json<{ message: string }>().message).toMatch(/not a reference of FAM/);
    const { answer } = await save({ curveShapes: [{ ...SHAPE, distance: 1.5 }] });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('KIT-248 are exported and imported with it', async () => {
    const document = await exportedVersion(test, versionId);
    expect(document.version.curveShapes).toEqual([SHAPE]);
    const answer = await importVersion(test, document, 'shapes imported');
    expect(answer.statusCode, answer.body).toBe(200);
    const imported = await test.db.kitVersion.findFirstOrThrow({ where: { version: 'shapes imported' } });
    expect(imported.curveShapes).toEqual([SHAPE]);
    const { curveShapes: _, ...version } = document.version;
    const bad = await importVersion(test, { ...document, version }, 'shapes without');
    expect(bad.statusCode).toBe(422);
  });
});
