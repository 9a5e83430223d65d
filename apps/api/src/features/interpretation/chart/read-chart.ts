import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { KeptJson, PreparedJson } from '../../../formats/response-bodies.ts';
import { onShelf } from '../../runs/index.ts';
import type { AnalysisWorkers } from '../threads/analysis-workers.ts';
import { CHART_VERSION } from './chart-answer.ts';
import { loadChartInput } from './interpreted-wells.ts';

interface Dependencies {
  readonly db: Db;
  readonly analysisWorkers: AnalysisWorkers;
}

/** The answer for a run that is not interpreted. */
const NO_WELLS = '[]';

/**
 * The stored chart of a run. A client whose copy is current gets that answer before the chart is read.
 *
 * @throws AppError `not-found`
 */
export async function readChart(
  dependencies: Dependencies,
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

/** The gzipped chart. The caller checks that the run belongs to the laboratory and is interpreted. */
export async function storedChart(
  { db, analysisWorkers }: Dependencies,
  interpreted: Interpreted,
): Promise<Uint8Array> {
  const [kept] = await readRows<{ id: string; laboratoryId: string; body: Uint8Array | null }>(
    db,
    Prisma.sql`
      SELECT i.id, i.laboratory_id AS "laboratoryId", c.body
      FROM interpretation i
        LEFT JOIN interpretation_chart c ON c.interpretation_id = i.id AND c.laboratory_id = i.laboratory_id AND c.version = ${CHART_VERSION}
      WHERE ${whichOne(interpreted)}`,
  );
  if (kept?.body) return kept.body;
  // No chart is stored, or only one of an older format.
  const body = await analysisWorkers.chartAnswer(await loadChartInput(db, interpreted));
  if (kept === undefined) return body;
  const { id: interpretationId, laboratoryId } = kept;
  await db.$executeRaw`
    INSERT INTO interpretation_chart (interpretation_id, laboratory_id, version, body)
    VALUES (${interpretationId}::uuid, ${laboratoryId}::uuid, ${CHART_VERSION}, ${body})
    ON CONFLICT ON CONSTRAINT interpretation_chart_pkey DO UPDATE SET version = excluded.version, body = excluded.body`;
  return body;
}

const whichOne = ({ runId, formerId }: Interpreted): Prisma.Sql =>
  formerId === undefined
    ? Prisma.sql`i.run_id = ${runId}::uuid`
    : Prisma.sql`i.former_run_id = ${runId}::uuid AND i.id = ${formerId}::uuid`;

/** The format version and SHA-256 of a run's stored chart; null: none is stored. */
export async function storedChartHash(
  db: Db | Tx,
  runId: string,
): Promise<{ readonly version: number; readonly sha256: string } | null> {
  const [kept] = await readRows<{ version: number; sha256: string }>(
    db,
    Prisma.sql`
      SELECT c.version, encode(sha256(c.body), 'hex') AS sha256
      FROM interpretation_chart c JOIN interpretation i ON i.id = c.interpretation_id
      WHERE i.run_id = ${runId}::uuid`,
  );
  return kept ?? null;
}
