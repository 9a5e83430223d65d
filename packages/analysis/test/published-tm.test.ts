import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openConfiguration, plateAnalyse } from '../src/index.ts';
import { truthJson } from './real-runs.ts';
import { HAS_REFERENCE_DATA, REFERENCE_DATA, WHY_SKIPPED } from './reference-data.ts';

/** °C. */
const TOLERANCE = 0.5;
const FOLDER = 'r-melt-datasets';

type Columns = ReadonlyMap<string, Float64Array>;

function columnsOf(name: string): Columns {
  const text = readFileSync(join(REFERENCE_DATA, FOLDER, name), 'utf8').trim();
  const [heads = [], ...rows] = text.split(/\r?\n/).map((line) => line.split(','));
  return new Map(
    heads.map((head, column) => [
      head.replaceAll('"', '').trim(),
      Float64Array.from(rows.map((row) => Number(row[column])).filter(Number.isFinite)),
    ]),
  );
}

/**
 * The counted Tm of a curve alone, as found by the command line without a kit, and the places of flagged
 * doubts.
 */
function readingOf(columns: Columns, temperatures: string, readings: string) {
  const [temperature, fluorescence] = [columns.get(temperatures), columns.get(readings)];
  if (temperature === undefined || fluorescence === undefined) throw new Error(`no ${readings}`);
  const curve = { temperature, fluorescence, quantity: 'fluorescence' } as const;
  const phases = [{ type: 'MELT', curve }] as const;
  const configuration = openConfiguration('FAM', phases, { minThreshold: null, inversed: false });
  const well = { sampleType: 'DNA', expectedDiagnostic: null, controlGroup: '' } as const;
  const [[call] = []] = plateAnalyse({
    assays: [{ configuration, wells: [{ ...well, position: 'A1', phases }] }],
  });
  const peaks = call?.explanation.phases.flatMap((phase) => phase.peaks) ?? [];
  return {
    counted: peaks.filter(({ accepted }) => accepted).map(({ tm }) => tm),
    flagged: call?.explanation.flags.flatMap(({ code, temperature: tm }) =>
      code === 'unresolved-melt' && tm !== null ? [tm] : [],
    ),
  };
}

const isAmong = (tm: number, found: readonly number[] = []): boolean =>
  found.some((peak) => Math.abs(peak - tm) <= TOLERANCE);

const { dyemelt, DMP } = HAS_REFERENCE_DATA
  ? (truthJson(`${FOLDER}/truth.json`) as {
      readonly dyemelt: { readonly knownTmC: readonly number[] };
      readonly DMP: { readonly tmC: number };
    })
  : { dyemelt: { knownTmC: [] }, DMP: { tmC: 0 } };

describe.skipIf(!HAS_REFERENCE_DATA)(`published Tm of R data sets (else ${WHY_SKIPPED})`, () => {
  const columns = () => columnsOf('dyemelt.converted.csv');

  it.each([
    ['T0', 'EvaGreen'],
    ['T1', 'SybrGreen.I'],
  ])('IMPORT-62 include all four products of dyemelt, %s %s', (temperatures, dye) => {
    const { counted } = readingOf(columns(), temperatures, dye);
    expect(dyemelt.knownTmC.filter((tm) => !isAmong(tm, counted))).toEqual([]);
  });

  // Four products 2.3 to 2.9 °C apart with almost equal heights: with some noise the quality of the second is
  // below the limit.
  it('IMPORT-62 dyemelt, Syto13: three products, and the one at 80.1 °C counted or flagged as a doubt', () => {
    const { counted, flagged } = readingOf(columns(), 'T2', 'Syto13');
    expect(dyemelt.knownTmC).toContain(80.1);
    expect(dyemelt.knownTmC.filter((tm) => tm !== 80.1 && !isAmong(tm, counted))).toEqual([]);
    expect(isAmong(80.1, counted) || isAmong(80.1, flagged)).toBe(true);
  });

  it('IMPORT-62 include the probe of DMP', () => {
    const probes = columnsOf('DMP.converted.csv');
    const [temperatures = '', , , , , sixth = ''] = probes.keys();
    expect(isAmong(DMP.tmC, readingOf(probes, temperatures, sixth).counted)).toBe(true);
  });
});
