import { readFileSync } from 'node:fs';

import type { Browser, CDPSession, Page } from 'playwright/test';
import { z } from 'zod';

/** What an interaction costs the page's main thread: processor time, ms. */
export interface Cost {
  /** Of script alone, from the key to the picture that answers it. */
  readonly scriptToPaint: number;
  /** Of script alone, until nothing follows any more. */
  readonly script: number;
  /** Of everything, layout and painting included, until nothing follows any more. */
  readonly all: number;
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

/** How long nothing must follow before an interaction counts as over, ms. */
const SETTLE_MS = 600;

/** Measures on one page with what Chromium tells of its own threads. */
export class MainThread {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page);
    // Processor time, and not time on the clock, which other programs use too.
    await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
    await session.send('Performance.enable');
    return new MainThread(page, session);
  }

  async #used(): Promise<Pick<Cost, 'script' | 'all'>> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const of = (name: string): number => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
    return { script: of('ScriptDuration'), all: of('TaskDuration') };
  }

  /** What is used from the beginning of something until nothing follows. */
  async during(act: () => Promise<void>): Promise<Pick<Cost, 'script' | 'all'>> {
    const before = await this.#used();
    await act();
    await this.#page.waitForTimeout(SETTLE_MS);
    const after = await this.#used();
    return { script: after.script - before.script, all: after.all - before.all };
  }

  /** A key, with what its picture waited for. */
  async key(browser: Browser, key: string): Promise<Cost> {
    await browser.startTracing(this.#page, {
      categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.execute'],
    });
    const used = await this.during(() => this.#page.keyboard.press(key));
    const trace = await browser.stopTracing();
    return { ...used, scriptToPaint: scriptToPaint(eventsOf(trace)) };
  }
}

function eventsOf(trace: Buffer): readonly TraceEvent[] {
  return traceSchema
    .parse(JSON.parse(trace.toString('utf8')))
    .traceEvents.flatMap((event) => eventSchema.safeParse(event).data ?? []);
}

/** Where the page's own code runs; each holds what it calls. */
const SCRIPTS = new Set([
  'EventDispatch',
  'FunctionCall',
  'TimerFire',
  'FireAnimationFrame',
  'RunMicrotasks',
]);

/** Processor time of the scripts between the dispatch of a key and the end of the first paint after it. */
function scriptToPaint(events: readonly TraceEvent[]): number {
  const down = events.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown');
  if (down === undefined) throw new Error('The trace holds no key.');
  const ofThread = events
    .filter(({ pid, tid, ph }) => pid === down.pid && tid === down.tid && ph === 'X')
    .sort((a, b) => a.ts - b.ts);
  const paint = ofThread.find(({ name, ts }) => name === 'Paint' && ts > down.ts + (down.dur ?? 0));
  if (paint === undefined) throw new Error('The trace holds no paint after the key.');
  let end = 0;
  let spent = 0;
  for (const { name, ts, dur = 0, tdur = dur } of ofThread) {
    if (ts < down.ts || ts > paint.ts || !SCRIPTS.has(name) || ts < end) continue;
    end = ts + dur;
    spent += tdur;
  }
  return spent / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Processes that wait for a processor, over the last minute. */
export const loadNow = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '?';
