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

/** What is answered when the same request was done before, or is being done: the journal is compared afterwards. */
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
  /** By login: those of a moment ago may have expired. */
  readonly tokens: Readonly<Record<Login, string>>;
  readonly analyserId: string;
}

const PURGED_AFTER = '40 days';

interface Pause {
  /** With the act that comes next. */
  readonly stands: PromiseWithResolvers<AuditAction>;
  readonly goesOn: PromiseWithResolvers<void>;
}

/**
 * Works as people do and keeps a journal of it: what each run must show in the audit trail, and what was not answered.
 * It can be made to stand still between two acts, so that a fault strikes in the middle of one, and what was done can be
 * compared without waiting for the end of a run's life.
 */
export class Client {
  /** `action run` → how often it was done. */
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

  /** Takes one run after another through its life; ends only when something is wrong. */
  async work(): Promise<never> {
    for (;;) await this.#workOn(this.#made++);
  }

  /** Has it stand still when its act is done. @returns the next one, as soon as it stands before that */
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

  /** Its days go by, and the work of the day is requested. */
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

  /** Waits until a run is in the archive, for what can be done with it there. */
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

  /** Asks until it is refused: nothing of it may be there. */
  async #isRefused(request: Request): Promise<void> {
    const answer = await this.#settled(request, true);
    if (answer !== null) throw new Error(`${request.path} should have been refused`);
    this.refused++;
  }

  /** Asks with one key until it is known what became of it. @returns null: done before, and not answered again */
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

  /** What the client looks up by itself, not through the product. */
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
