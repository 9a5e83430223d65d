import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { IDEMPOTENCY_HEADER } from '@curvewell/contracts';
import {
  allConfirmed,
  type AuditAction,
  type CheckedDecision,
  type Run,
  type RunCheck,
} from '@curvewell/domain';

import { cfxFile, configuration } from '../test/run-factory.ts';
import type { FaultsProduct } from './faults-product.ts';

/** Answers to a request that was executed before or is in progress; the journal is compared afterwards. */
const DONE_BEFORE = ['stale', 'illegal-transition', 'not-found', 'answer-lost'];
const TRY_AGAIN = ['busy', 'too-many-requests', 'request-timed-out'];
const TIMEOUT_MS = 15_000;
const PAUSE_MS = 200;

type Login = 'tech' | 'physician' | 'quality';

interface Request {
  readonly who: Login;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

interface People {
  /** By login; current ones, because earlier tokens may have expired. */
  readonly tokens: Readonly<Record<Login, string>>;
  readonly analyserId: string;
}

const PURGED_AFTER = '40 days';

interface Pause {
  /** Resolves with the next act. */
  readonly stands: PromiseWithResolvers<AuditAction>;
  readonly goesOn: PromiseWithResolvers<void>;
}

/**
 * Works as users do and keeps a journal: the entries that each run must have in the audit trail, and the
 * requests without an answer. It can be paused between two acts, so that a fault strikes during an act and
 * the state can be compared before the life of a run ends.
 */
export class Client {
  /** Number of times each `action run` was done. */
  readonly done = new Map<string, number>();
  acknowledged = 0;
  refused = 0;
  unknown = 0;
  #pause: Pause | null = null;
  readonly #product: FaultsProduct;
  readonly #people: People;
  #made: number;

  constructor(product: FaultsProduct, people: People, seed: number) {
    this.#product = product;
    this.#people = people;
    this.#made = seed;
  }

  /** Takes one run after another through its life; ends only on an error. */
  async work(): Promise<never> {
    for (;;) await this.#workOn(this.#made++);
  }

  /** Pauses after the current act. @returns the next act, once the client is paused before it */
  pause(): Promise<AuditAction> {
    this.#pause ??= { stands: Promise.withResolvers(), goesOn: Promise.withResolvers() };
    return this.#pause.stands.promise;
  }

  resume(): void {
    this.#pause?.goesOn.resolve();
    this.#pause = null;
  }

  async #before(act: AuditAction): Promise<void> {
    this.#pause?.stands.resolve(act);
    await this.#pause?.goesOn.promise;
  }

