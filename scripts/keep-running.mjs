/** Runs the server and restarts it a few times with backoff when it dies. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';

import { environment, node, print, root } from './workspace.mjs';

/** Before each restart; after the last one it stays down. */
const PAUSES_MS = [500, 2_000, 5_000, 15_000, 30_000];
/** Earlier deaths do not count. */
const COUNTED_MS = 15 * 60_000;
/** Exit codes: stopped on request; did not start. */
const ENDED = 0;
const NOT_STARTED = 1;

/** MiB; by default V8 lets the young generation grow to a hundred before it collects. */
const SMALL_YOUNG_HEAP = '--max-semi-space-size=8';
/** glibc's arenas keep freed memory, and it creates eight for each processor in a multi-threaded program. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

/** @returns {Promise<number>} the exit code */
export async function keepRunning() {
  const state = { isAsked: false, onSignal: /** @param {NodeJS.Signals} _ */ (_) => {} };
  /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']).forEach((signal) => {
    process.on(signal, () => {
      state.isAsked = true;
      state.onSignal(signal);
    });
  });

  /** @type {number[]} */
  let deaths = [];
  for (;;) {
    const { code, how } = await runServer(state);
    if (state.isAsked || code === ENDED) return code;
    if (code === NOT_STARTED && deaths.length === 0) return code;

    const now = performance.now();
    deaths = [...deaths.filter((death) => now - death < COUNTED_MS), now];
    const pause = PAUSES_MS[deaths.length - 1];
    if (pause === undefined) {
      print(`The server stopped unexpectedly (${how}) ${deaths.length} times and is not restarted.`);
      return code;
    }
    print(`The server stopped unexpectedly (${how}). It restarts in ${pause / 1000} s.`);
    await new Promise((resolve) => {
      state.onSignal = () => {
        resolve(null);
      };
      setTimeout(resolve, pause);
    });
    if (isStopRequested(state)) return ENDED;
  }
}

/** @param {{ isAsked: boolean }} state changed by signals */
const isStopRequested = ({ isAsked }) => isAsked;

/**
 * @param {{ onSignal: (signal: NodeJS.Signals) => void }} state
 * @returns {Promise<{ code: number, how: string }>}
 */
function runServer(state) {
  const server = spawn(node, [SMALL_YOUNG_HEAP, join(root, 'apps/api/src/standalone/main.ts')], {
    cwd: root,
    stdio: 'inherit',
    // Its own process group, so that Ctrl-C reaches it once, through this script.
    detached: true,
    env: environment({ STOP_WITH_PARENT: '1', ...FEW_ARENAS }),
  });
  state.onSignal = (signal) => {
    server.kill(signal);
  };
  return new Promise((resolve) => {
    server.once('error', ({ message }) => {
      resolve({ code: NOT_STARTED, how: message });
    });
    server.once('exit', (code, signal) => {
      resolve({ code: code ?? NOT_STARTED + 1, how: signal ?? `exit code ${code}` });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await keepRunning());
