import {
  LIVE_BEAT_MS,
  liveEventCalls,
  type LiveEvent,
  liveEventSchema,
  type RunChange,
} from '@curvewell/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { apiStream } from '../shared/api/api-client.ts';
import { createMessageReader } from '../shared/api/live-messages.ts';
import { archiveQueries, removeCachedRun } from './archive.ts';
import { withArchivingStarted } from './cached/run-changes.ts';
import { decisionQueries, seenQueries } from './decisions.ts';
import { deliveryQueries } from './deliveries.ts';
import { interpretationQueries } from './interpretation.ts';
import { jobQueries } from './jobs.ts';
import { dashboardQueries } from './dashboard.ts';
import { runQueries } from './runs.ts';

const LOCK = 'curvewell.live';
const CHANNEL = 'curvewell.live';
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 60_000;
/** A stream that is silent for so long is dead, though this browser was not notified. */
const SILENCE_MS = 3 * LIVE_BEAT_MS;

/** How long to wait before the next attempt: longer each time, and never all browsers at once. */
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

/** One stream until it ends, breaks or falls silent; whether it had begun. */
async function listenOnce(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<boolean> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasBegun = false;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      silence.abort();
    }, SILENCE_MS);
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
    // The next attempt follows; any fault is reported by the requests that a user waits for.
  } finally {
    clearTimeout(timer);
  }
  return hasBegun;
}

async function keepListening(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    if (await listenOnce(onEvent, signal)) attempt = 0;
    await pause(retryDelay(attempt, Math.random()), signal);
  }
}

/**
 * Hears what happens to the runs of the laboratory; answers how to stop. A browser keeps few
 * connections to a server, so its tabs share one stream: the tab that holds the lock listens and
 * passes events on to the others.
 */
export function subscribeToLaboratory(onEvent: (event: LiveEvent) => void): () => void {
  const stop = new AbortController();
  // The lock manager is absent on plain http; there, every tab listens for itself.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) {
    void keepListening(onEvent, stop.signal);
    return () => {
      stop.abort();
    };
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => {
    onEvent(data);
  };
  const share = (event: LiveEvent) => {
    onEvent(event);
    channel.postMessage(event);
  };
  locks
    .request(LOCK, { signal: stop.signal }, () => keepListening(share, stop.signal))
    .catch(() => {
      // Stopped before it was this tab's turn.
    });
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Several changes at once are looked at once. */
const GATHER_MS = 200;

/** After these the address of the run no longer exists. */
const GONE: ReadonlySet<RunChange> = new Set([
  'run.archive',
  'run.restore',
  'run.delete',
  'run.delete-permanently',
  'run.purge',
]);

/** Done in the background, after the answer to the caller. */
const DONE_LATER: ReadonlySet<RunChange> = new Set([
  'run.send',
  'run.send-failed',
  'run.send-wait',
  'run.archive-failed',
]);

/**
 * Asks again for what somebody else has changed and somebody looks at. What a person has done here
 * was answered here. A form that is open keeps what it was opened with: it does not look, and what it
 * saves is compared on the server.
 */
export function refresh(client: QueryClient, events: readonly LiveEvent[]): void {
  void client.invalidateQueries({ queryKey: runQueries.lists });
  void client.invalidateQueries({ queryKey: archiveQueries.lists });
  void client.invalidateQueries({ queryKey: deliveryQueries.all });
  void client.invalidateQueries({ queryKey: dashboardQueries.all });
  void client.invalidateQueries({ queryKey: jobQueries.all });
  const gone = new Set(
    events.flatMap((event) => (event.kind === 'run' && GONE.has(event.change) ? event.runId : [])),
  );
  for (const event of events) {
    if (event.kind === 'laboratory') {
      void client.invalidateQueries({ queryKey: runQueries.details });
      void client.invalidateQueries({ queryKey: decisionQueries.allChecks });
      continue;
    }
    if (event.kind === 'ready' || (event.own && !DONE_LATER.has(event.change))) continue;
    const { runId, change } = event;
    if (gone.has(runId)) {
      removeCachedRun(client, runId);
      continue;
    }
    // Asked now, it might be gone before the answer.
    if (change === 'run.archive-request') {
      client.setQueryData(runQueries.detail(runId).queryKey, (run) => run && withArchivingStarted(run));
      continue;
    }
    void client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey });
    void client.invalidateQueries({ queryKey: decisionQueries.checks(runId) });
    // A new result has not been seen.
    if (change === 'run.diagnostic') {
      void client.invalidateQueries({ queryKey: seenQueries.list(runId).queryKey });
    }
    // Only this makes a chart, the first or another one; nothing changes one.
    if (change === 'run.interpret') {
      void client.invalidateQueries({ queryKey: seenQueries.list(runId).queryKey });
      void client.invalidateQueries({ queryKey: interpretationQueries.chart(runId).queryKey });
    }
  }
}

/** Keeps what is cached of runs as it is on the server. @param onEvent - called with each event; the same function every time */
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
