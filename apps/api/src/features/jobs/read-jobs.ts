import {
  JOBS_DONE_HOURS,
  JOBS_LISTED,
  JOB_LABORATORIES,
  type JobCounts,
  type JobFilter,
  type JobPage,
} from '@curvewell/contracts';
import {
  DELIVERY_FAULTS,
  type DeliveryFault,
  type Job,
  type JobKind,
  type JobState,
  jobKindSchema,
} from '@curvewell/domain';

import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { LARGE_BYTES, readLargeForBackupFile } from '../../backup/backup-size.ts';
import { restoredCopyAnswer } from '../../backup/installation.ts';

/**
 * The visible jobs. Hides failures that were requested again, and attempts that have scheduled the next
 * attempt.
 */
const SHOWN = Prisma.sql`
  SELECT j.id, j.name AS kind, s.state,
    CASE s.state WHEN 'failed' THEN j.completed_on WHEN 'done' THEN j.completed_on
      WHEN 'running' THEN j.started_on ELSE j.created_on END AS since,
    CASE WHEN s.state = 'waiting' AND j.start_after > j.created_on + interval '1 s' THEN j.start_after END AS "dueAt",
    coalesce(d.tries, CASE WHEN j.started_on IS NULL THEN 0 ELSE j.retry_count + 1 END) AS tries,
    CASE WHEN s.state <> 'done' THEN coalesce(j.output->>'message', j.output->'value'->>'message', j.output->>'value', d.happened) END AS error,
    d.fault, r.id AS "runId", r.business_id AS "businessId", l.id AS "laboratoryId", l.name AS laboratory
  FROM pgboss.job j
  CROSS JOIN LATERAL (SELECT CASE j.state WHEN 'failed' THEN 'failed' WHEN 'active' THEN 'running'
    WHEN 'completed' THEN 'done' ELSE 'waiting' END AS state) s
  LEFT JOIN delivery d ON j.name = 'delivery' AND d.id = (j.data->>'deliveryId')::uuid
  LEFT JOIN run r ON r.id = coalesce(d.run_id, (j.data->>'runId')::uuid)
  LEFT JOIN laboratory l ON l.id = coalesce(r.laboratory_id, (j.data->>'laboratoryId')::uuid)
  WHERE j.name = ANY(${jobKindSchema.options}::text[]) AND j.state <> 'cancelled'
    AND NOT (j.state = 'completed' AND (coalesce(j.output ? 'again', false) OR j.completed_on < now() - ${JOBS_DONE_HOURS} * interval '1 h'))
    AND NOT (j.state = 'failed' AND (
      (j.name = 'delivery' AND d.turn IS DISTINCT FROM (j.data->>'turn')::int)
      OR (j.name = 'archive' AND r.archive_request_id IS DISTINCT FROM (j.data->>'requestId')::uuid)))`;

/** Kinds that are hidden while they have no job and no schedule. */
const OPTIONAL: readonly JobKind[] = ['demo-history', 'backup'];

interface Row extends Omit<Job, 'run' | 'laboratory' | 'since' | 'dueAt'> {
  readonly since: string;
  readonly dueAt: string | null;
  readonly runId: string | null;
  readonly businessId: number | null;
  readonly laboratoryId: string | null;
  readonly laboratory: string | null;
  /** Of the delivery; null: none. */
  readonly fault: DeliveryFault | null;
  /** The number of jobs in this state. */
  readonly found: number;
}

interface Reading {
  readonly db: Db;
  /** The size from which a database is too large for a backup file. */
  readonly largeBytes?: number;
}

