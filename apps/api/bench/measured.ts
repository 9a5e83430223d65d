/**
 * Loaded into a process before its program (`--import`): it answers its parent what the process has used.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS = 1e6;
const KIBIBYTE = 1024;

const delay = monitorEventLoopDelay({ resolution: 1 });

/** What a process has used, threads and all. */
export interface Usage {
  /** User and system time since it began, ms. */
  readonly processorMs: number;
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

process.on('message', (message) => {
  if (message === 'watch') {
    delay.reset();
    delay.enable();
  }
  if (message !== 'usage') return;
  delay.disable();
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    processorMs: (user + system) / 1000,
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
