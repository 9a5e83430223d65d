import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { checkRestored } from '../src/backup/check-restored.ts';
import { filesOf } from '../test/delivered-files.ts';
import { brokenInvariants } from '../test/invariants.ts';
import type { Client } from './faults-journal.ts';
import type { FaultsProduct } from './faults-product.ts';

/**
 * Distinguishes stuck work from slow work: a killed process is noticed after a heartbeat of 10 s, its job is
 * retried after up to 8 s, and on a busy machine the next process takes half a minute to start. Slow work is
 * only printed.
 */
const DRAIN_MS = 3 * 60_000;
const LOOK_MS = 100;
const MAX_LOOKS = 5;
const DAY_MS = 24 * 3600 * 1000;

/** Violations after a fault: of journals, invariants, audit chains, signatures and sent files. */
export async function findFaults(
  product: FaultsProduct,
  clients: readonly Client[],
  arrived: Set<string>,
): Promise<readonly string[]> {
  return [
    ...(await journalDifferences(product, clients)),
    ...(await brokenInvariants(product.db)),
    ...(await wrongSentFiles(product, arrived)),
    // The same checks as after a restore: original files, the chain of every laboratory, every signature.
    ...(await brokenRecords(product.databaseUrl)),
  ];
}

/** On a very busy machine some connections time out, which is not a fault of the records. */
async function brokenRecords(databaseUrl: string): Promise<string[]> {
  for (let look = 1; ; look++) {
    try {
      await checkRestored(databaseUrl);
      return [];
    } catch (error) {
      if (look === MAX_LOOKS || !String(error).includes('connection timeout')) return [String(error)];
    }
  }
}

/** Differences between the audit trail and the journals. */
async function journalDifferences({ db }: FaultsProduct, clients: readonly Client[]): Promise<string[]> {
  const journal = new Map(clients.flatMap(({ done }) => [...done]));
  const acts = [...new Set([...journal.keys()].map((key) => key.split(' ')[0] ?? ''))];
  const entries = await db.auditEvent.groupBy({
    by: ['entityId', 'action'],
    where: { entity: 'run', action: { in: acts } },
    _count: true,
  });
  const there = new Map(entries.map(({ action, entityId, _count }) => [`${action} ${entityId}`, _count]));
  const wrong = [...new Set([...there.keys(), ...journal.keys()])]
    .filter((key) => there.get(key) !== journal.get(key))
    .map(
      (key) => `${key}: ${journal.get(key) ?? 0} in the journal, ${there.get(key) ?? 0} in the audit trail`,
    );
  const count = (act: string) => [...journal.keys()].filter((key) => key.startsWith(`${act} `)).length;
  const expected = count('run.import') - count('run.delete') - count('run.purge');
  const runs = await db.run.count();
  if (runs !== expected) wrong.push(`${runs} runs instead of ${expected}`);
  return wrong;
}

/** Files of sent runs that are missing, different or incomplete on the file server. */
async function wrongSentFiles({ db, fileServer }: FaultsProduct, arrived: Set<string>): Promise<string[]> {
  const sent = await db.delivery.findMany({
    where: { state: 'SENT' },
    select: { runId: true, run: { select: { businessId: true } } },
  });
  const wrong: string[] = [];
  for (const { runId, run } of sent.filter((one) => !arrived.has(one.runId))) {
    const { there, sent: wanted } = await filesOf({ db }, fileServer, { id: runId, ...run });
    if (!isDeepStrictEqual(there, wanted))
      wrong.push(`run ${run.businessId}: ${Object.keys(there).join(', ')} at the file server`);
    arrived.add(runId);
  }
  return wrong;
}

/**
 * Waits until all requested work is done. @returns the work that is still waiting after the limit; null: none
 */
export async function stillWaiting(product: FaultsProduct): Promise<string | null> {
  const until = Date.now() + DRAIN_MS;
  for (;;) {
    const waiting = await waitingRows(product);
    if (waiting.length === 0) return null;
    if (Date.now() > until)
      return `jobs still wait: ${JSON.stringify([...waiting, ...(await jobsOf(product))])}`;
    await sleep(LOOK_MS);
  }
}

async function waitingRows({ db }: FaultsProduct): Promise<readonly object[]> {
  const now = new Date();
  const [archiving, sending, purging] = await Promise.all([
    db.run.findMany({ where: { archiving: { not: null } }, select: { id: true, archiving: true } }),
    // An unavailable file server is retried after a minute, which is not a delay of the product.
    db.delivery.findMany({
      where: {
        OR: [
          { state: 'SENDING' },
          { state: 'WAITING', OR: [{ nextTryAt: null }, { nextTryAt: { lte: now } }] },
        ],
      },
      select: { id: true, state: true, turn: true, tries: true, nextTryAt: true, happened: true },
    }),
    db.run.findMany({
      where: { deletionDate: { lt: new Date(now.getTime() - DAY_MS) } },
      select: { id: true, deletionDate: true },
    }),
  ]);
  return [...archiving, ...sending, ...purging];
}

/** The queue's rows of unfinished work, to find the cause of a delay. */
const jobsOf = ({ db }: FaultsProduct): Promise<object[]> =>
  db.$queryRaw`
    SELECT name, state::text, data, retry_count, start_after, started_on, heartbeat_on, output, now()
    FROM pgboss.job WHERE state < 'completed' LIMIT 20`;
