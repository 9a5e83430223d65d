/**
 * `pnpm test:faults`: injects faults while clients import, save, interpret, decide, archive, restore, purge
 * and delete, and approved runs are sent. A process is killed; PostgreSQL is stopped, killed or paused; its
 * connections are cut or used up; its disk is filled; clocks are shifted; the file server fails; a migration
 * is killed. After each fault the clients finish their current acts and everything is checked, see
 * faults-checks.ts. FAULTS sets the number of faults, LANES the number of products in parallel; SEED repeats
 * a run, KIND injects one kind only. With KEEP=1 and a SEED the summary is stored for each database, and
 * databases already done at this commit are skipped.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { seededRandom } from '@curvewell/instruments/generate';

import { connectionTo } from '../test/file-server.ts';
import { keptMeasurement } from '../test/kept-measurement.ts';
import { stillWaiting, findFaults } from './faults-checks.ts';
import { Client } from './faults-journal.ts';
import { KINDS, kindsOf } from './faults-kinds.ts';
import { startFaultsProduct, type FaultsProduct } from './faults-product.ts';
import { print } from './table.ts';

const FAULTS = Number(process.env['FAULTS'] ?? 50);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const KIND = process.env['KIND'];
/** Much of a fault's time is spent waiting. */
const LANES = Number(process.env['LANES'] ?? 2);
const CLIENTS = 3;
/** Latest moment of a fault after the start of an act. */
const LONGEST_ACT_MS = 250;
/** The audit trail is read completely after each fault, so it must not grow without limit. */
const FAULTS_OF_A_DATABASE = Math.min(100, Math.ceil(FAULTS / LANES));
const MAX_TRIES = 20;
const GOALS_S = { ready: 5, jobs: 30 };

const kept = keptMeasurement({
  name: 'faults',
  what: 'faults injected while clients work',
  command: `KEEP=1 SEED=${SEED} FAULTS=${FAULTS} LANES=${LANES} pnpm test:faults`,
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Ctrl-C: faults are repaired, everything is checked and the results are printed. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    stopping.abort();
  });

interface Tally {
  times: number;
  ready: number;
  jobs: number;
}
const ofKinds = new Map<string, Tally>();
const ofActs = new Map<string, number>();
const sums = { acknowledged: 0, refused: 0, unknown: 0, runs: 0, violations: 0 };

interface Injected {
  count: number;
  readonly failures: Record<string, number>;
  /** The longest waits, in seconds. */
  readonly figures: { readyS: number; jobsS: number };
}

