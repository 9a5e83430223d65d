/**
 * `pnpm bench:audit`: the rate of changes with a chained audit entry, compared with a plain row; and the
 * time, event-loop delay and memory of reading, exporting and verifying a long audit trail.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { recordAudit, type AuditActor } from '../src/audit/record-audit.ts';
import { systemClock } from '../src/clock.ts';
import { transaction, type Db, type Tx } from '../src/database/db.ts';
import { exportEntries } from '../src/features/audit/entries/export-entries.ts';
import { verifyChain } from '../src/features/audit/verify/verify-chain.ts';
import { createActor } from '../src/features/identity/index.ts';
import { createSigner } from '../src/signing/signer.ts';
import { startBenchDatabase } from './bench-database.ts';
import { median } from './pairs.ts';
import { print } from './table.ts';

const WRITERS = 16;
const ROUNDS = 7;
const WARMING_MS = 200;
const ROUND_MS = 1_200;
const ENTRIES = 100_000;
const BATCH = 500;
const GOALS = { loopDelayMs: 20, growthMebibytes: 64 } as const;
const MEBIBYTE = 1024 * 1024;

type Write = (tx: Tx, actor: AuditActor) => Promise<unknown>;
const ENTITY = '0193e8a0-0000-7000-8000-000000000000';
const DETAILS = {
  from: { diagnostic: 'HOMOZYGOUS_WILD_TYPE' },
  to: { diagnostic: 'HETEROZYGOUS' },
  position: 'H7',
};

/** Notifies the live events, as a change of a run does. */
const chained: Write = (tx, actor) =>
  recordAudit(tx, actor, { action: 'run.restore', entity: 'run', entityId: ENTITY, details: DETAILS });
const plain: Write = (tx, { laboratory, name }) => tx.$executeRaw`
  INSERT INTO bench_entry (laboratory_id, actor_name, action, details)
  VALUES (${laboratory?.id}::uuid, ${name}, 'run.diagnostic', ${JSON.stringify(DETAILS)}::jsonb)`;

async function changes(db: Db): Promise<boolean> {
  await db.$executeRaw`CREATE TABLE bench_row (id int PRIMARY KEY, n int NOT NULL)`;
  await db.$executeRaw`INSERT INTO bench_row SELECT n, 0 FROM generate_series(1, ${WRITERS}) n`;
  await db.$executeRaw`CREATE TABLE bench_entry (id bigserial PRIMARY KEY, laboratory_id uuid, at timestamptz DEFAULT now(),
    actor_name text, action text, details jsonb)`;
  const laboratories = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => db.laboratory.create({ data: { name: `Bench ${index}` } })),
  );
  const actors = laboratories.map(({ id }) => ({ userId: null, name: 'Bench', laboratory: { id } }));
  const [first] = actors;
  if (first === undefined) throw new Error('there is a laboratory');
  const kinds = [
    { name: 'one client', writers: [first], goal: 0.67 },
    { name: `${WRITERS} clients of one laboratory`, writers: actors.map(() => first), goal: 0.5 },
    { name: `${WRITERS} clients of ${WRITERS} laboratories`, writers: actors, goal: 0.8 },
  ];
  print(
    `\nChanges a second with their entries, beside the same with a plain row (medians of ${ROUNDS} rounds in turn):\n`,
  );
  print('| changes | chained | plain row | ratio | goal | |\n| --- | --: | --: | --: | --: | --- |');
  const met: boolean[] = [];
  for (const { name, writers, goal } of kinds) {
    const own: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      own.push(await rateOf(db, { writers, entry: chained }));
      bare.push(await rateOf(db, { writers, entry: plain }));
    }
    const ratio = median(own.map((rate, round) => rate / (bare[round] ?? Number.NaN)));
    met.push(ratio >= goal);
    const verdict = ratio >= goal ? 'met' : '**not met**';
    print(
      `| ${name} | ${median(own).toFixed(0)} | ${median(bare).toFixed(0)} | ${ratio.toFixed(2)} | ≥ ${goal} | ${verdict} |`,
    );
  }
  return met.every(Boolean);
}

