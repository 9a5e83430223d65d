import { setTimeout as sleep } from 'node:timers/promises';

import { isDecidedStatus, type Run } from '@curvewell/domain';

import type { BackgroundProgress } from '../../jobs/background-work.ts';
import { getRun } from '../../features/runs/index.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { isQueued, type JobHandlers } from '../../jobs/jobs.ts';
import type { SeedParts } from '../../product.ts';
import { HISTORY_RUNS, historyPlan, type PlannedRun } from './history-plan.ts';
import { decidePlate, demoActor, importPlate, interpretPlate, submitPlate } from './make-run.ts';

/** Pause between two runs, so that the product stays responsive. */
const PAUSE_MS = 200;
const MINUTE_MS = 60 * 1000;

/**
 * Creates three months of earlier runs while users already work, each through the product's own import,
 * interpretation and decisions. Resumes after a stop; runs that a user has deleted are not created again.
 */
export function demoHistory(
  parts: SeedParts,
  { technician, physician }: { readonly technician: string; readonly physician: string },
): { readonly handlers: JobHandlers; readonly progress: () => Promise<BackgroundProgress | null> } {
  let isOver = false;
  return {
    // Whichever process creates it.
    progress: async () => {
      isOver ||= !(await isQueued(parts.db, 'demo-history'));
      const known = isOver ? null : await knownRuns(parts, technician);
      return known === null ? null : { done: known.size, total: HISTORY_RUNS };
    },
    handlers: {
      'demo-history': async (_, { signal }) => {
        const known = await knownRuns(parts, technician);
        if (known === null) return 'done';
        for (const planned of historyPlan(parts.clock.now())) {
          // Another process continues the job.
          signal.throwIfAborted();
          const dependencies = { ...parts, clock: { now: () => planned.plate.runDate } };
          const tech = await demoActor(parts.db, technician, requestIdOf(planned));
          const decider = await demoActor(parts.db, physician, requestIdOf(planned));
          if (tech === null || decider === null) break;
          const making = { planned, tech, decider, knownId: known.get(planned.number) };
          if (await makeRun(dependencies, making)) await sleep(PAUSE_MS, undefined, { signal });
        }
        return 'done';
      },
    },
  };
}

const REQUEST = 'demo-history-';
const requestIdOf = ({ number }: PlannedRun): string => `${REQUEST}${number}`;

/**
 * The runs of the history that were already imported, by number; the audit trail names deleted ones too.
 * Null: the laboratory has other runs with these numbers and needs no history.
 */
async function knownRuns({ db }: SeedParts, technician: string): Promise<ReadonlyMap<number, string> | null> {
  const actor = await demoActor(db, technician, REQUEST);
  if (actor === null) return null;
  const laboratoryId = actor.laboratory.id;
  const entries = await db.auditEvent.findMany({
    where: { laboratoryId, action: 'run.import', requestId: { startsWith: REQUEST } },
    select: { requestId: true, entityId: true },
  });
  const known = new Map(
    entries.map(({ requestId, entityId }) => [Number(requestId?.slice(REQUEST.length)), entityId ?? '']),
  );
  const others = await db.run.count({
    where: { laboratoryId, businessId: { lte: HISTORY_RUNS }, id: { notIn: [...known.values()] } },
  });
  return others === 0 ? known : null;
}

interface Making {
  readonly planned: PlannedRun;
  readonly tech: LaboratoryCaller;
  readonly decider: LaboratoryCaller;
  readonly knownId: string | undefined;
}

/** Creates a run, or the missing steps after a stop. @returns whether there was anything to do */
async function makeRun(parts: SeedParts, making: Making): Promise<boolean> {
  const { planned, tech, decider, knownId } = making;
  const { plate, outcome } = planned;
  const run =
    knownId === undefined ? await importPlate(parts, tech, plate) : await keptRun(parts, tech, knownId);
  if (run === null || isDone(run, planned)) return knownId === undefined;
  const { id: runId } = run;
  const later = (minutes: number) => {
    const at = new Date(plate.runDate.getTime() + minutes * MINUTE_MS);
    return { ...parts, clock: { now: () => at } };
  };
  if (run.acts.interpreted === null) await interpretPlate(later(20), tech, { run, plate });
  if (run.status === 'RUN_TO_INTERPRET') await submitPlate(later(35), tech, runId);
  if (outcome === 'approved') await decidePlate(later(150), decider, { runId });
  if (outcome === 'rejected') await decidePlate(later(150), decider, { runId, reason: 'Controls failed' });
  return true;
}

/** Null: a user has deleted it. */
async function keptRun(parts: SeedParts, actor: LaboratoryCaller, runId: string): Promise<Run | null> {
  const isThere = (await parts.db.run.count({ where: { id: runId, archivedAt: null } })) > 0;
  return isThere ? getRun(parts.db, actor, { runId }) : null;
}

const STATUS = {
  approved: 'APPROVED',
  rejected: 'REJECTED',
  submitted: 'WAIT_FOR_APPROVAL',
  imported: 'RUN_TO_INTERPRET',
} as const;

/** As far as planned, or further by a user's action. */
const isDone = ({ status }: Run, { outcome }: PlannedRun): boolean =>
  outcome === 'imported' || status === STATUS[outcome] || isDecidedStatus(status);
