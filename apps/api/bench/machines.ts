/**
 * `pnpm test:machines`: three API processes and two workers behind nginx, on one PostgreSQL that writes to
 * disk. While clients read, import, interpret, decide and archive, one process of each kind is killed
 * (SIGKILL) and PostgreSQL is restarted. Then a journal of the acknowledged requests is compared with the
 * database. Ends with an error if anything is lost or duplicated, or if a job was not done exactly once.
 * Needs nginx on the PATH, or at BENCH_NGINX.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { IDEMPOTENCY_HEADER } from '@curvewell/contracts';
import { allConfirmed, type CheckedDecision, type Run, type RunCheck } from '@curvewell/domain';

import { cfxFile, configuration } from '../test/run-factory.ts';
import { compareJournal, type Step } from './machines-journal.ts';
import { findNginx, startMachines } from './machines-processes.ts';
import { print } from './table.ts';

const LOAD_S = 60;
const MAKERS = 6;
const READERS = 12;
const READ_EVERY_MS = 400;
/** Seconds after the start of the load. */
const PLAN = { killApi: 10, startApi: 16, killWorker: 22, startWorker: 32, restartDatabase: 40 } as const;
/** Maximum time for the last requested job: a dead worker is noticed after 10 to 15 s. */
const DRAIN_MS = 60_000;

const nginx = await findNginx();
if (nginx === null) {
  print('Skipped: there is no nginx. Install it, or name it with BENCH_NGINX=/path/to/nginx.');
  process.exit(0);
}
const machines = await startMachines(nginx);
const { db, address } = machines;
const journal: Step[] = [];
const answers: {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly kind: 'read' | 'write';
}[] = [];
const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;

