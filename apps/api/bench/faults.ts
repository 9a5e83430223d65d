/**
 * `pnpm test:faults`: while clients import, save, interpret, decide, archive, restore and delete, something is broken at a
 * random moment: a process killed, PostgreSQL stopped, killed or held, its connections cut or used up. After each fault
 * the clients finish what they have begun, and their journal is compared with the audit trail: what was acknowledged or
 * settled is there once, what was refused is not, and every invariant holds. FAULTS says how many, SEED repeats a run.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { seededRandom } from '@curvewell/instruments/generate';
import pg from 'pg';

import { brokenInvariants } from '../test/invariants.ts';
import { Client } from './faults-journal.ts';
import { startFaultsProduct, type FaultsProduct } from './faults-product.ts';
import { say } from './table.ts';

const FAULTS = Number(process.env['FAULTS'] ?? 50);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const CLIENTS = 3;
const LONGEST_LOAD_MS = 2_500;
const AWAY_MS = 2_000;
const HELD_MS = 6_000;
const DRAIN_MS = 60_000;

const { uniform } = seededRandom(SEED);

/** What is done, and undone. */
const KINDS: Readonly<Record<string, (product: FaultsProduct) => Promise<void>>> = {
  'api killed': async (product) => {
    await product.kill('api');
    await product.start('api');
  },
  'worker killed': async (product) => {
    await product.kill('worker');
    await product.start('worker');
  },
  'both killed': async (product) => {
    await Promise.all([product.kill('api'), product.kill('worker')]);
    await Promise.all([product.start('api'), product.start('worker')]);
  },
  'PostgreSQL stopped fast': (product) => restarted(product, 'SIGINT'),
  'PostgreSQL stopped at once': (product) => restarted(product, 'SIGQUIT'),
  'PostgreSQL killed': (product) => restarted(product, 'SIGKILL'),
  'PostgreSQL held': async (product) => {
    product.signalDatabase('SIGSTOP');
    await sleep(HELD_MS);
    product.signalDatabase('SIGCONT');
  },
  'connections cut': (product) =>
    asOwner(product, async (owner) => {
      for (let cut = 0; cut < 5; cut++) {
        await owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        await sleep(uniform() * 400);
      }
    }),
  'connections used up': async (product) => {
    const taken: pg.Client[] = [];
    for (;;) {
      const one = new pg.Client({ connectionString: product.databaseUrl });
      one.on('error', () => undefined);
      if (
        !(await one.connect().then(
          () => true,
          () => false,
        ))
      )
        break;
      taken.push(one);
    }
    await sleep(AWAY_MS);
    await Promise.all(taken.map((one) => one.end()));
  },
};

async function restarted(product: FaultsProduct, signal: NodeJS.Signals): Promise<void> {
  await product.endDatabase(signal);
  await sleep(AWAY_MS * uniform());
  await product.startDatabase();
}

async function asOwner(product: FaultsProduct, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

/** What the audit trail and the comments hold otherwise than the journals. */
async function unlikeJournals({ db }: FaultsProduct, clients: readonly Client[]): Promise<string[]> {
  const acts = [
    ...new Set(clients.flatMap(({ done }) => [...done.keys()].map((key) => key.split(' ')[0] ?? ''))),
  ];
  const entries = await db.auditEvent.groupBy({
    ...{ by: ['entityId', 'action'], where: { entity: 'run', action: { in: acts } }, _count: true },
  });
  const there = new Map(entries.map(({ action, entityId, _count }) => [`${action} ${entityId}`, _count]));
  const told = new Map(clients.flatMap(({ done }) => [...done]));
  const wrong = [...new Set([...there.keys(), ...told.keys()])]
    .filter((key) => there.get(key) !== told.get(key))
    .map((key) => `${key}: ${told.get(key) ?? 0} in the journal, ${there.get(key) ?? 0} in the audit trail`);
  const deleted = [...told.keys()].filter((key) => key.startsWith('run.delete ')).length;
  const imported = [...told.keys()].filter((key) => key.startsWith('run.import ')).length;
  const runs = await db.run.count();
  if (runs !== imported - deleted) wrong.push(`${runs} runs instead of ${imported - deleted}`);
  return wrong;
}

async function drained({ db }: FaultsProduct): Promise<boolean> {
  const until = Date.now() + DRAIN_MS;
  while ((await db.run.count({ where: { archiving: { not: null } } })) > 0) {
    if (Date.now() > until) return false;
    await sleep(100);
  }
  return true;
}

const product = await startFaultsProduct();
const counted = new Map<string, { times: number; ready: number; jobs: number }>();
let violations = 0;
say(`SEED=${SEED} FAULTS=${FAULTS}`);
try {
  const analyser = await product.db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  const [tech, physician] = await Promise.all([product.tokenFor('tech'), product.tokenFor('physician')]);
  const people = { tech, physician, analyserId: analyser.id };
  const clients = Array.from(
    { length: CLIENTS },
    (_, place) => new Client(product, people, (place + 1) * 100_000),
  );
  const names = Object.keys(KINDS);
  for (let round = 0; round < FAULTS; round++) {
    const name = names[round < names.length ? round : Math.floor(uniform() * names.length)] ?? '';
    for (const client of clients) client.isPaused = false;
    const works = Promise.all(clients.map((client) => client.work()));
    works.catch(() => undefined);
    await sleep(uniform() * LONGEST_LOAD_MS);
    const healing = performance.now();
    await KINDS[name]?.(product);
    const healed = performance.now();
    await product.ready();
    const ready =
      performance.now() - (name.endsWith(' killed') && !name.startsWith('Post') ? healing : healed);
    for (const client of clients) client.isPaused = true;
    await works;
    const isDrained = await drained(product);
    const jobs = performance.now() - healed;
    const wrong = [...(await unlikeJournals(product, clients)), ...(await brokenInvariants(product.db))];
    if (!isDrained) wrong.push('jobs still wait');
    for (const line of wrong) say(`WRONG after ${round + 1} (${name}): ${line}`);
    violations += wrong.length;
    const former = counted.get(name) ?? { times: 0, ready: 0, jobs: 0 };
    counted.set(name, {
      times: former.times + 1,
      ready: Math.max(former.ready, ready),
      jobs: Math.max(former.jobs, jobs),
    });
  }
  say(
    '\n| fault | times | longest until ready | longest until its jobs were done |\n| --- | --: | --: | --: |',
  );
  for (const [name, { times, ready, jobs }] of counted)
    say(`| ${name} | ${times} | ${(ready / 1000).toFixed(1)} s | ${(jobs / 1000).toFixed(1)} s |`);
  const sum = (of: (client: Client) => number) => clients.reduce((total, client) => total + of(client), 0);
  say(
    `\n${sum((client) => client.acknowledged)} acknowledged, ${sum((client) => client.refused)} refused, ${sum((client) => client.unknown)} not answered or failed; ${violations} violations; ${await product.db.run.count()} runs`,
  );
  if (violations > 0) process.exitCode = 1;
} finally {
  await product.close();
}
