import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import { readRows } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { KeptJson, PreparedJson } from '../../../formats/response-bodies.ts';
import { onShelf } from '../../runs/index.ts';
import { CHART_VERSION } from './chart-answer.ts';
import { loadChartInput } from './interpreted-wells.ts';
import { bodyOf, putChart, type KeptBody } from './stored-chart.ts';

/** The answer for a run that is not interpreted. */
const NO_WELLS = '[]';

/**
 * The stored chart of a run. A client whose copy is current gets that answer before the chart is read.
 *
 * @throws AppError `not-found`
 */
export async function readChart(
  dependencies: AnalysisDependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<KeptJson | PreparedJson> {
  const [run] = await readRows<{ interpretationId: string | null }>(
    dependencies.db,
    Prisma.sql`
      SELECT i.id AS "interpretationId" FROM run r LEFT JOIN interpretation i ON i.run_id = r.id AND i.laboratory_id = r.laboratory_id
      WHERE r.id = ${runId}::uuid AND ${onShelf(actor, 'live')}`,
  );
  if (run === undefined) throw notFound('run');
  if (run.interpretationId === null) return new PreparedJson(NO_WELLS);
  return new KeptJson({
    tag: `${run.interpretationId}.${CHART_VERSION}`,
    read: () => storedChart(dependencies, { runId }),
  });
}

/** The current interpretation of a run, or a superseded one. */
interface Interpreted {
  readonly runId: string;
  readonly formerId?: string;
}

interface Kept extends KeptBody {
  readonly id: string;
  readonly laboratoryId: string;
  /**
   * Whether a chart that is computed now is stored. That of a decided run is not, because another release may compress it
   * into other bytes than those whose hash was signed.
   */
  readonly isStorable: boolean;
}

/** The gzipped chart. The caller checks that the run belongs to the laboratory and is interpreted. */
export async function storedChart(
  { db, analysisWorkers }: AnalysisDependencies,
  interpreted: Interpreted,
): Promise<Uint8Array> {
  const [kept] = await readRows<Kept>(
    db,
    Prisma.sql`
      SELECT i.id, i.laboratory_id AS "laboratoryId", c.body, c.body_sha256 AS "bodySha256",
        r.decided_at IS NULL OR (i.run_id IS NULL AND EXISTS (SELECT FROM interpretation_chart o
          WHERE o.interpretation_id = i.id AND o.laboratory_id = i.laboratory_id)) AS "isStorable"
      FROM interpretation i
        JOIN run r ON r.id = coalesce(i.run_id, i.former_run_id) AND r.laboratory_id = i.laboratory_id
        LEFT JOIN interpretation_chart c ON c.interpretation_id = i.id AND c.laboratory_id = i.laboratory_id AND c.version = ${CHART_VERSION}
          AND (r.decided_at IS NULL OR i.run_id IS NULL OR ${IS_SIGNED})
      WHERE ${whichOne(interpreted)}`,
  );
  const found = kept && (await bodyOf(db, interpreted.runId, kept));
  if (found) return found;
  // No chart is stored, or only one of an older format, or one that was not signed.
  const input = await loadChartInput(db, interpreted);
  const body = await analysisWorkers.chartAnswer(input);
  // Another interpretation may have replaced the one that was found above.
  if (kept === undefined || input.interpretationId !== kept.id) return body;
  const { id: interpretationId, laboratoryId } = kept;
  if (!kept.isStorable) return body;
  const chart = await putChart(db, interpreted.runId, body);
  await db.$executeRaw`
    INSERT INTO interpretation_chart (interpretation_id, laboratory_id, version, body, body_sha256)
    VALUES (${interpretationId}::uuid, ${laboratoryId}::uuid, ${chart.version}, ${chart.body}, ${chart.bodySha256})
    ON CONFLICT ON CONSTRAINT interpretation_chart_pkey
      DO UPDATE SET version = excluded.version, body = excluded.body, body_sha256 = excluded.body_sha256`;
  return body;
}

/**
 * Whether the entry of the decision has a hash of a chart in the format of `c`. The hash itself is compared when the record
 * is checked; if it differs, the run is shown as changed.
 */
const IS_SIGNED = Prisma.sql`(
  SELECT e.details -> 'chart' ->> 'version' FROM audit_event e
  WHERE e.laboratory_id = r.laboratory_id AND e.entity = 'run' AND e.entity_id = r.id::text
    AND e.action IN ('run.approve', 'run.reject')
  ORDER BY e.number DESC LIMIT 1) = c.version::text`;

const whichOne = ({ runId, formerId }: Interpreted): Prisma.Sql =>
  formerId === undefined
    ? Prisma.sql`i.run_id = ${runId}::uuid`
    : Prisma.sql`i.former_run_id = ${runId}::uuid AND i.id = ${formerId}::uuid`;