class Unanswered extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status} ${text.slice(0, 200)}`);
    this.status = status;
  }
}

/**
 * A file with the idempotency key of its import, as the page sends it: repeated while the first request is
 * running, it is imported once.
 */
class Import {
  readonly form = new FormData();
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

/** A request without a successful answer is not acknowledged, whether or not it was executed. */
async function ask<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
  const at = seconds();
  const isForm = body instanceof Import;
  const kind = method === 'GET' ? 'read' : 'write';
  let status = 0;
  try {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      headers: {
        authorization: `Bearer ${token}`,
        ...(isForm && { [IDEMPOTENCY_HEADER]: body.key }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body.form : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) {
      status = answer.status;
      throw new Unanswered(status, text);
    }
    status = answer.status;
    return (text === '' ? undefined : JSON.parse(text)) as T; // tests of the contract validate the types of answers
  } catch (error) {
    throw error instanceof Unanswered ? error : new Unanswered(0, String(error));
  } finally {
    answers.push({ at, ms: (seconds() - at) * 1000, status, kind });
  }
}

let made = 0;

/**
 * Takes one run after another from its file to the archive, and continues after each failure in the current
 * state of the run.
 */
async function makeRuns(people: { readonly tech: string; readonly physician: string }): Promise<void> {
  const { id: analyserId } = await db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  while (seconds() < LOAD_S) {
    const { name, bytes } = await cfxFile({ seed: 1000 + made++ });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const form = () => {
      const file = new Import(sha256);
      file.form.append('analyser', JSON.stringify({ id: analyserId }));
      file.form.append('files', new Blob([new Uint8Array(bytes)]), name);
      return file;
    };
    const run = await persist(async () => {
      // A request that was not acknowledged may still have been executed, which the page would show as well.
      const [former] = await ask<{ runId: string }[]>(people.tech, 'GET', `/run/exists?sha256=${sha256}`);
      if (former !== undefined) return ask<Run>(people.tech, 'GET', `/run/${former.runId}`);
      const run = await ask<Run>(people.tech, 'POST', '/run/createRun', form());
      journal.push({ runId: run.id, act: 'run.import' });
      return run;
    });
    await persist(() => advanceRun(people, run.id));
  }
}

/** Performs the next step of a run until it waits to be archived. */
async function advanceRun(
  { tech, physician }: { readonly tech: string; readonly physician: string },
  runId: string,
): Promise<void> {
  const url = `/run/${runId}`;
  const done = (act: Step['act']) => journal.push({ runId, act });
  for (;;) {
    const run = await ask<Run>(tech, 'GET', url).catch((error: unknown) => {
      if (error instanceof Unanswered && error.status === 404) return null;
      throw error;
    });
    if (run === null || run.archiving !== null) return;
    if (run.kits.length === 0) {
      // The ids are read from the database, which may be unavailable.
      const named = await configuration(db, run).catch((error: unknown) => {
        throw new Unanswered(0, String(error));
      });
      await ask(tech, 'PUT', url, named);
    } else if (run.acts.interpreted === null) {
      await ask(tech, 'POST', `${url}/interpret`);
      done('run.interpret');
    } else if (run.status === 'RUN_TO_INTERPRET') {
      await ask(tech, 'PUT', `${url}/submit`, await looked(tech, runId, 'submit'));
      done('run.submit');
    } else if (run.status === 'WAIT_FOR_APPROVAL') {
      await ask(physician, 'PUT', `${url}/status?status=APPROVED`, await looked(physician, runId, 'approve'));
      done('run.approve');
    } else {
      await ask(physician, 'POST', `${url}/archive`, { markAsToDelete: false });
      done('run.archive-request');
      return;
    }
  }
}

async function looked(token: string, runId: string, decision: CheckedDecision) {
  const check = await ask<RunCheck>(token, 'GET', `/run/${runId}/check?decision=${decision}`);
  return { shown: check.digest, ...allConfirmed(check) };
}

/** Retries after a pause, as a user would. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      await sleep(300 + Math.random() * 400);
    }
  }
}

async function read(token: string): Promise<void> {
  while (seconds() < LOAD_S) {
    await ask(token, 'GET', '/run?size=25').catch(() => undefined);
    await sleep(READ_EVERY_MS * (0.5 + Math.random()));
  }
}

async function trouble(): Promise<void> {
  const at = async (when: number, what: string, work: () => Promise<void>) => {
    await sleep(Math.max(0, when - seconds()) * 1000);
    await work();
    print(`${seconds().toFixed(1)} s: ${what}`);
  };
  await at(PLAN.killApi, 'one api killed', () => machines.kill('api 1'));
  await at(PLAN.startApi, 'started again', () => machines.start('api 1'));
  await at(PLAN.killWorker, 'one worker killed', () => machines.kill('worker 1'));
  await at(PLAN.startWorker, 'started again', () => machines.start('worker 1'));
  await at(PLAN.restartDatabase, 'PostgreSQL restarted', () => machines.restartDatabase());
}

try {
  const physician = await machines.tokenFor('physician');
  const technicians = await Promise.all(
    Array.from({ length: MAKERS }, (_, number) => machines.tokenFor(`tech-${number}`)),
  );
  await Promise.all([
    trouble(),
    ...technicians.map((tech) => makeRuns({ tech, physician })),
    ...Array.from({ length: READERS }, () => read(physician)),
  ]);
  const load = seconds();
  const faults = await compareJournal(db, { journal, drainMs: DRAIN_MS });
  printResponses(load);
  const refused = answers.filter(({ status }) => status >= 400 || status === 0);
  for (const [status, some] of Map.groupBy(refused, (answer) => `${answer.kind} ${answer.status}`))
    print(`${status}: ${some.length}`);
  for (const fault of faults) print(`WRONG: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await machines.close();
}

function printResponses(load: number): void {
  print(
    '\n| asked | answered | refused (5xx) | refused (4xx) | not answered | median ms | p99 ms | longest time without a success |',
  );
  print('| --- | --: | --: | --: | --: | --: | --: | --: |');
  for (const kind of ['read', 'write'] as const) {
    const of = answers.filter((answer) => answer.kind === kind);
    const good = of.filter(({ status }) => status >= 200 && status < 300);
    const times = good.map(({ ms }) => ms).sort((a, b) => a - b);
    const ends = [0, ...good.map(({ at, ms }) => at + ms / 1000).sort((a, b) => a - b), load];
    const gaps = ends.slice(1).map((end, place) => end - (ends[place] ?? 0));
    const count = (from: number, to: number) =>
      of.filter(({ status }) => status >= from && status < to).length;
    const quantile = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(0);
    print(
      `| ${kind} | ${good.length} | ${count(500, 600)} | ${count(400, 500)} | ${count(0, 1)} | ${quantile(0.5)} | ${quantile(0.99)} | ${Math.max(...gaps).toFixed(1)} s |`,
    );
  }
}
