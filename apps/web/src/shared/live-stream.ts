import { LIVE_BEAT_MS, liveEventCalls, type LiveEvent } from '@curvewell/contracts';

import { apiStream } from './api-client.ts';
import { createMessageReader } from './live-messages.ts';

const LOCK = 'curvewell.live';
const CHANNEL = 'curvewell.live';
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 60_000;
/** A stream that says nothing for so long is dead, though nobody has told this browser. */
const SILENCE_MS = 3 * LIVE_BEAT_MS;

/** How long to wait before the next try: longer each time, and never all browsers at once. */
export function waitBefore(attempt: number, chance: number): number {
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
  const read = createMessageReader((event) => {
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
    // The next try follows; whatever is wrong is told by the requests that somebody waits for.
  } finally {
    clearTimeout(timer);
  }
  return hasBegun;
}

async function keepListening(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    if (await listenOnce(onEvent, signal)) attempt = 0;
    await pause(waitBefore(attempt, Math.random()), signal);
  }
}

/**
 * Hears what happens to the runs of the laboratory; answers how to stop. A browser keeps few
 * connections to a server, so its tabs share one stream: the tab that holds the lock listens and
 * tells the others.
 */
export function listenToLaboratory(onEvent: (event: LiveEvent) => void): () => void {
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
  const tell = (event: LiveEvent) => {
    onEvent(event);
    channel.postMessage(event);
  };
  locks
    .request(LOCK, { signal: stop.signal }, () => keepListening(tell, stop.signal))
    .catch(() => {
      // Stopped before it was this tab's turn.
    });
  return () => {
    stop.abort();
    channel.close();
  };
}
