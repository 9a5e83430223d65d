import type { Run } from '@curvewell/domain';

import { staleError } from '../../../audit/record-audit.ts';
import type { Clock } from '../../../clock.ts';
import { transaction, type Db } from '../../../database/db.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { changeRun, changeable, keepFit, requireFit } from '../../runs/index.ts';
import { traced } from '../../../telemetry/trace-channels.ts';
import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import { putChart } from '../chart/stored-chart.ts';
import { requireChosenKits } from './chosen-kits.ts';
import { claimRun } from './claim-run.ts';
import { loadPlate, loadReadings, type Plate } from './load-plate.ts';
import { storeInterpretation } from './store-interpretation.ts';

interface Dependencies extends AnalysisDependencies {
  readonly clock: Clock;
}

const INTERPRET = { permission: 'canConfigure', refusal: 'This run is already interpreted.' } as const;

/**
 * Interprets the set wells of a run. Reads the run, computes in a worker without holding a connection, and
 * stores the result in one transaction if the run is unchanged. A crash leaves the run as it was.
 *
 * @throws AppError `not-found`, `busy` while it is being interpreted, `illegal-transition` once it is, `stale` when
 *   it was changed meanwhile, `invalid-request` with every item that a well lacks, and where a kit does not fit the
 *   files or is not one of step 1, `too-many-requests` when the queue is full, `timed-out`
 */
export async function interpretRun(
  { db, clock, analysisWorkers }: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<Run> {
  await changeable(db, actor, { runId, ...INTERPRET });
  return claimRun(db, { runId, laboratoryId: actor.laboratory.id }, () =>
    // A waiting run is not read yet: it uses no memory, and is interpreted as it is at its turn.
    analysisWorkers.queue.take({ userId: actor.userId, laboratoryId: actor.laboratory.id }, () =>
      traced('interpret run', async () => {
        const { revision, plate } = await readPlate(db, actor, runId);
        const at = clock.now();
        const interpreted = await analysisWorkers.interpretPlate({
          ...plate,
          ...(await loadReadings(db, runId)),
          byName: actor.name,
          at: at.toISOString(),
        });
        const chart = await putChart(db, runId, interpreted.chart);
        return changeRun(db, actor, {
          runId,
          ...INTERPRET,
          change: async (tx, row) => {
            if (row.revision !== revision) throw await staleError(tx, actor, 'run', runId);
            await keepFit(tx, actor, { row, places: plate.places, confirmedFit: [], now: at });
            await storeInterpretation(tx, { actor, runId, at, plate, interpreted, chart });
          },
        });
      }),
    ),
  );
}

/** Reads settings and wells from one snapshot. */
async function readPlate(
  db: Db,
  actor: LaboratoryCaller,
  runId: string,
): Promise<{ readonly revision: number; readonly plate: Plate }> {
  return transaction({ db, actor, isolationLevel: 'RepeatableRead' }, async (tx) => {
    const row = await changeable(tx, actor, { runId, ...INTERPRET });
    const plate = await loadPlate(tx, { runId, analyserId: row.analyserId });
    await requireFit(tx, { row, places: plate.places });
    await requireChosenKits(tx, { runId, places: plate.places });
    return { revision: row.revision, plate };
  });
}
