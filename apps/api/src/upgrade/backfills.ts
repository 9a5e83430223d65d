import type pg from 'pg';

import { chainAudit, hasUnchained } from './chain-audit.ts';
import type { Progress } from './progress.ts';

/** Rows of one transaction. */
const BATCH = 500;

/** Data that a migration leaves to be filled in while users work. */
interface Backfill {
  /** “runs: the source of their date is noted” */
  readonly what: string;
  /** Selects the ids of waiting rows. */
  readonly waiting: string;
  /** Fills those of the rows `$1` that still wait. */
  readonly fill: string;
  /** Rows of one transaction, if not so many as of others. */
  readonly batch?: number;
}

/**
 * The source of the date for runs imported before 0.2.0. Readers that note remarks (`import_report.remarks`)
 * have always added one of these two sentences unless the file gave the date with its offset; then a date
 * without an offset was read as UTC. Older reports do not mention the date, so theirs stays UNKNOWN, because
 * it may be the time of the import.
 */
export const RUN_DATES: Backfill = {
  what: 'runs: source of the date noted',
  waiting: `SELECT id FROM run
    WHERE run_date_source = 'UNKNOWN' AND jsonb_typeof(import_report -> 'remarks') = 'array' ORDER BY id`,
  fill: `UPDATE run SET
      run_date_source = CASE
        WHEN reported.no_date THEN 'IMPORT'::run_date_source
        WHEN reported.local IS NOT NULL THEN 'FILE_ZONE'::run_date_source
        ELSE 'FILE'::run_date_source END,
      run_date_zone = CASE WHEN reported.local IS NOT NULL THEN 'UTC' END,
      run_date_text = replace(reported.local, ' ', 'T')
    FROM (
      SELECT id, coalesce(bool_or(remark = 'The file gives no date of the run; the time of the import stands in its place.'), false) AS no_date,
        max(substring(remark from '^The date of the run, (.+), has no time zone in the file, or none that can be trusted: it is taken as UTC\\.$')) AS local
      FROM run LEFT JOIN LATERAL jsonb_array_elements_text(import_report -> 'remarks') AS remark ON true
      WHERE id = ANY ($1::uuid[]) AND jsonb_typeof(import_report -> 'remarks') = 'array' GROUP BY id
    ) reported
    WHERE reported.id = run.id AND run.run_date_source = 'UNKNOWN'`,
};

/**
 * Marks undecided runs by their inactive lots, unless a lot was active at the interpretation and deactivated
 * later.
 */
const trials = (runs: string) => `
  SELECT w.run_id, array_agg(DISTINCT l.id) AS ids
  FROM run r JOIN run_reference w ON w.run_id = r.id JOIN lot l ON l.id = w.lot_id
  WHERE ${runs} AND r.interpreted_at IS NOT NULL AND r.status IN ('RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL')
    AND r.trial_lot_ids = '{}' AND NOT l.active
    AND NOT EXISTS (
      SELECT FROM audit_event e
      WHERE e.entity = 'lot' AND e.entity_id = l.id::text AND e.action = 'lot.update' AND e.at > r.interpreted_at
        AND e.details -> 'from' ->> 'active' = 'true'
    )
  GROUP BY w.run_id`;
/** Later versions mark their interpretations themselves. */
const INTERPRETED_BEFORE = `EXISTS (SELECT FROM interpretation i WHERE i.run_id = r.id AND i.algorithm_version = '1.0.0')`;

/** Undecided runs that were interpreted before 0.2.0 on inactive lots are trial runs. */
export const TRIALS: Backfill = {
  what: 'runs: marked as trials',
  waiting: `SELECT run_id AS id FROM (${trials(INTERPRETED_BEFORE)}) AS trial ORDER BY id`,
  fill: `UPDATE run SET trial_lot_ids = trial.ids FROM (${trials('r.id = ANY ($1::uuid[])')}) AS trial
    WHERE trial.run_id = run.id AND run.status IN ('RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL')`,
};

/** Laboratories from before runs were counted and controls had points, whose rows no trigger has seen. */
const RUN_COUNTS: Backfill = {
  what: 'laboratories: runs counted',
  waiting: 'SELECT id FROM laboratory WHERE runs_counted_at IS NULL ORDER BY id',
  fill: 'SELECT recount_controls(id), recount_runs(id) FROM unnest($1::uuid[]) AS uncounted(id)',
  // Who changes a run meanwhile waits for its laboratory.
  batch: 1,
};

const BACKFILLS = [RUN_DATES, TRIALS, RUN_COUNTS];

/**
 * Fills in data in batches of one transaction each, so that it resumes after any stop. Running again covers
 * rows that processes of the previous release have written since.
 */
export async function fillIn(client: pg.Client, progress: Progress): Promise<void> {
  if (await hasUnchained(client)) await chainAudit(client, progress);
  for (const { what, waiting, fill, batch: size = BATCH } of BACKFILLS) {
    const { rows } = await client.query<{ id: string }>(waiting);
    const ids = rows.map(({ id }) => id);
    for (let done = 0; done < ids.length;) {
      const batch = ids.slice(done, done + size);
      await client.query(fill, [batch]);
      done += batch.length;
      await progress.counted(done, ids.length, what);
    }
  }
}

/** @throws Error with instructions when a backfill was started and not finished */
export async function requireFilledIn(client: pg.Client): Promise<void> {
  let isFilled = !(await hasUnchained(client));
  for (const { waiting } of BACKFILLS)
    if (isFilled)
      isFilled = (await client.query(`SELECT FROM (${waiting}) AS waiting LIMIT 1`)).rowCount === 0;
  if (!isFilled)
    throw new Error(
      'The upgrade of the database was not finished: run apps/api/src/migrate.ts with the role that owns the tables. ' +
        'It continues where it stopped.',
    );
}
