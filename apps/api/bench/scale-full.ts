import type pg from 'pg';

import { copyRunRows } from './copy-run-rows.ts';
import { COUNTS } from './scale-fill.ts';

/** Files and curves would take 2 MB a run and no list reads them. Each signature names an audit entry of its own. */
const WITHOUT = ['blob', 'signature', 'time_stamp'];

/** Copies the newest approved run, with its wells, results, decision, samples and readings of controls. */
export async function addFullRuns(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query<{ runId: string }>(
    `SELECT run_id AS "runId" FROM run_decision WHERE decision = 'approve' ORDER BY at DESC LIMIT 1`,
  );
  const [newest] = rows;
  if (newest === undefined) throw new Error('no run was approved');
  await copyRunRows(client, { ...newest, from: 1, count, without: WITHOUT });
  await client.query('SET session_replication_role = replica; DELETE FROM run_count');
  for (const statement of COUNTS) await client.query(statement);
  await client.query(`
    UPDATE run_counter c SET last_business_id = (SELECT max(business_id) FROM run r WHERE r.laboratory_id = c.laboratory_id)`);
  await client.query('RESET session_replication_role');
  await client.query('VACUUM (ANALYZE)');
}