  async #workOn(number: number): Promise<void> {
    const run = await this.#import(number);
    const path = `/run/${run.id}`;
    const body = await this.#steady(() => configuration(this.#product.db, run));
    await this.#do(run.id, 'run.update', { who: 'tech', method: 'PUT', path, body });
    await this.#isRefused({ who: 'tech', method: 'PUT', path, body: { ...body, revision: 0 } });
    const options = { markAsToDelete: number % 4 === 1 };
    const who = options.markAsToDelete ? 'quality' : 'physician';
    const archive = { who, method: 'POST', path: `${path}/archive`, body: options } as const;
    await this.#isRefused(archive);
    await this.#comment(run.id);
    if (number % 4 === 0) return this.#do(run.id, 'run.delete', { who: 'tech', method: 'DELETE', path });
    await this.#do(run.id, 'run.interpret', { who: 'tech', method: 'POST', path: `${path}/interpret` });
    const submit = await this.#looked('tech', run.id, 'submit');
    await this.#do(run.id, 'run.submit', {
      who: 'tech',
      method: 'PUT',
      path: `${path}/submit`,
      body: submit,
    });
    const approve = await this.#looked('physician', run.id, 'approve');
    const decided = {
      who: 'physician',
      method: 'PUT',
      path: `${path}/status?status=APPROVED`,
      body: approve,
    } as const;
    await this.#do(run.id, 'run.approve', decided);
    await this.#do(run.id, 'run.archive-request', archive);
    if (number % 2 === 0) return;
    await this.#archived(run.id, options.markAsToDelete ? 'run.purge' : 'run.restore');
    if (options.markAsToDelete) return this.#purge(run.id);
    await this.#do(run.id, 'run.restore', {
      who: 'physician',
      method: 'POST',
      path: `/archive/restore/runs/${run.id}`,
    });
  }

  /** Lets the retention period expire and requests the daily clean-up. */
  async #purge(runId: string): Promise<void> {
    const { db, jobs } = this.#product;
    await this.#before('run.purge');
    this.#count(runId, 'run.purge');
    await this.#steady(() =>
      db.$transaction(async (tx) => {
        await tx.$executeRaw`
          UPDATE run SET archived_at = archived_at - ${PURGED_AFTER}::interval,
            deletion_date = deletion_date - ${PURGED_AFTER}::interval
          WHERE id = ${runId}::uuid AND deletion_date > now()`;
        await jobs.ask(tx, 'purge', { data: {} });
      }),
    );
  }

  async #import(number: number): Promise<Run> {
    const { analyserId } = this.#people;
    await this.#before('run.import');
    const { name, bytes } = await cfxFile({ seed: number });
    const body = new FormData();
    body.append('analyser', JSON.stringify({ id: analyserId }));
    body.append('files', new Blob([new Uint8Array(bytes)]), name);
    const answer = await this.#settled({ who: 'tech', method: 'POST', path: '/run/createRun', body });
    const run = answer as Run | null;
    if (run !== null) return this.#noted(run);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const found = await this.#settled({ who: 'tech', method: 'GET', path: `/run/exists?sha256=${sha256}` });
    const [former] = found as readonly { readonly runId: string }[];
    if (former === undefined) throw new Error('a created run is missing');
    const path = `/run/${former.runId}`;
    return this.#noted((await this.#settled({ who: 'tech', method: 'GET', path })) as Run);
  }

  #noted(run: Run): Run {
    this.#count(run.id, 'run.import');
    return run;
  }

  async #comment(runId: string): Promise<void> {
    const value = `Seen ${randomUUID()}`;
    await this.#do(runId, 'run.comment', {
      who: 'tech',
      method: 'POST',
      path: `/run/${runId}/comment`,
      body: { value },
    });
  }

  async #looked(who: Login, runId: string, decision: CheckedDecision) {
    const path = `/run/${runId}/check?decision=${decision}`;
    const check = (await this.#settled({ who, method: 'GET', path })) as RunCheck;
    return { shown: check.digest, ...allConfirmed(check) };
  }

  /** Waits until a run is archived, so that the next act is possible. */
  async #archived(runId: string, next: AuditAction): Promise<void> {
    const where = { id: runId, archivedAt: { not: null } };
    while ((await this.#steady(() => this.#product.db.run.count({ where }))) === 0) {
      await this.#before(next);
      await sleep(PAUSE_MS);
    }
  }

  async #do(runId: string, act: AuditAction, request: Request): Promise<void> {
    await this.#before(act);
    await this.#settled(request);
    this.#count(runId, act);
  }

  #count(runId: string, act: AuditAction): void {
    const key = `${act} ${runId}`;
    this.done.set(key, (this.done.get(key) ?? 0) + 1);
  }

  /** Repeats a request until it is refused; nothing of it may be stored. */
  async #isRefused(request: Request): Promise<void> {
    const answer = await this.#settled(request, true);
    if (answer !== null) throw new Error(`${request.path} should have been refused`);
    this.refused++;
  }

  /**
   * Repeats a request with one key until its outcome is known. @returns null: executed before, and not
   * answered again
   */
  async #settled(request: Request, isToBeRefused = false): Promise<unknown> {
    const key = randomUUID();
    for (let wasUnknown = isToBeRefused; ;) {
      const { status, text } = await this.#ask(request, key);
      const code = status >= 400 ? codeOf(text) : '';
      if (status >= 200 && status < 300) {
        if (request.method !== 'GET') this.acknowledged++;
        return text === '' ? undefined : JSON.parse(text);
      }
      if (status >= 400 && status < 500 && !TRY_AGAIN.includes(code)) {
        if (wasUnknown && DONE_BEFORE.includes(code)) return null;
        throw new Error(`${request.method} ${request.path}: ${status} ${text}`);
      }
      if (status === 0 || status >= 500) {
        this.unknown++;
        wasUnknown = true;
      }
      await sleep(PAUSE_MS);
    }
  }

  async #ask({ who, method, path, body }: Request, key: string): Promise<{ status: number; text: string }> {
    const isForm = body instanceof FormData;
    try {
      const answer = await fetch(`${this.#product.address}/api${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: `Bearer ${this.#people.tokens[who]}`,
          [IDEMPOTENCY_HEADER]: key,
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }

  /** Reads that the client makes directly in the database. */
  async #steady<T>(look: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await look();
      } catch {
        await sleep(PAUSE_MS);
      }
    }
  }
}

function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? '';
  } catch {
    return '';
  }
}
