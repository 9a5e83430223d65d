import type { Reinterpret } from '@curvewell/contracts';
import {
  type Reinterpretation,
  overridesToDecide,
  type OverrideAnswer,
  type KitFitFinding,
  type Run,
} from '@curvewell/domain';

import { differences, staleError } from '../../../audit/record-audit.ts';
import type { Clock } from '../../../clock.ts';
import { transaction, type Db } from '../../../database/db.ts';
import { AppError, refuse, refuseIssues } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { changeable, changeRun, keepFit, openFit } from '../../runs/index.ts';
import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import { claimRun } from '../interpret/claim-run.ts';
import type { CompareJob, PlateComparison } from './compare-plate.ts';
import { loadPlate, loadReadings, type Plate } from '../interpret/load-plate.ts';
import { carryOver, replaceInterpretation } from './replace-interpretation.ts';
import { loadCurrentInterpretation, type CurrentInterpretation } from './current-wells.ts';
import { putChart, type StoredChart } from '../chart/stored-chart.ts';
import { storeInterpretation, traceOf } from '../interpret/store-interpretation.ts';

interface Dependencies extends AnalysisDependencies {
  readonly clock: Clock;
}

const REINTERPRET = {
  permission: 'canReinterpret',
  refusal:
    'This run cannot be reinterpreted: it is not interpreted yet, is waiting for approval, or is approved.',
} as const;
const COMPARE_PLATE = { file: new URL('compare-plate.ts', import.meta.url), name: 'comparePlate' };

/**
 * Previews a reinterpretation with the current settings and algorithm, beside the current results. Nothing is
 * stored.
 *
 * @throws AppError `not-found`, `illegal-transition`, `invalid-request` with the items that a well lacks
 */
