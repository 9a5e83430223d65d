import { type WhatIfRequest, type WhatIfEvent, whatIfEventSchema, whatIfCalls } from '@curvewell/contracts';

import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { text } from '../locale/text.ts';
import { api, apiStream } from '../shared/api/api-client.ts';
import { hasCode, isCancelled, messageOf } from '../shared/api/api-problem.ts';
import { createMessageReader } from '../shared/api/live-messages.ts';
import { observable, useObservable } from '../shared/hooks/observable.ts';

type WhatIfRun = Extract<WhatIfEvent, { readonly kind: 'run' }>;
type SkippedRun = Extract<WhatIfEvent, { readonly kind: 'skipped' }>;

/** An evaluation as far as it has come. */
export interface WhatIfProgress {
  readonly asked: WhatIfRequest;
  readonly state: 'asked' | 'waiting' | 'running' | 'stopped' | 'done' | 'failed';
  /** How many runs it goes through. */
  readonly total: number;
  readonly algorithmVersion: string | null;
  readonly runs: readonly WhatIfRun[];
  readonly skipped: readonly SkippedRun[];
  /** By this computer's clock, ms. */
  readonly begunAt: number;
  /** When the last run was received. */
  readonly receivedAt: number;
  /** Why it failed. */
  readonly failure: string | null;
}

const beginning = (asked: WhatIfRequest): WhatIfProgress => ({
  asked,
  state: 'asked',
  total: 0,
  algorithmVersion: null,
  runs: [],
  skipped: [],
  failure: null,
  begunAt: 0,
  receivedAt: 0,
});

/** An evaluation after an event of the server. */
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

/** The one evaluation of this page: it goes on while somebody looks at something else here, and ends with the page. */
const current = observable<WhatIfProgress | null>(null);
let stopCurrent = new AbortController();

const isUnderWay = ({ state }: WhatIfProgress): boolean =>
  state === 'asked' || state === 'waiting' || state === 'running';

/** Ends the evaluation; what it has found so far stays. */
export function stopWhatIf(): void {
  stopCurrent.abort();
  const evaluation = current.get();
  if (evaluation && isUnderWay(evaluation)) current.set({ ...evaluation, state: 'stopped' });
}

/** Where the server has too much to do, and does not say how long. */
const TRY_AGAIN_MS = 1000;

/** Begins an evaluation; a former one ends. What the server has no room for waits until it has. */
export function startWhatIf(asked: WhatIfRequest): void {
  stopWhatIf();
  const stop = new AbortController();
  stopCurrent = stop;
  current.set(beginning(asked));
  const change = (changed: (evaluation: WhatIfProgress) => WhatIfProgress): void => {
    const evaluation = current.get();
    if (evaluation && !stop.signal.aborted) current.set(changed(evaluation));
  };
  const fail = (failure: string): void => {
    change((evaluation) =>
      isUnderWay(evaluation) ? { ...evaluation, state: 'failed', failure } : evaluation,
    );
  };
  const read = createMessageReader(whatIfEventSchema, (event) => {
    change((evaluation) => withEvent(evaluation, event, performance.now()));
  });
  const open = (): Promise<void> =>
    apiStream(whatIfCalls.evaluate, { body: asked, signal: stop.signal, onText: read }).catch(
      async (error: unknown) => {
        if (!hasCode(error, 'too-many-requests') || stop.signal.aborted) throw error;
        change((evaluation) => ({ ...evaluation, state: 'waiting' }));
        await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? TRY_AGAIN_MS));
        return open();
      },
    );
  open().then(
    // Without a last word the connection was lost.
    () => {
      fail(text.failure.unreachable);
    },
    (error: unknown) => {
      if (!isCancelled(error)) fail(messageOf(error, text.failure.unreachable));
    },
  );
}

export const useWhatIf = (): WhatIfProgress | null => useObservable(current);

export const whatIfQueries = {
  /** Always asked again: an evaluation ends, and settings are saved, without a word to this. */
  evaluations: (versionId: string) =>
    queryOptions({
      queryKey: ['what-if', 'evaluations', versionId] as const,
      queryFn: ({ signal }) => api(whatIfCalls.evaluations, { params: { versionId }, signal }),
      staleTime: 0,
    }),
};

export function useLoadWhatIfs() {
  const client = useQueryClient();
  return (versionId: string) => client.query(whatIfQueries.evaluations(versionId));
}
