import type { ChainFault } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Entries or runs in one statement, which takes some milliseconds. */
const BATCH = 5_000;

const DELETED = Prisma.sql`('run.delete', 'run.delete-permanently', 'run.purge')`;
/** Whether an entry records the deletion of the run with this id. */
const wasDeleted = (id: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM audit_event d WHERE d.entity = 'run' AND d.entity_id = ${id} AND d.action IN ${DELETED})`;

interface Found {
  /** The number of the entry; null: there is none. */
  readonly number: number | null;
  readonly text: string;
}
type Look = (range: { readonly after: number; readonly last: number }) => Prisma.Sql;

/**
 * Compares the runs of a laboratory with its audit trail in both directions. Every imported or decided run exists
 * with its signature, or its deletion is recorded. Every run has an import entry, every decision has an entry, and
 * no run number is missing. Works in batches, each of one snapshot.
 *
 * @returns the first mismatch; null: none
 */
export async function reconcileRuns(
  db: Db | Tx,
  laboratoryId: string,
  { lastEntry, batch = BATCH }: { readonly lastEntry: number; readonly batch?: number },
): Promise<ChainFault | null> {
  const firstFound = async (last: number, look: Look): Promise<Found | null> => {
    for (let after = 0; after < last; after += batch) {
      const [found] = await readRows<Found>(db, look({ after, last: Math.min(after + batch, last) }));
      if (found !== undefined) return found;
    }
    return null;
  };
  const found =
    (await firstFound(lastEntry, entryWithoutRun(laboratoryId))) ??
    (await firstFound(lastEntry, signatureWithoutRun(laboratoryId))) ??
    (await firstFound(await lastRun(db, laboratoryId), runWithoutEntry(laboratoryId))) ??
    (await firstFound(await lastRun(db, laboratoryId), interpretationWithoutEntry(laboratoryId))) ??
    (await firstFound(await lastGiven(db, laboratoryId), missingNumber(laboratoryId))) ??
    (await numberNotGiven(db, laboratoryId));
  return found && { ...found, kind: 'run' };
}

const named = (what: Prisma.Sql) => Prisma.sql`trim(to_char(${what}, '999,999,999,999'))`;

/** Entries of an import or a decision whose run or signature is missing. */
const entryWithoutRun =
  (laboratoryId: string): Look =>
  ({ after, last }) =>
    Prisma.sql`
  SELECT e.number::float8 AS number, CASE WHEN r.id IS NULL
      THEN 'The run ' || coalesce('of ' || (e.details -> 'files' -> 0 ->> 'name'), e.entity_id, '') || ' in entry ' ||
        ${named(Prisma.sql`e.number`)} || ' no longer exists, and no entry records its deletion.'
      ELSE 'The signature of run ' || r.business_id || ' in entry ' || ${named(Prisma.sql`e.number`)} || ' no longer exists.'
    END AS text
  FROM audit_event e
    LEFT JOIN run r ON r.laboratory_id = e.laboratory_id
      AND r.id = CASE WHEN e.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.entity_id::uuid END
  WHERE e.laboratory_id = ${laboratoryId}::uuid AND e.number > ${after}::bigint AND e.number <= ${last}::bigint
    AND e.entity = 'run' AND e.action IN ('run.import', 'run.approve', 'run.reject')
    AND CASE WHEN r.id IS NULL THEN NOT ${wasDeleted(Prisma.sql`e.entity_id`)}
      ELSE e.details ->> 'record' IS NOT NULL AND NOT EXISTS (
        SELECT FROM signature s WHERE s.laboratory_id = e.laboratory_id AND s.entry_number = e.number
          AND s.entry_hash = e.hash AND s.run_id = r.id) END
  ORDER BY e.number LIMIT 1`;

/** A signature whose run is missing, or that no entry names. */
const signatureWithoutRun =
  (laboratoryId: string): Look =>
  ({ after, last }) =>
    Prisma.sql`
  SELECT s.entry_number::float8 AS number,
    'The signature of ' || s.signer_name || ' at entry ' || ${named(Prisma.sql`s.entry_number`)} ||
      ' belongs to a run that no longer exists, or that is not in the entry.' AS text
  FROM signature s
    LEFT JOIN run r ON r.id = s.run_id AND r.laboratory_id = s.laboratory_id
    LEFT JOIN audit_event e ON e.laboratory_id = s.laboratory_id AND e.number = s.entry_number
      AND e.entity = 'run' AND e.entity_id = s.run_id::text
      AND e.action = CASE s.decision WHEN 'APPROVED' THEN 'run.approve' ELSE 'run.reject' END
  WHERE s.laboratory_id = ${laboratoryId}::uuid AND s.entry_number > ${after}::bigint AND s.entry_number <= ${last}::bigint
    AND (r.id IS NULL OR e.id IS NULL)
  ORDER BY s.entry_number LIMIT 1`;

/** A run without an entry of its import or of its decision. */
const runWithoutEntry =
  (laboratoryId: string): Look =>
  ({ after, last }) =>
    Prisma.sql`
  SELECT NULL AS number, 'Run ' || r.business_id || CASE WHEN t.imported IS NULL
      THEN ' exists, and no entry records its import.'
      ELSE ' is ' || lower(replace(r.status::text, '_', ' ')) || ', and no entry records it.' END AS text
  FROM run r CROSS JOIN LATERAL (
    SELECT max(e.number) FILTER (WHERE e.action = 'run.import') AS imported,
      (array_agg(e.action ORDER BY e.number DESC) FILTER (WHERE e.action IN ('run.approve', 'run.reject')))[1] AS decided,
      (array_agg(e.action ORDER BY e.number DESC) FILTER (WHERE e.action <> 'run.import'))[1] AS last
    FROM audit_event e
    WHERE e.entity = 'run' AND e.entity_id = r.id::text AND e.laboratory_id = r.laboratory_id
      AND e.action IN ('run.import', 'run.interpret', 'run.submit', 'run.approve', 'run.reject')
  ) t
  WHERE r.laboratory_id = ${laboratoryId}::uuid AND r.business_id > ${after}::int AND r.business_id <= ${last}::int
    AND (t.imported IS NULL
      OR (r.status = 'WAIT_FOR_APPROVAL' AND t.last IS DISTINCT FROM 'run.submit')
      OR (r.status = 'RUN_TO_INTERPRET' AND t.last IN ('run.submit', 'run.approve', 'run.reject'))
      OR (r.status = 'APPROVED' AND t.decided IS DISTINCT FROM 'run.approve')
      OR (r.status = 'REJECTED' AND t.decided IS DISTINCT FROM 'run.reject'))
  ORDER BY r.business_id LIMIT 1`;

/** An interpretation marked as superseded, without an entry. */
const interpretationWithoutEntry =
  (laboratoryId: string): Look =>
  ({ after, last }) =>
    Prisma.sql`
  SELECT NULL AS number, 'Run ' || r.business_id || ' has a previous interpretation that no entry records.' AS text
  FROM run r JOIN interpretation i ON i.former_run_id = r.id
  WHERE r.laboratory_id = ${laboratoryId}::uuid AND r.business_id > ${after}::int AND r.business_id <= ${last}::int
    AND NOT EXISTS (SELECT FROM audit_event e
      WHERE e.entity = 'run' AND e.entity_id = r.id::text AND e.laboratory_id = r.laboratory_id
        AND e.action = 'run.interpret' AND e.details ->> 'formerInterpretation' = i.id::text)
  ORDER BY r.business_id LIMIT 1`;

/** A run whose number exceeds the counter: the counter was set back. */
async function numberNotGiven(db: Db | Tx, laboratoryId: string): Promise<Found | null> {
  const [given, last] = [await lastGiven(db, laboratoryId), await lastRun(db, laboratoryId)];
  if (given === 0 || last <= given) return null;
  return { number: null, text: `Run ${last} exists, but the last assigned number is ${given}.` };
}

/** An assigned number that has neither a run nor a deletion entry. */
const missingNumber =
  (laboratoryId: string): Look =>
  ({ after, last }) =>
    Prisma.sql`
  SELECT NULL AS number, 'Run ' || n || ' does not exist, and no entry records its deletion.' AS text
  FROM generate_series(${after}::int + 1, ${last}::int) AS n
  WHERE NOT EXISTS (
      SELECT FROM run r WHERE r.laboratory_id = ${laboratoryId}::uuid AND r.business_id = n)
    AND n::text NOT IN (
      SELECT d.details ->> 'businessId' FROM audit_event d
      WHERE d.laboratory_id = ${laboratoryId}::uuid AND d.action IN ${DELETED} AND d.details ->> 'businessId' IS NOT NULL)
  ORDER BY n LIMIT 1`;

async function lastRun(db: Db | Tx, laboratoryId: string): Promise<number> {
  const last = await db.run.aggregate({ where: { laboratoryId }, _max: { businessId: true } });
  return last._max.businessId ?? 0;
}

/** Demonstration laboratories may have gaps: their history is generated after the first run. */
async function lastGiven(db: Db | Tx, laboratoryId: string): Promise<number> {
  const [row] = await readRows<{ last: number }>(
    db,
    Prisma.sql`SELECT c.last_business_id AS last FROM run_counter c JOIN laboratory l ON l.id = c.laboratory_id
      WHERE l.id = ${laboratoryId}::uuid AND NOT l.demonstration`,
  );
  return row?.last ?? 0;
}
