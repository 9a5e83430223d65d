/**
 * `pnpm bench:audit`: the cost of a change with a chained audit entry, compared with a plain row; and the
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

const WRITERS = 8;
const CHANGES = 60;
const ROUNDS = 5;
const ENTRIES = 100_000;
const BATCH = 500;
const GOALS = { ratio: 1.5, loopDelayMs: 20, growthMebibytes: 64 } as const;
const MEBIBYTE = 1024 * 1024;

type Write = (tx: Tx, actor: AuditActor) => Promise<unknown>;
const DETAILS = {
  from: { diagnostic: 'HOMOZYGOUS_WILD_TYPE' },
  to: { diagnostic: 'HETEROZYGOUS' },
  position: 'H7',
};

const chained: Write = (tx, actor) =>
  recordAudit(tx, actor, { action: 'run.diagnostic', entity: 'run', entityId: null, details: DETAILS });
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
    { name: 'one after another', writers: [first] },
    { name: `${WRITERS} at once, of one laboratory`, writers: actors.map(() => first) },
    { name: `${WRITERS} at once, of ${WRITERS} laboratories`, writers: actors },
  ];
  print('\nA change with its entry, ms (median, and 99th percentile), beside the same with a plain row:\n');
  print('| changes | chained | plain row | ratio of medians |\n| --- | --: | --: | --: |');
  const ratios: number[] = [];
  for (const { name, writers } of kinds) {
    const own: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      own.push(...(await write(db, { writers, entry: chained })));
      bare.push(...(await write(db, { writers, entry: plain })));
    }
    const ratio = median(own) / median(bare);
    ratios.push(ratio);
    print(`| ${name} | ${formatted(own)} | ${formatted(bare)} | ${ratio.toFixed(2)} |`);
  }
  return (ratios[0] ?? Infinity) <= GOALS.ratio;
}

const formatted = (times: readonly number[]): string =>
  `${median(times).toFixed(1)} (${(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0).toFixed(1)})`;

interface Writing {
  readonly writers: readonly AuditActor[];
  readonly entry: Write;
}

/** Each writer changes its own row. @returns the time of each change */
async function write(db: Db, { writers, entry }: Writing): Promise<number[]> {
  const times = await Promise.all(
    writers.map(async (actor, index) => {
      const own: number[] = [];
      for (let change = 0; change < CHANGES; change++) {
        const began = performance.now();
        await transaction({ db }, async (tx) => {
          await tx.$executeRaw`UPDATE bench_row SET n = n + 1 WHERE id = ${index + 1}`;
          await entry(tx, actor);
        });
        own.push(performance.now() - began);
      }
      return own;
    }),
  );
  return times.flat();
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
    await watched('exported as JSON with proof', () => exported('json')),
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
      `\nGoals: at most ${GOALS.ratio} × a plain row, ${GOALS.loopDelayMs} ms late, ${GOALS.growthMebibytes} MiB more.`,
    );
    return met.every(Boolean);
  } finally {
    await database.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await bench()) ? 0 : 1);
