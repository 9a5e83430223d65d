import { messageOf } from './failed-start.ts';
import { errorInLog } from '../telemetry/log.ts';

type Stop = () => Promise<unknown> | undefined;

/** Manages the start and the end of a process. */
export interface Lifecycle {
  /** Registers a stop step; steps run in reverse order. */
  readonly atStop: (stop: Stop) => void;
  /** Runs first when the process is asked to stop; its time does not count towards the stop timeout. */
  readonly beforeStop: (drain: () => Promise<unknown>) => void;
  readonly isStopping: () => boolean;
  /** Ends the process because an essential part has failed. */
  readonly die: (why: string) => void;
  readonly stop: () => void;
  readonly print: (text: string) => void;
}

/** Exit codes: stopped on request; did not start; died and may be restarted. */
const EXIT = { requested: 0, notStarted: 1, died: 70 } as const;
/** The process exits after this even if a step hangs. */
const STOP_TIMEOUT_MS = 15_000;

/** Runs the process until it is asked to stop or a part fails. */
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
  // After an uncaught error the state is unknown: running work may finish, and nothing new starts.
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

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
