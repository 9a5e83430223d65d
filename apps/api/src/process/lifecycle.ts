import { messageOf } from './failed-start.ts';
import { errorInLog } from '../telemetry/log.ts';

type Stop = () => Promise<unknown> | undefined;

/** What a process has started, and how it ends. */
export interface Lifecycle {
  /** Stopped with the process, in the opposite order of being named. */
  readonly atStop: (stop: Stop) => void;
  /** Done first when the process is asked to stop; the time it takes is its own. */
  readonly beforeStop: (drain: () => Promise<unknown>) => void;
  readonly isStopping: () => boolean;
  /** A part without which it cannot continue has ended by itself. */
  readonly die: (why: string) => void;
  readonly stop: () => void;
  /** Prints a line for the operator who started the process. */
  readonly print: (text: string) => void;
}

/** It did not start, or: it ran and ended by itself, after which it may be started again. */
const EXIT = { requested: 0, notStarted: 1, died: 70 } as const;
/** After this the process ends even if something still hangs. */
const STOP_TIMEOUT_MS = 15_000;

/** Does the work of this process until it is asked to stop, or something in it dies. */
export async function runProcess(
  start: (lifecycle: Lifecycle) => Promise<void>,
  print: Lifecycle['print'] = printLine,
  reportFailedStart: (text: string, error: unknown) => void = print,
): Promise<void> {
  const stops: Stop[] = [];
  const drains: (() => Promise<unknown>)[] = [];
  const state = { isStopping: false };

  async function end(exitCode: number): Promise<void> {
    if (state.isStopping) return;
    state.isStopping = true;
    if (exitCode === EXIT.requested) await Promise.all(drains.map((drain) => drain()));
    setTimeout(
      () => process.exit(exitCode === EXIT.requested ? EXIT.died : exitCode),
      STOP_TIMEOUT_MS,
    ).unref();
    let code = exitCode;
    for (const stop of stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        print(`Stopping: ${String(error)}`);
        code = EXIT.notStarted;
      }
    }
    process.exit(code);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end(EXIT.requested));
  }
  // A fault that nobody caught leaves nobody knows what: what runs may finish, and nothing new begins.
  process.on('uncaughtException', (error) => {
    const { type, message, stack } = errorInLog(error);
    print(`Curvewell ends because of an unhandled error.\n${type}: ${message}\n${stack}`);
    void end(EXIT.died);
  });

  try {
    await start({
      atStop: (stop) => {
        stops.push(stop);
      },
      beforeStop: (drain) => {
        drains.push(drain);
      },
      isStopping: () => state.isStopping,
      die: (why) => {
        print(why);
        void end(EXIT.died);
      },
      stop: () => void end(EXIT.requested),
      print,
    });
  } catch (error) {
    if (state.isStopping) return;
    reportFailedStart(`\nCurvewell did not start: ${messageOf(error)}`, error);
    await end(EXIT.notStarted);
  }
}

/** Prints a line for the operator who started the process. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
