import { putBlob, readObject, type BlobName } from '../../../blobs/blobs.ts';
import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { CHART_VERSION } from './chart-answer.ts';

/** What the database has of a chart. */
export interface KeptBody {
  readonly body: Uint8Array | null;
  readonly bodySha256: string | null;
}

/** The stored body; null: there is none, or the object store has lost it. */
export async function bodyOf(
  db: Db,
  runId: string,
  { body, bodySha256: sha256 }: KeptBody,
): Promise<Uint8Array | null> {
  if (body !== null || sha256 === null) return body;
  try {
    return await readObject(db, { runId, sha256 }, 'The chart');
  } catch (error) {
    // It is made again, from curves that may still be there.
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  }
}

/** What the row of a chart says of its body. */
export interface StoredChart {
  readonly version: number;
  /** Null: in the object store. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly bodySha256: string | null;
}

/**
 * Puts a chart where the blobs of runs go, before the transaction that names it.
 *
 * @throws AppError `unavailable` when the object store cannot be reached
 */
export async function putChart(db: Db, runId: string, chart: Uint8Array<ArrayBuffer>): Promise<StoredChart> {
  const { sha256, content } = await putBlob(db, runId, chart);
  return { version: CHART_VERSION, body: content, bodySha256: sha256 };
}

/** The SHA-256 of the chart `c`, as SQL. What is read from the object store is compared with it. */
export const chartHash = `coalesce(encode(sha256(c.body), 'hex'), c.body_sha256)`;
const CHART_SHA256 = Prisma.raw(chartHash);

/**
 * Deletes the charts of a run in the transaction that archives it. An archived run is drawn from its curves. A chart that
 * differs from that of the decision stays, so that the run is still shown as changed.
 *
 * @returns the deleted charts, whose objects are then to be removed
 */
export async function dropCharts(tx: Tx, runId: string): Promise<BlobName[]> {
  const dropped = await readRows<{ sha256: string | null }>(
    tx,
    Prisma.sql`
      DELETE FROM interpretation_chart c USING interpretation i
      WHERE c.interpretation_id = i.id AND c.laboratory_id = i.laboratory_id
        AND (i.run_id = ${runId}::uuid OR i.former_run_id = ${runId}::uuid)
        AND (i.run_id IS NULL OR coalesce((
          SELECT (e.details -> 'chart' ->> 'version')::int <> c.version OR e.details -> 'chart' ->> 'sha256' = ${CHART_SHA256}
          FROM audit_event e
          WHERE e.laboratory_id = i.laboratory_id AND e.entity = 'run' AND e.entity_id = ${runId}
            AND e.action IN ('run.approve', 'run.reject')
          ORDER BY e.number DESC LIMIT 1), true))
      RETURNING c.body_sha256 AS sha256`,
  );
  return dropped.flatMap(({ sha256 }) => (sha256 === null ? [] : [{ runId, sha256 }]));
}

/** The format version and SHA-256 of a run's stored chart; null: none is stored. */
export async function storedChartHash(
  db: Db | Tx,
  runId: string,
): Promise<{ readonly version: number; readonly sha256: string } | null> {
  const [kept] = await readRows<{ version: number; sha256: string }>(
    db,
    Prisma.sql`
      SELECT c.version, ${CHART_SHA256} AS sha256
      FROM interpretation_chart c JOIN interpretation i ON i.id = c.interpretation_id
      WHERE i.run_id = ${runId}::uuid`,
  );
  return kept ?? null;
}
