import type pg from 'pg';

export type ReportProgress = (text: string) => void;

/** Reports the progress of an upgrade to the log and to waiting processes. */
export interface Progress {
  /** Begins a step, which is reported once it takes long. */
  readonly step: (what: string) => Promise<unknown>;
  /** Reports a committed batch: “340,000 of 1,000,000 audit entries chained”. */
  readonly counted: (done: number, total: number, what: string) => Promise<void>;
  readonly report: ReportProgress;
}

export const SILENT: Progress = {
  step: () => Promise.resolve(),
  counted: () => Promise.resolve(),
  report: () => undefined,
};

/** Interval between log lines about the same step. */
export const REPORT_EVERY_MS = 10_000;
/** Prefix of the session's name; PostgreSQL keeps 63 bytes in total. */
export const SESSION_PREFIX = 'upgrade: ';

/** Publishes progress as the session's name, which every role can read, and as log lines. */
export function sessionProgress(client: pg.Client, report: ReportProgress): Progress {
  const step = (what: string) =>
    client.query(`SELECT set_config('application_name', $1, false)`, [`${SESSION_PREFIX}${what}`]);
  let began: { readonly what: string; readonly at: number; readonly done: number } | null = null;
  let reportedAt = 0;
  return {
    report,
    step,
    counted: async (done, total, what) => {
      const text = `${count(done)} of ${count(total)} ${what}`;
      await step(text);
      const at = performance.now();
      if (began?.what !== what) began = { what, at, done };
      else if (done < total && at - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = at;
      report(`Upgrade: ${text}${pace(done - began.done, total - done, at - began.at)}`);
    },
  };
}

/** The rate per second, and the remaining time at that rate. */
function pace(done: number, left: number, ms: number): string {
  if (done <= 0 || ms <= 0 || left <= 0) return '';
  const perSecond = (done / ms) * 1000;
  return `, ${count(Math.round(perSecond))} a second, about ${span(left / perSecond)} left`;
}

const span = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

const count = (value: number): string => value.toLocaleString('en-GB');