interface Writing {
  readonly writers: readonly AuditActor[];
  readonly entry: Write;
}

/** Each writer changes its own row. @returns changes a second */
async function rateOf(db: Db, { writers, entry }: Writing): Promise<number> {
  const changesIn = async (ms: number) => {
    const until = performance.now() + ms;
    const done = await Promise.all(
      writers.map(async (actor, index) => {
        let count = 0;
        for (; performance.now() < until; count++)
          await transaction({ db }, async (tx) => {
            await tx.$executeRaw`UPDATE bench_row SET n = n + 1 WHERE id = ${index + 1}`;
            await entry(tx, actor);
          });
        return count;
      }),
    );
    return done.reduce((sum, count) => sum + count, 0);
  };
  await changesIn(WARMING_MS);
  return (await changesIn(ROUND_MS)) / (ROUND_MS / 1000);
}

async function longTrail(db: Db): Promise<boolean> {
  const user = await db.appUser.findUniqueOrThrow({
    where: { login: 'quality' },
    include: { laboratory: true },
  });
  const { laboratory } = user;
  if (laboratory === null) throw new Error('the quality manager has no laboratory');
  const actor = { ...createActor(user, ['QA_ADMIN']), laboratory, requestId: 'bench' };
  for (let made = 0; made < ENTRIES; made += BATCH)
    await transaction({ db, timeoutMs: 60_000 }, async (tx) => {
      for (let entry = 0; entry < BATCH; entry++) await chained(tx, actor);
    });
  // A trail that grew over months has current statistics.
  await db.$executeRaw`ANALYZE audit_event`;
  const dependencies = { db, clock: systemClock, signer: createSigner(Buffer.alloc(32, 2)) };
  const exported = async (format: 'csv' | 'json') => {
    const { content } = await exportEntries(dependencies, actor, { format, what: 'everything' });
    let bytes = 0;
    for await (const chunk of content) bytes += Buffer.byteLength(chunk as string | Buffer);
    return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
  };
  print(`\nA trail of ${ENTRIES.toLocaleString('en-GB')} entries:\n`);
  print(
    '| what | time | event loop late by (p99; largest) | memory grew by | |\n| --- | --: | --: | --: | --- |',
  );
  const headFiles = { read: () => Promise.resolve([]) };
  return [
    await watched('verified', async () => {
      const { fault, entries } = await verifyChain(
        { ...dependencies, headFiles },
        { chain: laboratory.id, laboratory: laboratory.name },
      );
      if (fault !== null) throw new Error(fault.text);
      return `${entries} entries`;
    }),
    await watched('exported with seals, JSON', () => exported('json')),
    await watched('exported as CSV', () => exported('csv')),
  ].every(Boolean);
}

async function watched(name: string, work: () => Promise<string>): Promise<boolean> {
  globalThis.gc?.();
  await sleep(200);
  const before = process.memoryUsage().rss;
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const began = performance.now();
  const done = await work();
  const seconds = (performance.now() - began) / 1000;
  loop.disable();
  clearInterval(sampling);
  const [late, latest] = [loop.percentile(99) / 1e6, loop.max / 1e6];
  const grown = (most - before) / MEBIBYTE;
  const isMet = late <= GOALS.loopDelayMs && grown <= GOALS.growthMebibytes;
  print(
    `| ${name}, ${done} | ${seconds.toFixed(1)} s | ${late.toFixed(0)} ms; ${latest.toFixed(0)} ms | ${grown.toFixed(0)} MiB | ${isMet ? 'met' : '**not met**'} |`,
  );
  return isMet;
}

async function bench(): Promise<boolean> {
  const database = await startBenchDatabase();
  try {
    const met = [await changes(database.db), await longTrail(database.db)];
    print(
      `\nGoals of a long trail: at most ${GOALS.loopDelayMs} ms late, ${GOALS.growthMebibytes} MiB more.`,
    );
    return met.every(Boolean);
  } finally {
    await database.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await bench()) ? 0 : 1);
