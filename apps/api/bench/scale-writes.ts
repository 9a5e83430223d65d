import pg from 'pg';

import { median } from './pairs.ts';
import { print } from './table.ts';

const CLIENTS = 16;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const COUNTING = ['run_status_counted', 'run_use_noted', 'run_use_changed'];

/**
 * What counting costs 16 clients that change runs of one laboratory, each its own run: status, revision and an entry of
 * the audit trail. Rounds with the triggers and without them take turns, so that other work on the machine meets both.
 */
export async function writeTimes(url: string, laboratoryId: string): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const [owner] = clients;
  if (owner === undefined) throw new Error('there are clients');
  const { rows: runs } = await owner.query<{ id: string }>(
    `SELECT id FROM run WHERE laboratory_id = $1 AND status IN ('RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL') LIMIT ${CLIENTS}`,
    [laboratoryId],
  );
  const changes: Record<'counted' | 'plain', number[]> = { counted: [], plain: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const how of ['counted', 'plain'] as const) {
      for (const trigger of COUNTING)
        await owner.query(`ALTER TABLE run ${how === 'counted' ? 'ENABLE' : 'DISABLE'} TRIGGER ${trigger}`);
      const until = performance.now() + ROUND_MS;
      const done = await Promise.all(
        clients.map((client, index) => change(client, { laboratoryId, runId: runs[index]?.id ?? '', until })),
      );
      changes[how].push(done.reduce((sum, count) => sum + count, 0));
    }
  await Promise.all(clients.map((client) => client.end()));
  const ratio = median(changes.counted.map((count, round) => count / (changes.plain[round] ?? Number.NaN)));
  const perSecond = (counts: readonly number[]) => Math.round((median(counts) * 1000) / ROUND_MS);
  print(
    `\n${CLIENTS} clients of one laboratory: ${perSecond(changes.counted)} changes a second counted, ` +
      `${perSecond(changes.plain)} not counted; ratio ${ratio.toFixed(2)} (median of ${ROUNDS} pairs)`,
  );
}

interface Changing {
  readonly laboratoryId: string;
  readonly runId: string;
  readonly until: number;
}

async function change(client: pg.Client, { laboratoryId, runId, until }: Changing): Promise<number> {
  let done = 0;
  for (; performance.now() < until; done++) {
    await client.query('BEGIN');
    await client.query(
      `UPDATE run SET revision = revision + 1, status = CASE status WHEN 'RUN_TO_INTERPRET' THEN 'WAIT_FOR_APPROVAL'
         ELSE 'RUN_TO_INTERPRET' END::run_status WHERE id = $1`,
      [runId],
    );
    await client.query(
      `SELECT count(*) FROM audit_append($1, json_build_array(json_build_object('action', 'run.send', 'actorName', 'Bench',
         'entity', 'run', 'entityId', $2::text, 'details', json_build_object())))`,
      [laboratoryId, runId],
    );
    await client.query('COMMIT');
  }
  return done;
}
