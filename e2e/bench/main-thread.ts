import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright/test';
import { z } from 'zod';

/** Processor time that an interaction takes on the page's main thread, ms. */
export interface Cost {
  /** Script only, from the event to the first paint after it. */
  readonly scriptToPaint: number;
  /** Script only, until the page is idle. */
  readonly script: number;
  /** Everything including layout and paint, until the page is idle. */
  readonly all: number;
  /** Of the longest task. */
  readonly longest: number;
}

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ data: z.looseObject({ type: z.string().optional() }).optional() }).optional(),
});
type TraceEvent = z.infer<typeof eventSchema>;
const traceSchema = z.object({ traceEvents: z.array(z.unknown()) });

/** The page counts as idle after this time without a task, ms. */
const SETTLE_MS = 600;

interface Interaction {
  readonly browser: Browser;
  readonly page: Page;
  /** The event that starts the interaction. */
  readonly event: 'keydown' | 'click' | 'pointermove' | 'wheel';
  readonly act: () => Promise<void>;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.execute'];

/** Measures an interaction with Chromium's trace of the thread that received the event. */
export async function costOf({ browser, page, event, act }: Interaction): Promise<Cost> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  await page.waitForTimeout(SETTLE_MS);
  const thread = threadOf(await browser.stopTracing(), event);
  return {
    scriptToPaint: spent(thread.events, { among: SCRIPTS, until: thread.painted }),
    script: spent(thread.events, { among: SCRIPTS }),
    all: spent(thread.events, { among: TASKS }),
    longest: Math.max(0, ...thread.events.map(({ name, tdur = 0 }) => (TASKS.has(name) ? tdur / 1000 : 0))),
  };
}

function eventsOf(trace: Buffer): readonly TraceEvent[] {
  return traceSchema
    .parse(JSON.parse(trace.toString('utf8')))
    .traceEvents.flatMap((event) => eventSchema.safeParse(event).data ?? []);
}

/** Trace events in which page code runs. Each includes its callees. */
const SCRIPTS = new Set([
  'EventDispatch',
  'FunctionCall',
  'TimerFire',
  'FireAnimationFrame',
  'RunMicrotasks',
  'EvaluateScript',
  'v8.evaluateModule',
  'v8.callFunction',
]);
/** Trace events that contain all work of a thread. */
const TASKS = new Set(['RunTask']);

interface TracedThread {
  /** From the event's task on, in order of start. */
  readonly events: readonly TraceEvent[];
  /** When the first picture after the event was painted; Infinity where nothing changed. */
  readonly painted: number;
}

function threadOf(trace: Buffer, type: Interaction['event']): TracedThread {
  const all = eventsOf(trace);
  const first = all.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type);
  if (first === undefined) throw new Error(`The trace holds no ${type}.`);
  const ofThread = all
    .filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === 'X')
    // An outer event starts no later and ends no earlier than its inner events.
    .sort((a, b) => a.ts - b.ts || endOf(b) - endOf(a));
  const paint = ofThread.find(({ name, ts }) => name === 'Paint' && ts > endOf(first));
  return { events: ofThread.filter((event) => endOf(event) >= first.ts), painted: paint?.ts ?? Infinity };
}

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;

/** Processor time of the outermost of the given events, ms. */
function spent(
  events: readonly TraceEvent[],
  { among, until = Infinity }: { readonly among: ReadonlySet<string>; readonly until?: number },
): number {
  let end = 0;
  let microseconds = 0;
  for (const event of events) {
    if (!among.has(event.name) || event.ts < end || event.ts > until) continue;
    end = endOf(event);
    // Events without processor time are shorter than its resolution.
    microseconds += event.tdur ?? 0;
  }
  return microseconds / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Load average over the last minute. */
export const loadNow = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '?';