export async function previewReinterpretation(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<Reinterpretation> {
  await changeable(dependencies.db, actor, { runId, ...REINTERPRET });
  return inTurn(dependencies, actor, async () => {
    const found = await readPlate(dependencies.db, actor, runId);
    const { revision, plate, current, fit } = found;
    const { proposal, wells, unchanged, otherFigures, keptOverrides } = await compare(dependencies, {
      actor,
      runId,
      at: dependencies.clock.now(),
      isStored: false,
      ...found,
    });
    return {
      proposal,
      revision,
      wells,
      unchanged,
      otherFigures,
      keptOverrides,
      fit: [...fit],
      then: current.trace,
      now: traceOf(plate),
    };
  });
}

/**
 * Reinterprets a run as previewed. Computes it again and stores it only if it equals the preview. The
 * previous interpretation is kept. A rejected run becomes open again.
 *
 * @throws AppError `not-found`, `busy`, `illegal-transition`, `stale` when the run, its settings or the algorithm
 *   have changed since, `invalid-request` for a rejected run without a reason, for an override without a choice to
 *   keep it, or for a mismatch of kit and file that is not confirmed
 */
export async function reinterpret(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  { runId, ...shown }: Reinterpret & { readonly runId: string },
): Promise<Run> {
  const { db, clock } = dependencies;
  const { status } = await changeable(db, actor, { runId, ...REINTERPRET });
  if (status === 'REJECTED' && shown.reason === undefined) refuse(['reason'], 'Give a reason.');
  return claimRun(db, { runId, laboratoryId: actor.laboratory.id }, () =>
    inTurn(dependencies, actor, async () => {
      const found = await readPlate(db, actor, runId);
      const at = clock.now();
      const compared = await compare(dependencies, { actor, runId, at, isStored: true, ...found });
      const chart = compared.interpreted && (await putChart(db, runId, compared.interpreted.chart));
      return changeRun(db, actor, {
        runId,
        ...REINTERPRET,
        change: async (tx, row) => {
          if (row.revision !== found.revision || row.revision !== shown.revision)
            throw await staleError(tx, actor, 'run', runId);
          const result = asShown({ ...compared, chart }, shown);
          const { reason = null, overrides, confirmedFit } = shown;
          await keepFit(tx, actor, { row, places: found.plate.places, confirmedFit, now: at });
          // A rejected run is reopened first, because a decided run cannot change.
          await tx.run.update({ where: { id: runId }, data: TO_BE_SUBMITTED });
          const formerId = await replaceInterpretation(tx, {
            actor,
            runId,
            at,
            reason,
            status: row.status,
          });
          await storeInterpretation(tx, {
            actor,
            runId,
            at,
            ...result,
            plate: found.plate,
            auditDetails: changeDetails({ found, compared, formerId, status: row.status, reason, overrides }),
            carryOver: (interpretationId) =>
              carryOver(tx, { runId, formerId, interpretationId, overrides, ...compared }),
          });
        },
      });
    }),
  );
}

const TO_BE_SUBMITTED = {
  status: 'RUN_TO_INTERPRET',
  submittedById: null,
  submittedByName: null,
  submittedAt: null,
  decidedById: null,
  decidedByName: null,
  decidedAt: null,
} as const;

const inTurn = <T>({ analysisWorkers }: Dependencies, actor: LaboratoryCaller, work: () => Promise<T>) =>
  // A waiting run is not read yet: it uses no memory, and is interpreted as it is at its turn.
  analysisWorkers.queue.take({ userId: actor.userId, laboratoryId: actor.laboratory.id }, work);

interface Found {
  readonly revision: number;
  readonly plate: Plate;
  readonly current: CurrentInterpretation;
  /** Mismatches of kit and file that nobody has confirmed. */
  readonly fit: readonly KitFitFinding[];
}

/** Reads settings, wells and results from one snapshot. */
async function readPlate(db: Db, actor: LaboratoryCaller, runId: string): Promise<Found> {
  return transaction({ db, actor, isolationLevel: 'RepeatableRead' }, async (tx) => {
    const row = await changeable(tx, actor, { runId, ...REINTERPRET });
    const plate = await loadPlate(tx, { runId, analyserId: row.analyserId });
    const fit = await openFit(tx, { row, places: plate.places });
    return { revision: row.revision, plate, fit, current: await loadCurrentInterpretation(tx, runId) };
  });
}

interface Compared extends Found {
  readonly actor: LaboratoryCaller;
  readonly runId: string;
  readonly at: Date;
  readonly isStored: boolean;
}

async function compare(
  { db, analysisWorkers }: Dependencies,
  { actor, runId, at, isStored, plate, current }: Compared,
): Promise<PlateComparison> {
  const job: CompareJob = {
    plate: {
      ...plate,
      ...(await loadReadings(db, runId)),
      byName: actor.name,
      at: at.toISOString(),
    },
    then: current.snapshot,
    current: current.wells,
    isStored,
  };
  return (await analysisWorkers.run(COMPARE_PLATE, job)) as PlateComparison; // the return type of the exported function
}

/** @throws AppError when the result differs from the preview, or a choice is missing */
function asShown(
  { proposal, wells, interpreted, chart }: PlateComparison & { readonly chart: StoredChart | null },
  shown: Reinterpret,
) {
  if (proposal !== shown.proposal || interpreted === null || chart === null) {
    throw new AppError(
      'stale',
      'The settings or the algorithm have changed since this was shown. Review the changes again.',
    );
  }
  const undecided = new Set(overridesToDecide(wells).map(({ wellId }) => wellId));
  const open = wells.filter(({ wellId }) => undecided.has(wellId) && shown.overrides[wellId] === undefined);
  if (open.length > 0) {
    refuseIssues(
      open.map(({ wellId, position, channel }) => ({
        path: ['body', 'overrides', wellId],
        message: `Decide whether to keep the override of ${position}, ${channel}.`,
      })),
    );
  }
  const other = Object.keys(shown.overrides).find((wellId) => !undecided.has(wellId));
  if (other !== undefined) refuse(['overrides', other], 'This well needs no decision.');
  return { interpreted, chart };
}

interface Replacement {
  readonly found: Found;
  readonly compared: PlateComparison;
  readonly formerId: string;
  readonly status: string;
  readonly reason: string | null;
  readonly overrides: Readonly<Record<string, OverrideAnswer>>;
}

/** The changes from previous to new results, well by well. */
function changeDetails({ found, compared, formerId, status, reason, overrides }: Replacement) {
  const { plate, current } = found;
  const name = (color: { readonly diagnosticLabel: string } | null | undefined) =>
    color?.diagnosticLabel ?? null;
  const { algorithmVersion, softwareVersion, configurationSha256 } = current.trace;
  const { inputSha256: _, ...now } = traceOf(plate);
  return {
    ...differences(
      { algorithmVersion, softwareVersion, configurationSha256, status },
      { ...now, status: TO_BE_SUBMITTED.status },
    ),
    ...(reason !== null && { reason }),
    formerInterpretation: formerId,
    unchanged: compared.unchanged,
    otherFigures: compared.otherFigures,
    ...(found.fit.length > 0 && { confirmedFit: found.fit.map(({ kit, text }) => `${kit}: ${text}`) }),
    changes: compared.wells.map(({ wellId, position, channel, then, now, override: set }) => ({
      position,
      channel,
      from: then === null ? 'not read' : name(then.diagnosticColor),
      to: now === null ? 'not read' : name(now.diagnosticColor),
      ...(set !== null && { byHand: name(set.diagnosticColor), kept: overrides[wellId] === 'keep' }),
    })),
  };
}
