import {
  LIVE_BEAT_MS,
  liveEventCalls,
  type LiveEvent,
  liveEventSchema,
  type RunChange,
} from '@curvewell/contracts';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { apiStream } from '../shared/api/api-client.ts';
import { createMessageReader } from '../shared/api/live-messages.ts';
import { archiveQueries, removeCachedRun } from './archive.ts';
import { withArchivingStarted } from './cached/run-changes.ts';
import { decisionQueries, seenQueries } from './decisions.ts';
import { deliveryQueries } from './deliveries.ts';
import { firstStepQueries } from './first-steps.ts';
import { interpretationQueries } from './interpretation.ts';
import { jobQueries } from './jobs.ts';
import { dashboardQueries } from './dashboard.ts';
import { runQueries } from './runs.ts';

const LOCK = 'curvewell.live';
const CHANNEL = 'curvewell.live';
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 60_000;
/** A stream without a heartbeat for this long is dead, even if the browser reports no error. */
const SILENCE_MS = 3 * LIVE_BEAT_MS;

/** Delay before the next attempt: exponential backoff with jitter, to spread reconnections. */
export function retryDelay(attempt: number, chance: number): number {
  const wait = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return wait / 2 + (wait / 2) * chance;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Reads one stream until it ends, fails or falls silent. @returns whether an event arrived */
async function listenOnce(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<boolean> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasBegun = false;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  const read = createMessageReader(liveEventSchema, (event) => {
    hasBegun = true;
    onEvent(event);
  });
  alive();
  try {
    await apiStream(liveEventCalls.stream, {
      signal: AbortSignal.any([signal, silence.signal]),
      onText: (text) => {
        alive();
        read(text);
      },
    });
  } catch {
    // The caller retries. Requests that the user waits for report the fault.
  } finally {
    clearTimeout(timer);
  }
  return hasBegun;
}

async function listenAndReconnect(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    if (await listenOnce(onEvent, signal)) attempt = 0;
    await pause(retryDelay(attempt, Math.random()), signal);
  }
}

/**
 * Subscribes to the laboratory's run events. Browsers limit connections to a server, so tabs share one
 * stream: the tab that holds the lock listens and forwards events to the others.
 *
 * @returns a function that unsubscribes
 */
export function subscribeToLaboratory(onEvent: (event: LiveEvent) => void): () => void {
  const stop = new AbortController();
  // The lock manager is missing on plain HTTP; there each tab opens its own stream.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) {
    void listenAndReconnect(onEvent, stop.signal);
    return () => stop.abort();
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => onEvent(data);
  const share = (event: LiveEvent) => {
    onEvent(event);
    channel.postMessage(event);
  };
  locks
    .request(LOCK, { signal: stop.signal }, () => listenAndReconnect(share, stop.signal))
    .catch(() => {
      // unsubscribed before this tab got the lock
    });
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Collects events for this long before refetching, ms. */
const GATHER_MS = 200;

/** After these changes the address of the run no longer exists. */
const GONE: ReadonlySet<RunChange> = new Set([
  'run.archive',
  'run.restore',
  'run.delete',
  'run.delete-permanently',
  'run.purge',
]);

/** Completed in the background, after the response to the caller. */
const DONE_LATER: ReadonlySet<RunChange> = new Set([
  'run.send',
  'run.send-failed',
  'run.send-wait',
  'run.archive-failed',
]);

/**
 * Refetches mounted queries. A first load that is under way may have read what was before the change, and an
 * invalidation starts no other, so such queries are also refetched after it.
 */
function refetch(client: QueryClient, queryKey: QueryKey): void {
  const loading = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  });
  for (const query of loading) {
    query.promise?.then(
      // Once, however many changes were announced during the load.
      () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false }),
      // A load that failed or was cancelled shows no data.
      () => undefined,
    );
  }
  void client.invalidateQueries({ queryKey });
}

/**
 * Refetches mounted queries that another user's change affects. The user's own changes already updated the
 * cache from their responses. Open forms keep their values; the server compares them on save.
 */
export function refresh(client: QueryClient, events: readonly LiveEvent[]): void {
  refetch(client, runQueries.lists);
  refetch(client, archiveQueries.lists);
  refetch(client, deliveryQueries.all);
  refetch(client, dashboardQueries.all);
  refetch(client, jobQueries.all);
  refetch(client, firstStepQueries.all);
  const gone = new Set(
    events.flatMap((event) => (event.kind === 'run' && GONE.has(event.change) ? event.runId : [])),
  );
  for (const event of events) {
    if (event.kind === 'laboratory') {
      refetch(client, runQueries.details);
      refetch(client, decisionQueries.allChecks);
      continue;
    }
    if (event.kind === 'ready' || (event.own && !DONE_LATER.has(event.change))) continue;
    const { runId, change } = event;
    if (gone.has(runId)) {
      removeCachedRun(client, runId);
      continue;
    }
    // The run may be gone before a refetch completes.
    if (change === 'run.archive-request') {
      client.setQueryData(runQueries.detail(runId).queryKey, (run) => run && withArchivingStarted(run));
      continue;
    }
    refetch(client, runQueries.detail(runId).queryKey);
    refetch(client, decisionQueries.checks(runId));
    // A new result has not been seen yet.
    if (change === 'run.diagnostic') {
      refetch(client, seenQueries.list(runId).queryKey);
    }
    // Only an interpretation creates a chart and normalised curves, and finds Cq; nothing else changes them.
    if (change === 'run.interpret') {
      refetch(client, seenQueries.list(runId).queryKey);
      refetch(client, interpretationQueries.chart(runId).queryKey);
      refetch(client, interpretationQueries.allNormalised(runId));
      refetch(client, interpretationQueries.amplification(runId).queryKey);
    }
  }
}

/** Keeps cached runs up to date. @param onEvent - called with each event; must be a stable function */
export function useLiveEvents(enabled: boolean, onEvent: (event: LiveEvent) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!enabled) return undefined;
    let gathered: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeToLaboratory((event) => {
      onEvent(event);
      gathered.push(event);
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh(client, gathered);
        gathered = [];
      }, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [enabled, client, onEvent]);
}
