import { meetsMust } from './goals.ts';

/** A figure of a benchmark with its goal and the peers' figures. */
export interface ComparedRow {
  readonly name: string;
  readonly own: number;
  /** With templates learnt from the plate; omitted: without zones they have no effect. */
  readonly templates?: number;
  /** Smoothing with the settings that suit kits best; omitted: there is no kit. */
  readonly kitTuned?: number;
  /** In the order of the peers; null: none. */
  readonly peers: readonly (number | null)[];
  readonly must: number | readonly [least: number, most: number] | null;
  readonly stretch: number | null;
  readonly better: 'less' | 'more';
}

export interface Comparison {
  readonly title: string;
  /** The names of the peers, with their settings. */
  readonly peers: readonly string[];
  readonly settings: readonly string[];
  readonly rows: readonly ComparedRow[];
}

function shown(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (value === 0) return '0';
  return Math.abs(value) >= 5 ? value.toFixed(0) : value.toFixed(3);
}

function verdict({ must, stretch, better, own }: ComparedRow): string {
  const isStretched = stretch !== null && (better === 'less' ? own <= stretch : own >= stretch);
  if (isStretched) return 'stretch';
  if (must === null) return '';
  return meetsMust({ must, better }, own) ? 'must' : 'MISSED';
}

const shownLimit = (must: ComparedRow['must']): string =>
  must === null || typeof must === 'number' ? shown(must) : must.join('–');

const cellsOf = (row: ComparedRow): string[] => [
  ...[row.own, row.templates ?? null, row.kitTuned ?? null, ...row.peers].map(shown),
  shownLimit(row.must),
  shown(row.stretch),
  verdict(row),
];

const settingsLines = (comparisons: readonly Comparison[]): string[] =>
  comparisons.flatMap(({ title, settings }) => [`Settings, ${title}:`, ...settings.map((one) => `- ${one}`)]);

const line = (cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(62) : cell.padStart(11))).join('');

const COLUMNS = ['measured', 'templates', 'kit-tuned'];
const LIMITS = ['must', 'stretch', 'meets'];

/** Benchmarks with the same peers, combined in one table. */
export const comparedLines = (comparisons: readonly Comparison[]): string[] => [
  line(['', ...COLUMNS, ...(comparisons[0]?.peers ?? []), ...LIMITS]),
  ...comparisons.flatMap(({ title, rows }) => [
    title,
    ...rows.map((row) => line([row.name, ...cellsOf(row)])),
  ]),
  ...settingsLines(comparisons),
];

/** The same as Markdown rows. */
export const markdownLines = (comparisons: readonly Comparison[]): string[] => {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = ['', ...COLUMNS, ...(comparisons[0]?.peers ?? []), ...LIMITS];
  return [
    row(head),
    row(head.map(() => '---')),
    ...comparisons.flatMap(({ title, rows }) =>
      rows.map((one) => row([`${title.split(',')[0] ?? ''}: ${one.name}`, ...cellsOf(one)])),
    ),
    '',
    ...settingsLines(comparisons),
  ];
};
