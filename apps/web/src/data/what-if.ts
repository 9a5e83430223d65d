import { type Trial, type TrialEvent, trialEventSchema, whatIfCalls } from '@curvewell/contracts';

import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { text } from '../locale/text.ts';
import { api, apiStream } from '../shared/api/api-client.ts';
import { hasCode, isCancelled, messageOf } from '../shared/api/api-problem.ts';
import { createMessageReader } from '../shared/api/live-messages.ts';
import { observable, useObservable } from '../shared/hooks/observable.ts';

type TriedRun = Extract<TrialEvent, { readonly kind: 'run' }>;
type LeftOutRun = Extract<TrialEvent, { readonly kind: 'left-out' }>;

/** A trial as far as it has come. */
export interface TrialProgress {
  readonly asked: Trial;
  readonly state: 'asked' | 'waiting' | 'running' | 'stopped' | 'done' | 'failed';
  /** How many runs it goes through. */
  readonly total: number;
  readonly algorithmVersion: string | null;
  readonly runs: readonly TriedRun[];
  readonly leftOut: readonly LeftOutRun[];
  /** By this computer's clock, ms. */
  readonly begunAt: number;
  /** When the last run was received. */
  readonly receivedAt: number;
  /** Why it failed. */
  readonly failure: string | null;
}

const beginning = (asked: Trial): TrialProgress => ({
  asked,
  state: 'asked',
  total: 0,
  algorithmVersion: null,
  runs: [],
  leftOut: [],
  failure: null,
  begunAt: 0,
  receivedAt: 0,
});

/** A trial after an event of the server. */
export function withEvent(trial: TrialProgress, event: TrialEvent, now: number): TrialProgress {
  switch (event.kind) {
    case 'waiting':
      return { ...trial, state: 'waiting' };
    case 'begun': {
      const { runs: total, algorithmVersion } = event;
      return { ...trial, state: 'running', total, algorithmVersion, begunAt: now };
    }
    case 'run':
      return { ...trial, runs: [...trial.runs, event], receivedAt: now };
    case 'left-out':
      return { ...trial, leftOut: [...trial.leftOut, event], receivedAt: now };
    case 'done':
      return { ...trial, state: 'done' };
    case 'failed':
      return { ...trial, state: 'failed', failure: event.message };
  }
}

/** The one trial of this page: it goes on while somebody looks at something else here, and ends with the page. */
const current = observable<TrialProgress | null>(null);
let stopCurrent = new AbortController();

const isUnderWay = ({ state }: TrialProgress): boolean =>
  state === 'asked' || state === 'waiting' || state === 'running';

/** Ends the trial; what it has found so far stays. */
export function stopTrial(): void {
  stopCurrent.abort();
  const trial = current.get();
  if (trial && isUnderWay(trial)) current.set({ ...trial, state: 'stopped' });
}

/** Where the server has too much to do, and does not say how long. */
const TRY_AGAIN_MS = 1000;

/** Begins a trial; a former one ends. What the server has no room for waits until it has. */
export function startTrial(asked: Trial): void {
  stopTrial();
  const stop = new AbortController();
  stopCurrent = stop;
  current.set(beginning(asked));
  const change = (changed: (trial: TrialProgress) => TrialProgress): void => {
    const trial = current.get();
    if (trial && !stop.signal.aborted) current.set(changed(trial));
  };
  const fail = (failure: string): void => {
    change((trial) => (isUnderWay(trial) ? { ...trial, state: 'failed', failure } : trial));
  };
  const read = createMessageReader(trialEventSchema, (event) => {
    change((trial) => withEvent(trial, event, performance.now()));
  });
  const open = (): Promise<void> =>
    apiStream(whatIfCalls.try, { body: asked, signal: stop.signal, onText: read }).catch(
      async (error: unknown) => {
        if (!hasCode(error, 'too-many-requests') || stop.signal.aborted) throw error;
        change((trial) => ({ ...trial, state: 'waiting' }));
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

export const useTrial = (): TrialProgress | null => useObservable(current);

export const whatIfQueries = {
  /** Always asked again: a trial ends, and settings are saved, without a word to this. */
  trials: (versionId: string) =>
    queryOptions({
      queryKey: ['what-if', 'trials', versionId] as const,
      queryFn: ({ signal }) => api(whatIfCalls.trials, { params: { versionId }, signal }),
      staleTime: 0,
    }),
};

export function useLoadTrials() {
  const client = useQueryClient();
  return (versionId: string) => client.query(whatIfQueries.trials(versionId));
}
