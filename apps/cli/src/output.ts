import { type CallFlag, flagText, hitText, type Peak } from '@curvewell/domain';
import type { RunFile } from '@curvewell/instruments';

import type { AnalysedWell } from './analyse-run.ts';

/** In every output: a program may pass calls on, and no person has reviewed or approved them. */
export const NOT_REVIEWED = 'not reviewed or approved by a person';

interface Result {
  readonly algorithmVersion: string;
  readonly file: string;
  readonly sha256: string;
  readonly run: RunFile;
  readonly wells: readonly AnalysedWell[];
}

/** The fields of a peak in both formats, in order. */
const PEAK_FIELDS = [
  'tm',
  'tmError',
  'height',
  'width',
  'area',
  'quality',
  'significance',
  'zone',
  'accepted',
  'reason',
] as const satisfies readonly (keyof Peak)[];

const peakJson = (peak: Peak) => Object.fromEntries(PEAK_FIELDS.map((field) => [field, peak[field]]));

export function jsonOutput({ algorithmVersion, file, sha256, run, wells }: Result): string {
  const shown = wells.map(({ position, channel, explanation }) => ({
    position,
    channel,
    phases: explanation.phases.map(({ type, peaks }) => ({ type, peaks: peaks.map(peakJson) })),
    combination: hitText(explanation),
    diagnostic: explanation.diagnostic,
    score: explanation.score,
    flags: explanation.flags,
    ...(explanation.compensation && { compensation: explanation.compensation }),
  }));
  return `${JSON.stringify({ notice: NOT_REVIEWED, algorithmVersion, file, sha256, runDate: run.runDate, report: run.report, wells: shown }, null, 2)}\n`;
}

/** A CSV cell; text that spreadsheets would read as a formula is escaped. */
const cell = (value: string | number | boolean | null): string => {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const CSV_HEADING = `position,channel,phase,${PEAK_FIELDS.join(',')},combination,diagnostic,score,flags,notice`;

/** The sentences of the screen. */
const flagSentences = (flags: readonly CallFlag[]): string => [...new Set(flags.map(flagText))].join(' ');

/** One row for each candidate peak, and one for a well without peaks. */
export function csvOutput({ wells }: Result): string {
  const rows = wells.flatMap(({ position, channel, explanation }) => {
    const call = [
      hitText(explanation),
      explanation.diagnostic,
      explanation.score,
      flagSentences(explanation.flags),
      NOT_REVIEWED,
    ];
    const peaks = explanation.phases.flatMap(({ type, peaks }) =>
      peaks.map((peak) => [position, channel, type, ...PEAK_FIELDS.map((field) => peak[field]), ...call]),
    );
    return peaks.length > 0 ? peaks : [[position, channel, null, ...PEAK_FIELDS.map(() => null), ...call]];
  });
  return [CSV_HEADING, ...rows.map((row) => row.map(cell).join(','))].join('\n') + '\n';
}

const flagWords = (flags: readonly CallFlag[]): string =>
  [...new Set(flags.map(({ code }) => code))].join(', ');

const tmWords = ({ tm, tmError, zone }: Peak): string => {
  const error = tmError === null ? '' : ` ± ${tmError.toFixed(2)}`;
  return `${zone === null ? '' : `${zone}: `}${tm.toFixed(2)}${error}`;
};

/** A readable table: one line for each well, with its accepted peaks as Tm ± standard error, °C. */
export function tableOutput({ algorithmVersion, file, wells }: Result): string {
  const lines = wells.map(({ position, channel, explanation, configuration }) => {
    const peaks = explanation.phases
      .map(({ type, peaks }) => {
        const accepted = peaks.filter((peak) => peak.accepted).map(tmWords);
        return `${type} ${accepted.length === 0 ? '–' : accepted.join('   ')}`;
      })
      .join('  |  ');
    const hasZones = configuration.phases.some(({ zones }) => zones.length > 0);
    const { diagnostic, score } = explanation;
    const call = hasZones ? `${hitText(explanation)}  ${diagnostic ?? '–'}  ${score.toFixed(2)}` : '';
    return `${position.padEnd(4)} ${channel.padEnd(9)} ${peaks.padEnd(44)}  ${call}  ${flagWords(explanation.flags)}`.trimEnd();
  });
  return (
    [`${file}  (algorithm ${algorithmVersion}; Tm ± standard error, °C; ${NOT_REVIEWED})`, ...lines].join(
      '\n',
    ) + '\n'
  );
}