/** A process that has just started may be too busy. */
async function setFileServer({ address, fileServer }: FaultsProduct, token: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${address}/api/ftp-connection`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(connectionTo(fileServer, { sendFilesOnApproval: true })),
    });
    if (answer.ok) return;
    if (tries === MAX_TRIES) throw new Error(`the file server was not set: ${answer.status}`);
    await sleep(1_000);
  }
}

/** @returns the number of injected faults, and the kinds after which a check failed */
async function injectInto(product: FaultsProduct, from: number, to: number): Promise<Injected> {
  const analyser = await product.db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  const tokens = { tech: '', physician: '', quality: '' };
  const renewTokens = async () => {
    for (const login of ['tech', 'physician', 'quality'] as const)
      tokens[login] = await product.tokenFor(login);
  };
  await renewTokens();
  await setFileServer(product, tokens.physician);
  const people = { tokens, analyserId: analyser.id };
  const clients = Array.from(
    { length: CLIENTS },
    (_, place) => new Client(product, people, (place + 1) * 100_000),
  );
  const paused = () => Promise.all(clients.map((client) => client.pause()));
  const arrived = new Set<string>();
  const names = KIND === undefined ? kindsOf(product) : [KIND];
  const { uniform } = seededRandom(SEED + from);

  const done: Injected = { count: 0, failures: {}, figures: { readyS: 0, jobsS: 0 } };
  let acts: Promise<readonly string[]> = paused();
  const works = Promise.all(clients.map((client) => client.work()));
  works.catch(() => undefined);
  for (let round = from; round < to && !stopping.signal.aborted; round++) {
    await renewTokens();
    const name = names[round < names.length ? round : Math.floor(uniform() * names.length)] ?? '';
    const struck = await acts;
    for (const client of clients) client.resume();
    await sleep(uniform() * LONGEST_ACT_MS);
    const healing = performance.now();
    await KINDS[name]?.(product, uniform);
    const healed = performance.now();
    await product.ready();
    // A killed process is restarted at once, so its start counts.
    const isStarted = ['api killed', 'worker killed', 'both killed'].includes(name);
    const ready = performance.now() - (isStarted ? healing : healed);
    acts = paused();
    // A client that found a violation stops.
    await Promise.race([acts, works]);
    const settled = performance.now() - healed;
    const waiting = await stillWaiting(product);
    const jobs = performance.now() - healed;
    const wrong = [...(waiting === null ? [] : [waiting]), ...(await findFaults(product, clients, arrived))];
    const where = `${round + 1} (${name}; ${struck.join(', ')})`;
    for (const line of wrong) print(`WRONG after ${where}: ${line}`);
    if (ready > GOALS_S.ready * 1000 || jobs > GOALS_S.jobs * 1000)
      print(
        `slow after ${where}: ready ${seconds(ready)}, jobs ${seconds(jobs)}, of it clients ${seconds(settled)}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      );
    sums.violations += wrong.length;
    done.count++;
    if (wrong.length > 0) done.failures[name] = (done.failures[name] ?? 0) + wrong.length;
    done.figures.readyS = Math.max(done.figures.readyS, Math.round(ready / 100) / 10);
    done.figures.jobsS = Math.max(done.figures.jobsS, Math.round(jobs / 100) / 10);
    const { times, ...longest } = ofKinds.get(name) ?? { times: 0, ready: 0, jobs: 0 };
    ofKinds.set(name, {
      times: times + 1,
      ready: Math.max(longest.ready, ready),
      jobs: Math.max(longest.jobs, jobs),
    });
    for (const act of struck) ofActs.set(act, (ofActs.get(act) ?? 0) + 1);
  }
  for (const { acknowledged, refused, unknown } of clients) {
    sums.acknowledged += acknowledged;
    sums.refused += refused;
    sums.unknown += unknown;
  }
  sums.runs += await product.db.run.count();
  return done;
}

function printSummary(): void {
  print(
    '\n| fault | times | longest until ready | longest until its jobs were done |\n| --- | --: | --: | --: |',
  );
  for (const [name, { times, ready, jobs }] of ofKinds)
    print(`| ${name} | ${times} | ${seconds(ready)} | ${seconds(jobs)} |`);
  print(`\nIn the middle of: ${[...ofActs].map(([act, times]) => `${act} ${times}`).join(', ')}.`);
  const { acknowledged, refused, unknown, violations, runs } = sums;
  print(
    `\n${acknowledged} acknowledged, ${refused} refused, ${unknown} not answered or failed; ${violations} violations; ${runs} runs`,
  );
}

print(`SEED=${SEED} FAULTS=${FAULTS}`);
let begun = 0;
/** Injects faults until none are left, for one database at a time. */
async function work(lane: number): Promise<void> {
  while (begun < FAULTS && !stopping.signal.aborted) {
    const from = begun;
    begun += FAULTS_OF_A_DATABASE;
    const to = Math.min(FAULTS, from + FAULTS_OF_A_DATABASE);
    const part = `${from + 1} to ${to}${KIND === undefined ? '' : `, ${KIND}`}, seed ${SEED}`;
    if (kept.has(part)) continue;
    const started = performance.now();
    let product: FaultsProduct | undefined;
    try {
      product = await startFaultsProduct(lane);
      const done = await injectInto(product, from, to);
      if (done.count === to - from)
        kept.add({ part, ...done, seconds: (performance.now() - started) / 1000 });
    } catch (error) {
      // The other lanes continue.
      sums.violations++;
      const why = error instanceof Error ? error.stack : String(error);
      print(`WRONG of those from ${from + 1} on: ${[why, ...(product?.endings ?? [])].join('\n')}`);
    } finally {
      await product?.close();
    }
    printSummary();
  }
}
await Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)));
if (sums.violations > 0) process.exitCode = 1;