/** Background jobs of all laboratories: the count of each kind, and the newest of each state that a filter finds. */
export async function readJobs(
  { db, largeBytes = LARGE_BYTES }: Reading,
  { kind, laboratoryId }: JobFilter = {},
): Promise<JobPage> {
  const [restoredCopy, large, schedules, counts, laboratories, rows] = await Promise.all([
    restoredCopyAnswer(db),
    readLargeForBackupFile(db, largeBytes),
    readRows<{ name: string; cron: string }>(db, Prisma.sql`SELECT name, cron FROM pgboss.schedule`),
    readRows<Omit<JobCounts, 'dailyAt' | 'isHourly'>>(
      db,
      Prisma.sql`
        SELECT kind, count(*) FILTER (WHERE state = 'failed')::int AS failed,
          count(*) FILTER (WHERE state = 'running')::int AS running,
          count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
          count(*) FILTER (WHERE state = 'done')::int AS done
        FROM (${SHOWN}) shown GROUP BY kind`,
    ),
    readRows<NonNullable<Job['laboratory']>>(
      db,
      Prisma.sql`
        SELECT DISTINCT "laboratoryId" AS id, laboratory AS name FROM (${SHOWN}) shown
        WHERE "laboratoryId" IS NOT NULL ORDER BY name, id LIMIT ${JOB_LABORATORIES}`,
    ),
    readRows<Row>(
      db,
      Prisma.sql`
        SELECT * FROM (
          SELECT *, row_number() OVER (PARTITION BY state ORDER BY since DESC, id) AS place,
            count(*) OVER (PARTITION BY state)::int AS found
          FROM (${SHOWN}) shown
          WHERE (${kind ?? null}::text IS NULL OR kind = ${kind ?? null}::text)
            AND (${laboratoryId ?? null}::uuid IS NULL OR "laboratoryId" = ${laboratoryId ?? null}::uuid)
        ) placed WHERE place <= ${JOBS_LISTED}
        ORDER BY array_position(ARRAY['failed', 'running', 'waiting', 'done'], state), since DESC, id`,
    ),
  ]);
  const cronOf = (kind: JobKind) => schedules.find(({ name }) => name === kind)?.cron;
  const isThere = (kind: JobKind) =>
    cronOf(kind) !== undefined || counts.some((count) => count.kind === kind);
  return {
    counts: jobKindSchema.options
      .filter((kind) => !OPTIONAL.includes(kind) || isThere(kind))
      .map((kind) => ({
        kind,
        failed: 0,
        running: 0,
        waiting: 0,
        done: 0,
        ...counts.find((count) => count.kind === kind),
        dailyAt: dailyAt(cronOf(kind)),
        isHourly: cronOf(kind)?.split(' ')[1] === '*',
      })),
    jobs: rows.map(jobOf),
    found: {
      failed: foundIn(rows, 'failed'),
      running: foundIn(rows, 'running'),
      waiting: foundIn(rows, 'waiting'),
      done: foundIn(rows, 'done'),
    },
    laboratories,
    restoredCopy,
    largeForBackupFile: cronOf('backup') === undefined ? null : large,
  };
}

const foundIn = (rows: readonly Row[], state: JobState): number =>
  rows.find((row) => row.state === state)?.found ?? 0;

const jobOf = ({ runId, businessId, laboratoryId, laboratory, fault, ...row }: Row): Job => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  tries: row.tries,
  since: inUtc(row.since),
  dueAt: row.dueAt === null ? null : inUtc(row.dueAt),
  error:
    row.error === null ? null : (WORDS[row.error] ?? (row.kind === 'delivery' ? notSent(fault) : row.error)),
  run: runId === null || businessId === null ? null : { id: runId, businessId },
  laboratory: laboratoryId === null || laboratory === null ? null : { id: laboratoryId, name: laboratory },
});

/** Omits the server's message: it may contain a file name with a patient's name, and the list covers all laboratories. */
const notSent = (fault: DeliveryFault | null): string =>
  `Not sent: ${DELIVERY_FAULTS[fault ?? 'unknown'].words}. The laboratory’s log of the delivery has the details.`;

const inUtc = (instant: string): string => new Date(instant).toISOString();

/** Plain words for the queue's own messages. */
const WORDS: Readonly<Record<string, string>> = {
  'job heartbeat timeout': 'The process that ran the job ended or hung. The job is restarted.',
  'job timed out': 'The job took too long and was stopped.',
  'pg-boss shut down while active': 'The process that ran the job was stopped.',
};

/** The time of day of a daily cron expression. */
function dailyAt(cron: string | undefined): string | null {
  const [minute, hour] = cron?.split(' ') ?? [];
  return minute === undefined || hour === undefined || hour === '*'
    ? null
    : `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}
