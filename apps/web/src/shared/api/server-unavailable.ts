import { z } from 'zod';

import { observable } from '../hooks/observable.ts';
import { isReloading, reloadPage } from '../navigation/reload-page.ts';

const STATE_KEY = 'curvewell.unavailable';
/** Minimum time between two page reloads. */
const RELOAD_INTERVAL_MS = 10_000;
/** Delays between attempts after a reload without success. */
const WAITS_MS = [2000, 4000, 8000] as const;
/** Maximum jitter, so that pages do not all return at once. */
const SPREAD_MS = 5000;

const stateSchema = z.object({ attempts: z.int(), reloadedAt: z.number() });
type State = z.infer<typeof stateSchema>;
const untouched: State = { attempts: 0, reloadedAt: 0 };

interface AttemptInput extends State {
  readonly now: number;
  readonly retryAfterMs: number | null;
  /** Random number from 0 to 1. */
  readonly chance: number;
}

/**
 * The reaction to a 503: reload at once, or wait. Uses the server's `Retry-After` plus up to 5 s of jitter.
 * The page never reloads twice within 10 s.
 */
export function nextAttempt({ attempts, reloadedAt, now, retryAfterMs, chance }: AttemptInput) {
  if (attempts === 0 && now - reloadedAt >= RELOAD_INTERVAL_MS) return { kind: 'reload' } as const;
  const step = WAITS_MS[Math.min(Math.max(attempts, 1), WAITS_MS.length) - 1] ?? 8000;
  const asked = retryAfterMs === null ? 0 : retryAfterMs + chance * SPREAD_MS;
  return { kind: 'wait', ms: Math.max(step, asked) } as const;
}

function readState(): State {
  try {
    return stateSchema.parse(JSON.parse(sessionStorage.getItem(STATE_KEY) ?? ''));
  } catch {
    return untouched;
  }
}

const writeState = (state: State) => sessionStorage.setItem(STATE_KEY, JSON.stringify(state));

export const waitingForServer = observable(false);
/** Time of the next attempt, Unix ms; null while not known. */
export const nextTryAt = observable<number | null>(null);

async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/health/ready', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function retryUntilAvailable(retryAfterMs: number | null): Promise<void> {
  let { attempts, reloadedAt } = readState();
  let asked = retryAfterMs;
  for (;;) {
    const next = nextAttempt({
      attempts,
      reloadedAt,
      now: Date.now(),
      retryAfterMs: asked,
      chance: Math.random(),
    });
    if (next.kind === 'wait') {
      nextTryAt.set(Date.now() + next.ms);
      await new Promise((resolve) => setTimeout(resolve, next.ms));
      attempts += 1;
      asked = null;
      const pause = reloadedAt + RELOAD_INTERVAL_MS - Date.now();
      if (!(await isReady())) continue;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    reloadedAt = Date.now();
    writeState({ attempts: attempts + 1, reloadedAt });
    reloadPage();
    return;
  }
}

/** Call after a 503: reloads the page now or later. Drafts survive in local storage. */
export function serverUnavailable(retryAfterMs: number | null): void {
  if (waitingForServer.get() || isReloading()) return;
  const { attempts, reloadedAt } = readState();
  const first = nextAttempt({ attempts, reloadedAt, now: Date.now(), retryAfterMs, chance: 0 });
  if (first.kind === 'wait') waitingForServer.set(true);
  void retryUntilAvailable(retryAfterMs);
}

/** Call after any other response: the next 503 may then reload at once again. */
export function serverAnswered(): void {
  const { attempts, reloadedAt } = readState();
  if (attempts > 0) writeState({ attempts: 0, reloadedAt });
}
