// @vitest-environment jsdom
import { type LiveEvent, liveEventSchema, type RunChange } from '@curvewell/contracts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aRun } from '../../test/a-run.ts';
import { signInFor } from '../../test/fake-network.ts';
import { createMessageReader } from '../shared/api/live-messages.ts';
import { archiveQueries } from './archive.ts';
import { interpretationQueries } from './interpretation.ts';
import { subscribeToLaboratory, refresh, retryDelay } from './live-events.ts';
import { runQueries } from './runs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const RUN = '7e3f1b0a-6f0e-4c7a-9a35-0d5b6a3e2f11';
const submitted = { kind: 'run', runId: RUN, change: 'run.submit', own: false } as const;

test('parses messages from arbitrary chunks and skips those it does not understand', () => {
  const events: LiveEvent[] = [];
  const read = createMessageReader(liveEventSchema, (event) => events.push(event));
  for (const piece of [
    ':\n\ndata: {"ki',
    'nd":"ready"}\n\ndata: {"kind":"newer"}\n\n',
    `data: ${JSON.stringify(submitted)}`,
    '\n\ndata: no json\n\n:',
  ]) {
    read(piece);
  }
  expect(events).toEqual([{ kind: 'ready' }, submitted]);
});

test('retries back off with jitter over half of the delay, up to one minute', () => {
  expect([0, 1, 2, 20].map((attempt) => retryDelay(attempt, 1))).toEqual([1000, 2000, 4000, 60_000]);
  expect(retryDelay(20, 0)).toBe(30_000);
});

/** Streams that send `ready` and then the messages of `send`; counts how often one was opened. */
function streams() {
  const opened: ReadableStreamDefaultController<Uint8Array>[] = [];
  const send = (text: string) => opened.at(-1)?.enqueue(new TextEncoder().encode(text));
  vi.stubGlobal('fetch', (url: string | URL, { signal }: RequestInit = {}) => {
    if (String(url) === '/config.json') {
      const keycloak = { url: window.location.origin, realm: 'curvewell', clientId: 'curvewell-web' };
      return Promise.resolve(Response.json({ application: { backendUrl: '' }, keycloak }));
    }
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened.push(controller);
        signal?.addEventListener('abort', () => {
          controller.error(signal.reason);
        });
      },
    });
    send('data: {"kind":"ready"}\n\n');
    return Promise.resolve(new Response(body));
  });
  return { opened, send };
}

test('reopens a stream that ends or falls silent, but not one with heartbeats', async () => {
  signInFor(300);
  const { opened, send } = streams();
  const received: LiveEvent[] = [];
  const stop = subscribeToLaboratory((event) => received.push(event));
  await vi.advanceTimersByTimeAsync(0);
  expect(received).toEqual([{ kind: 'ready' }]);

  for (let beat = 0; beat < 6; beat += 1) {
    await vi.advanceTimersByTimeAsync(5_000);
    send(':\n\n');
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(opened).toHaveLength(1);

  await vi.advanceTimersByTimeAsync(17_000);
  expect(opened).toHaveLength(2);

  opened.at(-1)?.close();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(opened).toHaveLength(3);
  expect(received).toEqual([{ kind: 'ready' }, { kind: 'ready' }, { kind: 'ready' }]);

  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(opened).toHaveLength(3);
});

// Regression: a page with an open run requested it after its archiving was announced, and often got 404.
test.each<[string, readonly RunChange[], number]>([
  ['is changed is asked for again', ['run.comment'], 1],
  ['is to be archived is not asked for: it may be gone before the answer', ['run.archive-request'], 0],
  ['is changed and gone at once is not asked for', ['run.comment', 'run.archive'], 0],
  ['could not be archived is asked for again', ['run.archive-request', 'run.archive-failed'], 1],
])('SHELL-142 an open run that %s', (_what, changes, asked) => {
  const client = new QueryClient();
  const queryFn = vi.fn(() => Promise.resolve(aRun));
  const { queryKey } = runQueries.detail(aRun.id);
  client.setQueryData(queryKey, { ...aRun, permissions: { ...aRun.permissions, canDelete: true } });
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(
    () => undefined,
  );
  refresh(
    client,
    changes.map((change) => ({ kind: 'run', runId: aRun.id, change, own: false })),
  );
  expect(queryFn).toHaveBeenCalledTimes(asked);
  if (changes.includes('run.archive-request')) {
    expect(client.getQueryData(queryKey)).toMatchObject({
      archiving: 'pending',
      permissions: { canDelete: false },
    });
  }
  stop();
});

// Regression: the page of a run never showed that a slow file server had received its files.
test.each<[RunChange, number]>([
  ['run.comment', 0],
  ['run.send', 1],
  ['run.send-failed', 1],
  ['run.send-wait', 1],
  ['run.archive-failed', 1],
])("REVIEW-150 after the user's own %s an open run is refetched %d times", (change, asked) => {
  const client = new QueryClient();
  const queryFn = vi.fn(() => Promise.resolve(aRun));
  const { queryKey } = runQueries.detail(aRun.id);
  client.setQueryData(queryKey, aRun);
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(
    () => undefined,
  );
  refresh(client, [{ kind: 'run', runId: aRun.id, change, own: true }]);
  expect(queryFn).toHaveBeenCalledTimes(asked);
  stop();
});

test.each([
  ['REVIEW-395', 'normalised', interpretationQueries.normalised({ runId: aRun.id, channel: 'FAM' }).queryKey],
  ['REVIEW-406', 'amplification', interpretationQueries.amplification(aRun.id).queryKey],
])('%s %s curves are loaded again when their run is interpreted', (_id, _curves, queryKey) => {
  const client = new QueryClient();
  client.setQueryData(queryKey, []);
  refresh(client, [{ kind: 'run', runId: aRun.id, change: 'run.submit', own: false }]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  refresh(client, [{ kind: 'run', runId: aRun.id, change: 'run.interpret', own: false }]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

// Regression: a run that was archived while the archive was loading stayed unlisted until the next event.
test('API-91 a list that loads for the first time while runs change is loaded once more', async () => {
  const client = new QueryClient();
  const loads: ((rows: string) => void)[] = [];
  const queryFn = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        loads.push(resolve);
      }),
  );
  const observer = new QueryObserver(client, { queryKey: [...archiveQueries.lists, 'page 1'], queryFn });
  const stop = observer.subscribe(() => undefined);
  refresh(client, [submitted]);
  refresh(client, [{ kind: 'ready' }]);
  loads[0]?.('before the change');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(2);
  loads[1]?.('after the change');
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe('after the change');
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});
