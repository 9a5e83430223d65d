import type { FormerInterpretation } from '@curvewell/domain';

import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import type { Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { KeptJson } from '../../../formats/response-bodies.ts';
import { wellDiagnosticOf } from '../../diagnostics/index.ts';
import { readRun } from '../../runs/index.ts';
import { CHART_VERSION } from '../chart/chart-answer.ts';
import { storedChart } from '../chart/read-chart.ts';
import { loadOverrides } from '../results/load-results.ts';

/**
 * The superseded interpretations of a run, newest first; includes archived runs.
 *
 * @throws AppError `not-found`
 */
export async function previousInterpretations(
  db: Db,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<FormerInterpretation[]> {
  await readRun(db, actor, { runId, shelf: 'any' });
  const rows = await db.interpretation.findMany({
    where: { formerRunId: runId },
    orderBy: { replacedAt: 'desc' },
    select: {
      id: true,
      algorithmVersion: true,
      softwareVersion: true,
      configurationSha256: true,
      interpretedByName: true,
      interpretedAt: true,
      replacedByName: true,
      replacedAt: true,
      replacedReason: true,
      replacedStatus: true,
    },
  });
  const overrides = await loadOverrides(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    algorithmVersion: row.algorithmVersion,
    softwareVersion: row.softwareVersion,
    configurationSha256: row.configurationSha256,
    byName: row.interpretedByName,
    at: row.interpretedAt.toISOString(),
    ...replacement(row),
    updatedDiagnostics: overrides
      .filter(({ interpretationId }) => interpretationId === row.id)
      .map(({ wellId, ...one }) => ({ wellId, ...wellDiagnosticOf(one) })),
  }));
}

type Replacement = Pick<FormerInterpretation, 'replacedByName' | 'replacedAt' | 'reason' | 'status'>;

function replacement(row: {
  readonly replacedByName: string | null;
  readonly replacedAt: Date | null;
  readonly replacedReason: string | null;
  readonly replacedStatus: FormerInterpretation['status'] | null;
}): Replacement {
  const { replacedByName, replacedAt, replacedReason, replacedStatus } = row;
  if (replacedByName === null || replacedAt === null || replacedStatus === null)
    throw new Error('a previous interpretation must name who replaced it');
  return {
    replacedByName,
    replacedAt: replacedAt.toISOString(),
    reason: replacedReason,
    status: replacedStatus,
  };
}

/** The stored chart of a superseded interpretation. @throws AppError `not-found` */
export async function previousChart(
  dependencies: AnalysisDependencies,
  actor: LaboratoryCaller,
  { runId, interpretationId }: { readonly runId: string; readonly interpretationId: string },
): Promise<KeptJson> {
  await readRun(dependencies.db, actor, { runId, shelf: 'any' });
  const former = { id: interpretationId, formerRunId: runId };
  if ((await dependencies.db.interpretation.count({ where: former })) === 0) throw notFound('interpretation');
  return new KeptJson({
    tag: `${interpretationId}.${CHART_VERSION}`,
    read: () => storedChart(dependencies, { runId, formerId: interpretationId }),
  });
}
