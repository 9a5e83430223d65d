import { type Run, assayKey, readAssays } from '@curvewell/domain';

import { isComplete, type ConfiguredWell } from '../src/features/interpretation/interpret/assays.ts';
import { loadConfiguration } from '../src/features/interpretation/interpret/configuration.ts';
import { chartSlopes } from '../src/features/interpretation/chart/stored-slopes.ts';
import { loadChartInput } from '../src/features/interpretation/index.ts';
import { loadStoredCurves, readStoredCurves, unpackCurves } from '../src/curves/index.ts';
import type { Db } from '../src/database/db.ts';
import type { BenchDatabase } from './bench-database.ts';
import type { BareInterpretation, BareLines } from './bare-work.ts';
import { recordStatements } from './recorded.ts';

const WRITES =
  /^\s*(WITH called|SELECT change_wells|(INSERT INTO|UPDATE) "?(public"?\."?)?(interpret|run|well|audit))/;

/** Only interpreting a plate of 384 wells in two channels and drawing its curves. */
export async function plateWork(
  database: BenchDatabase,
): Promise<{ run: Run; interpretation: BareInterpretation; curves: readonly BareLines[] }> {
  let run: Run | undefined;
  const statements = await recordStatements(async () => {
    run = await database.makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  });
  if (run === undefined) throw new Error('it was made');
  const begin = statements.findIndex(({ text }) => /INSERT INTO interpretation \(/.test(text));
  const writes = statements.slice(begin).filter(({ text }) => WRITES.test(text));
  return {
    run,
    interpretation: { runId: run.id, assays: await assaysOf(database.db, run), writes },
    curves: await linesOf(database.db, run),
  };
}

async function assaysOf(db: Db, run: Run): Promise<BareInterpretation['assays']> {
  const rows = await db.well.findMany({
    where: { runId: run.id },
    include: { analysis: { select: { channel: true } } },
  });
  const wells = rows
    .map(({ analysis, ...well }): ConfiguredWell => ({
      ...well,
      channel: analysis.channel,
      expectedDiagnostic: null,
    }))
    .filter(isComplete);
  const snapshot = await db.$transaction((tx) =>
    loadConfiguration(tx, { analyserId: run.analyser, places: wells }),
  );
  const packs = await loadStoredCurves(db, { runId: run.id });
  return readAssays(
    wells,
    new Map(snapshot.assays.map((assay) => [assayKey(assay, assay.channel), assay])),
    packs.map((stored) => ({ ...stored, curves: readStoredCurves(stored) })),
  ).map(({ input }) => input);
}

/** The positions of each well's slopes on a page. */
async function linesOf(db: Db, run: Run): Promise<readonly BareLines[]> {
  const slopes = chartSlopes(await loadChartInput(db, { runId: run.id }));
  const packs = slopes.map((pack) => ({ channel: pack.channel, curves: unpackCurves(pack, 'float32') }));
  return run.analyses.flatMap(({ channel, wells }) =>
    Object.values(wells).map(({ position }) =>
      packs
        .filter((pack) => pack.channel === channel)
        .flatMap(({ curves }) => curves.get(position) ?? [])
        .map(({ temperature, value }) => ({
          x: Float64Array.from(temperature, (at) => (at - 40) * 4.5),
          y: Float64Array.from(value, (slope) => slope / 4),
        })),
    ),
  );
}
