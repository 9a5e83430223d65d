import { type WhatIfRequest, type WhatIfEvent, whatIfEventSchema, whatIfCalls } from '@curvewell/contracts';
import { useQueryClient } from '@tanstack/react-query';

import { text } from '../locale/text.ts';
import { apiStream } from '../shared/api/api-client.ts';
import { hasCode, isCancelled, messageOf } from '../shared/api/api-problem.ts';
import { createMessageReader } from '../shared/api/live-messages.ts';
import { observable, useObservable } from '../shared/hooks/observable.ts';
import { callQuery } from '../shared/api/call-query.ts';

type WhatIfRun = Extract<WhatIfEvent, { readonly kind: 'run' }>;
type SkippedRun = Extract<WhatIfEvent, { readonly kind: 'skipped' }>;

export interface WhatIfProgress {
  readonly request: WhatIfRequest;
  readonly state: 'asked' | 'waiting' | 'running' | 'stopped' | 'done' | 'failed';
  /** Number of runs to evaluate. */
  readonly total: number;
  readonly algorithmVersion: string | null;
  readonly runs: readonly WhatIfRun[];
  readonly skipped: readonly SkippedRun[];
  /** Client clock, ms. */
  readonly begunAt: number;
  /** Time of the last received run, client clock, ms. */
  readonly receivedAt: number;
  /** Reason of the failure. */
  readonly failure: string | null;
}

const initialProgress = (request: WhatIfRequest): WhatIfProgress => ({
  request,
  state: 'asked',
  total: 0,
  algorithmVersion: null,
  runs: [],
  skipped: [],
  failure: null,
  begunAt: 0,
  receivedAt: 0,
});

/** The progress after an event from the server. */
export function withEvent(evaluation: WhatIfProgress, event: WhatIfEvent, now: number): WhatIfProgress {
  switch (event.kind) {
    case 'waiting':
      return { ...evaluation, state: 'waiting' };
    case 'begun': {
      const { runs: total, algorithmVersion } = event;
      return { ...evaluation, state: 'running', total, algorithmVersion, begunAt: now };
    }
    case 'run':
      return { ...evaluation, runs: [...evaluation.runs, event], receivedAt: now };
    case 'skipped':
      return { ...evaluation, skipped: [...evaluation.skipped, event], receivedAt: now };
    case 'done':
      return { ...evaluation, state: 'done' };
    case 'failed':
      return { ...evaluation, state: 'failed', failure: event.message };
  }
}

/** The page's only evaluation. Continues on other screens, and ends when the page closes. */
const current = observable<WhatIfProgress | null>(null);
let stopCurrent = new AbortController();

const isUnderWay = ({ state }: WhatIfProgress): boolean =>
  state === 'asked' || state === 'waiting' || state === 'running';

/** Stops the evaluation and keeps its results so far. */
export function stopWhatIf(): void {
  stopCurrent.abort();
  const evaluation = current.get();
  if (evaluation && isUnderWay(evaluation)) current.set({ ...evaluation, state: 'stopped' });
}

/** Retry delay if a busy server sends no `Retry-After`, ms. */
const TRY_AGAIN_MS = 1000;

/** Starts an evaluation and ends the previous one. Waits while the server is busy. */
export function startWhatIf(request: WhatIfRequest): void {
  stopWhatIf();
  const stop = new AbortController();
  stopCurrent = stop;
  current.set(initialProgress(request));
  const change = (changed: (evaluation: WhatIfProgress) => WhatIfProgress): void => {
    const evaluation = current.get();
    if (evaluation && !stop.signal.aborted) current.set(changed(evaluation));
  };
  const fail = (failure: string): void =>
    change((evaluation) =>
      isUnderWay(evaluation) ? { ...evaluation, state: 'failed', failure } : evaluation,
    );
  const read = createMessageReader(whatIfEventSchema, (event) =>
    change((evaluation) => withEvent(evaluation, event, performance.now())),
  );
  const open = (): Promise<void> =>
    apiStream(whatIfCalls.evaluate, { body: request, signal: stop.signal, onText: read }).catch(
      async (error: unknown) => {
        if (!hasCode(error, 'too-many-requests') || stop.signal.aborted) throw error;
        change((evaluation) => ({ ...evaluation, state: 'waiting' }));
        await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? TRY_AGAIN_MS));
        return open();
      },
    );
  open().then(
    // A stream that ends without a final event has lost its connection.
    () => fail(text.failure.unreachable),
    (error: unknown) => {
      if (!isCancelled(error)) fail(messageOf(error, text.failure.unreachable));
    },
  );
}

export const useWhatIf = (): WhatIfProgress | null => useObservable(current);

export const whatIfQueries = {
  /** Never cached: neither the end of an evaluation nor saved settings invalidate it. */
  evaluations: (versionId: string) => ({
    ...callQuery(['what-if', 'evaluations', versionId], whatIfCalls.evaluations, { params: { versionId } }),
    staleTime: 0,
  }),
};

export function useLoadWhatIfs() {
  const client = useQueryClient();
  return (versionId: string) => client.query(whatIfQueries.evaluations(versionId));
}
