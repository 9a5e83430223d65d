import { z } from 'zod';

import { observable } from '../hooks/observable.ts';
import { isReloading, reloadPage } from '../navigation/reload-page.ts';

const STATE_KEY = 'curvewell.unavailable';
/** Between two reloads of the page. */
const RELOAD_INTERVAL_MS = 10_000;
/** Between tries once a reload has not helped. */
const WAITS_MS = [2000, 4000, 8000] as const;
/** Spread over which pages come back, so that they do not come back all at once. */
const SPREAD_MS = 5000;

const stateSchema = z.object({ attempts: z.int(), reloadedAt: z.number() });
type State = z.infer<typeof stateSchema>;
const untouched: State = { attempts: 0, reloadedAt: 0 };

interface Situation extends State {
  readonly now: number;
  readonly retryAfterMs: number | null;
  /** 0 to 1. */
  readonly chance: number;
}

/**
 * What to do about a 503: reload at once, or wait. A server that says when to come
 * back is taken at its word, plus up to 5 s; the page never reloads twice within 10 s.
 */
export function nextAttempt({ attempts, reloadedAt, now, retryAfterMs, chance }: Situation) {
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

const writeState = (state: State) => {
  sessionStorage.setItem(STATE_KEY, JSON.stringify(state));
};

/** Whether the page waits for the server. */
export const waitingForServer = observable(false);
/** When it looks again whether the server is there, in ms since 1970; null: not known yet. */
export const nextTryAt = observable<number | null>(null);

async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/health/ready', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function keepTrying(retryAfterMs: number | null): Promise<void> {
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

/** A call was answered 503: the page reloads, or waits and then reloads. Drafts are kept in storage. */
export function serverUnavailable(retryAfterMs: number | null): void {
  if (waitingForServer.get() || isReloading()) return;
  const { attempts, reloadedAt } = readState();
  const first = nextAttempt({ attempts, reloadedAt, now: Date.now(), retryAfterMs, chance: 0 });
  if (first.kind === 'wait') waitingForServer.set(true);
  void keepTrying(retryAfterMs);
}

/** A call was answered: the next 503 reloads at once again, if the last reload is long enough ago. */
export function serverAnswered(): void {
  const { attempts, reloadedAt } = readState();
  if (attempts > 0) writeState({ attempts: 0, reloadedAt });
}
