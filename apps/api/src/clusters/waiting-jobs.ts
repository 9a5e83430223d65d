import type pg from 'pg';

import { openJobsTable, quoted } from '../backup/tables.ts';

/** No worker starts a job that is due in a thousand years. */
const HELD = `interval '1000 years'`;
const HELD_SINCE = `now() + interval '500 years'`;

/** Jobs about the laboratory `$1`, of those that have not ended. */
const ABOUT = `(j.data ->> 'laboratoryId' = $1::text OR j.data -> 'signed' -> 'head' ->> 'chain' = $1::text
  OR EXISTS (SELECT FROM run r WHERE r.laboratory_id = $1::uuid AND r.id::text = j.data ->> 'runId')
  OR EXISTS (SELECT FROM delivery d WHERE d.laboratory_id = $1::uuid AND d.id::text = j.data ->> 'deliveryId')
  OR EXISTS (SELECT FROM run_decision d WHERE d.laboratory_id = $1::uuid AND d.id::text = j.data ->> 'decisionId'))`;
const WAITING = `j.state IN ('created', 'retry')`;

/** Prevents waiting jobs from starting. */
export async function holdJobs(client: pg.Client, laboratoryId: string): Promise<void> {
  await client.query(
    `UPDATE pgboss.job j SET start_after = start_after + ${HELD}
     WHERE ${WAITING} AND start_after < ${HELD_SINCE} AND ${ABOUT}`,
    [laboratoryId],
  );
}

/** Lets held jobs start when they were due. */
export async function releaseJobs(client: pg.Client, laboratoryId: string): Promise<void> {
  await client.query(
    `UPDATE pgboss.job j SET start_after = start_after - ${HELD}
     WHERE ${WAITING} AND start_after > ${HELD_SINCE} AND ${ABOUT}`,
    [laboratoryId],
  );
}

/** How many jobs about the laboratory run now. */
export async function runningJobs(client: pg.Client, laboratoryId: string): Promise<number> {
  const { rows } = await client.query<{ running: number }>(
    `SELECT count(*)::int AS running FROM pgboss.job j WHERE j.state = 'active' AND ${ABOUT}`,
    [laboratoryId],
  );
  return rows[0]?.running ?? 0;
}

/** Copies held jobs into another cluster, where they are held too. Those that are there stay. */
export async function copyHeldJobs(
  { source, target }: { readonly source: pg.Client; readonly target: pg.Client },
  laboratoryId: string,
): Promise<void> {
  const table = await openJobsTable(target);
  if (table === null) return;
  const columns = quoted(table.columns);
  const { rows } = await source.query<{ job: string }>(
    `SELECT to_jsonb(j)::text AS job FROM (SELECT ${columns} FROM pgboss.job j
       WHERE ${WAITING} AND start_after > ${HELD_SINCE} AND ${ABOUT}) j`,
    [laboratoryId],
  );
  for (const { job } of rows)
    await target.query(
      `INSERT INTO pgboss.job (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::pgboss.job, $1::jsonb)
       ON CONFLICT DO NOTHING`,
      [job],
    );
}

/** Deletes held jobs that run in another cluster now. */
export async function dropHeldJobs(client: pg.Client, laboratoryId: string): Promise<void> {
  await client.query(
    `DELETE FROM pgboss.job j WHERE ${WAITING} AND start_after > ${HELD_SINCE} AND ${ABOUT}`,
    [laboratoryId],
  );
}
