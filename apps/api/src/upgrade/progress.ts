import type pg from 'pg';

export type ReportProgress = (text: string) => void;

/** Reports the progress of an upgrade: in the log, and to processes that wait for it. */
export interface Progress {
  /** A step begins; it is reported once it takes long. */
  readonly step: (what: string) => Promise<unknown>;
  /** A batch of a step is committed: “340,000 of 1,000,000 audit entries chained”. */
  readonly counted: (done: number, total: number, what: string) => Promise<void>;
  readonly report: ReportProgress;
}

export const SILENT: Progress = {
  step: () => Promise.resolve(),
  counted: () => Promise.resolve(),
  report: () => undefined,
};

/** Between two lines of the log about the same step. */
export const REPORT_EVERY_MS = 10_000;
/** What is before it in the name of the session; PostgreSQL keeps 63 bytes of both. */
export const SESSION_PREFIX = 'upgrade: ';

/** Progress is the name of the session, which everybody sees as long as it lives, and lines of the log. */
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

/** So many a second, and how long the rest takes at that rate. */
export function pace(done: number, left: number, ms: number): string {
  if (done <= 0 || ms <= 0 || left <= 0) return '';
  const perSecond = (done / ms) * 1000;
  return `, ${count(Math.round(perSecond))} a second, about ${span(left / perSecond)} left`;
}

const span = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

const count = (value: number): string => value.toLocaleString('en-GB');
