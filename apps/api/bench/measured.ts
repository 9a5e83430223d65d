/**
 * Loaded into a process before its program (`--import`): reports the resource usage of the process to its
 * parent.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const NANOSECONDS = 1e6;
const KIBIBYTE = 1024;
/**
 * Ticks a second in the kernel's process table, and the index of the children's times after the program's
 * name.
 */
const TICKS_PER_SECOND = 100;
const CHILDREN_TICKS = [13, 14] as const;

const delay = monitorEventLoopDelay({ resolution: 1 });

/** Resource usage of a process with all threads. */
export interface Usage {
  /** User and system time since the start, ms, without child processes. */
  readonly processorMs: number;
  /** The same of child processes that have ended. */
  readonly childrenMs: number;
  /** The part of both that the product has charged to requests. */
  readonly chargedMs: number;
  /**
   * The 99th percentile of the event loop's delay since the start of the observation, ms; observing costs
   * time as well.
   */
  readonly loopDelayMs: number;
  /** The longest of these delays, ms. */
  readonly longestDelayMs: number;
  /** Peak resident memory since the start of the process. */
  readonly peakBytes: number;
  /** Current resident memory. */
  readonly residentBytes: number;
  /** Handles that keep the event loop running: connections, timers, files. */
  readonly handles: number;
}

/** Memory after a full garbage collection. */
export interface Memory {
  /** Objects and buffers of the main thread, with its compiled code. */
  readonly usedBytes: number;
  /** Of all threads, with what allocators keep for later. */
  readonly residentBytes: number;
}

let chargedMs = 0;
subscribe('curvewell.used', (processorMs) => {
  chargedMs += processorMs as number; // the only message of this channel
});

function childrenMs(): number {
  const line = readFileSync('/proc/self/stat', 'utf8');
  // The second field is the program's name in parentheses and may contain spaces.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (CHILDREN_TICKS.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS_PER_SECOND) * 1000;
}

const collect = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // as V8 exposes it
};

/** Collects several times: buffers of pending answers and weakly held objects may be freed by a later collection. */
async function memoryInUse(): Promise<Memory> {
  collect();
  for (let pass = 0; pass < 3; pass++) {
    await sleep(1000);
    collect();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { usedBytes: heapUsed + external, residentBytes: rss };
}

process.on('message', (message) => {
  if (message === 'watch') {
    delay.reset();
    delay.enable();
  }
  if (message === 'memory') void memoryInUse().then((memory) => process.send?.(memory));
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
// The listener must not keep the process alive.
process.channel?.unref();
