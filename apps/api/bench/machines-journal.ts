import { setTimeout as sleep } from 'node:timers/promises';

import type { AuditAction } from '@curvewell/domain';

import type { Db } from '../src/database/db.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { print } from './table.ts';

/** An acknowledged step. */
export interface Step {
  readonly runId: string;
  readonly act: Extract<
    AuditAction,
    'run.import' | 'run.interpret' | 'run.submit' | 'run.approve' | 'run.archive-request'
  >;
}

const LOOK_MS = 500;

/** Waits until no job is queued, and compares. @returns the differences */
export async function compareJournal(
  db: Db,
  { journal, drainMs }: { readonly journal: readonly Step[]; readonly drainMs: number },
): Promise<string[]> {
  const drained = await drain(db, drainMs);
  const faults = drained ? [] : [`jobs still wait after ${drainMs / 1000} s`];

  const entries = await db.auditEvent.groupBy({
    by: ['entityId', 'action'],
    where: { entity: 'run' },
    _count: true,
  });
  const counted = new Map(entries.map(({ entityId, action, _count }) => [`${action} ${entityId}`, _count]));
  const lost = journal.filter(({ runId, act }) => !counted.has(`${act} ${runId}`));
  faults.push(...lost.map(({ runId, act }) => `acknowledged and not there: ${act} of ${runId}`));
  const once = /^run\.(import|interpret|submit|approve|archive-request|archive) /;
  for (const [what, count] of counted)
    if (once.test(what) && count > 1) faults.push(`${count} times: ${what}`);

  faults.push(...(await brokenInvariants(db)), ...(await wrongRuns(db)));
  const [jobs] = await db.$queryRaw<{ done: number; failed: number; again: number; longest: number }[]>`
    SELECT count(*) FILTER (WHERE state = 'completed')::int AS done, count(*) FILTER (WHERE state = 'failed')::int AS failed,
      count(*) FILTER (WHERE retry_count > 0)::int AS again,
      max(extract(epoch FROM completed_on - created_on)) FILTER (WHERE retry_count > 0)::float AS longest
    FROM pgboss.job WHERE name = 'archive'`;
  const archived = await db.run.count({ where: { archivedAt: { not: null } } });
  const requested = [...counted.keys()].filter((key) => key.startsWith('run.archive-request ')).length;
  if (jobs?.done !== requested || archived !== requested || jobs.failed > 0)
    faults.push(
      `${requested} requested, ${jobs?.done} jobs done, ${jobs?.failed} failed, ${archived} runs archived`,
    );

  print(
    `\n| acknowledged | lost | twice | runs | archived by jobs | restarted after a failure | longest of these |`,
  );
  print('| --: | --: | --: | --: | --: | --: | --: |');
  const twice = faults.filter((fault) => / times: /.test(fault)).length;
  print(
    `| ${journal.length} | ${lost.length} | ${twice} | ${await db.run.count()} | ${archived} | ${jobs?.again} | ${(jobs?.longest ?? 0).toFixed(1)} s |`,
  );
  return faults;
}

async function drain(db: Db, drainMs: number): Promise<boolean> {
  const until = Date.now() + drainMs;
  for (;;) {
    const [row] = await db.$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pgboss.job WHERE name = 'archive' AND state < 'completed'`;
    if (row?.waiting === 0) return true;
    if (Date.now() > until) return false;
    await sleep(LOOK_MS);
  }
}

/** Runs that are incomplete or duplicated. */
async function wrongRuns(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ wrong: string }[]>`
    SELECT 'in part: ' || r.id AS wrong FROM run r
      WHERE NOT EXISTS (SELECT FROM run_file f JOIN blob b ON b.run_id = f.run_id AND b.sha256 = coalesce(f.packed_sha256, f.sha256)
          WHERE f.run_id = r.id AND b.sha256 = encode(sha256(b.content), 'hex'))
        OR NOT EXISTS (SELECT FROM run_curves c WHERE c.run_id = r.id)
        OR (r.interpreted_at IS NOT NULL) <> EXISTS (SELECT FROM interpretation i WHERE i.run_id = r.id)
    UNION ALL
    SELECT 'the same file in ' || count(*) || ' runs: ' || sha256 FROM run_file GROUP BY sha256 HAVING count(*) > 1
    UNION ALL
    SELECT 'archived and still asked for: ' || id FROM run WHERE archived_at IS NOT NULL AND archiving IS NOT NULL
    UNION ALL
    SELECT 'asked for and never done: ' || id FROM run WHERE archiving IS NOT NULL`;
  return rows.map(({ wrong }) => wrong);
}
