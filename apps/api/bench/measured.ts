/**
 * Loaded into a process before its program (`--import`): it answers its parent what the process has used.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const NANOSECONDS = 1e6;
const KIBIBYTE = 1024;
/** Ticks a second of the kernel's process table, and the fields of the children's time behind the program's name. */
const TICKS_PER_SECOND = 100;
const CHILDREN_TICKS = [13, 14] as const;

const delay = monitorEventLoopDelay({ resolution: 1 });

/** What a process has used, threads and all. */
export interface Usage {
  /** User and system time since it began, ms; without the processes that it started. */
  readonly processorMs: number;
  /** Of those of them that have ended. */
  readonly childrenMs: number;
  /** Of both, what the product has charged to requests as it was used. */
  readonly chargedMs: number;
  /** The 99th percentile of the event loop's delay since it was to be watched, ms; looking costs time, too. */
  readonly loopDelayMs: number;
  /** The longest of these delays, ms. */
  readonly longestDelayMs: number;
  /** The most memory that was resident since the process began. */
  readonly peakBytes: number;
  /** What is resident now. */
  readonly residentBytes: number;
  /** What keeps the event loop going: connections, timers, files. */
  readonly handles: number;
}

let chargedMs = 0;
subscribe('curvewell.used', (processorMs) => {
  chargedMs += processorMs as number; // the only message of this channel
});

function childrenMs(): number {
  const line = readFileSync('/proc/self/stat', 'utf8');
  // The second field is the program's name in brackets and may hold blanks.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (CHILDREN_TICKS.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS_PER_SECOND) * 1000;
}

const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // as V8 exposes it
};

/**
 * Bytes of objects and buffers that are in use: what is left once all garbage is collected. Buffers of answers on their way,
 * and what is kept weakly, go with a later collection.
 */
async function bytesInUse(): Promise<number> {
  collect();
  for (let pass = 0; pass < 3; pass++) {
    await sleep(1000);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.on('message', (message) => {
  if (message === 'watch') {
    delay.reset();
    delay.enable();
  }
  if (message === 'bytes in use') void bytesInUse().then((bytes) => process.send?.(bytes));
  if (message !== 'usage') return;
  delay.disable();
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    processorMs: (user + system) / 1000,
    childrenMs: childrenMs(),
    chargedMs,
    loopDelayMs: delay.percentile(99) / NANOSECONDS,
    longestDelayMs: delay.max / NANOSECONDS,
    peakBytes: process.resourceUsage().maxRSS * KIBIBYTE,
    residentBytes: process.memoryUsage.rss(),
    handles: process.getActiveResourcesInfo().length,
  };
  process.send?.(usage);
});
// Listening to the parent keeps no process alive.
process.channel?.unref();
