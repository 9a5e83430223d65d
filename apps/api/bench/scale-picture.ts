/**
 * Draws `docs/pictures/scale.svg` from `docs/measurements/scale.json`: the buffers that each answer reads by the number
 * of runs, both axes logarithmic, so that a line's slope is the exponent of its growth.
 */
import type { Measured } from './scale-costs.ts';

const SIZE = { width: 880, height: 760 } as const;
const PLOT = { left: 64, right: 300, top: 48, bottom: 48 } as const;
/** Most buffers of a first page. */
const GOAL = 1_000;
/** By kind of answer, dark enough on white (4.5 : 1). */
const COLOURS = {
  runs: '#1b5e9e',
  archive: '#2e7d32',
  controls: '#b3261e',
  trail: '#6a3ea1',
  other: '#555555',
} as const;
type Kind = keyof typeof COLOURS;
const LABEL_HEIGHT = 13;

interface Line {
  readonly name: string;
  readonly points: readonly { readonly runs: number; readonly buffers: number }[];
}

/** An SVG of lines with their names at the right. Needs two numbers of runs at least. */
export function scalePicture(sizes: readonly Measured[]): string {
  const lines = linesOf(sizes);
  const runs = sizes.map((one) => one.runs);
  const most = Math.max(GOAL, ...lines.flatMap(({ points }) => points.map(({ buffers }) => buffers)));
  const x = scaleOf([Math.min(...runs), Math.max(...runs)], [PLOT.left, SIZE.width - PLOT.right]);
  const y = scaleOf([1, powerAbove(most)], [SIZE.height - PLOT.bottom, PLOT.top]);
  const labels = spread(lines.map(({ name, points }) => ({ name, at: y(points.at(-1)?.buffers ?? 1) })));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" font-size="11">`,
    `<title>Buffers read by an answer as runs grow, both axes logarithmic</title>`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#fff"/>`,
    `<text x="${PLOT.left}" y="20" font-size="14">Buffers of 8 KiB that an answer reads, by the number of runs</text>`,
    ...powersUpTo(powerAbove(most)).map((value) => gridLine(value, y(value))),
    ...runs.map((value) => runLabel(value, x(value))),
    `<line x1="${PLOT.left}" x2="${SIZE.width - PLOT.right}" y1="${fixed(y(GOAL))}" y2="${fixed(y(GOAL))}" stroke="#000" stroke-dasharray="4 3"/>`,
    `<text x="${PLOT.left + 4}" y="${fixed(y(GOAL) - 4)}">goal of a first page</text>`,
    ...lines.map(({ name, points }) => {
      const path = points.map(({ runs: at, buffers }) => `${fixed(x(at))},${fixed(y(buffers))}`).join(' ');
      return `<polyline points="${path}" fill="none" stroke="${colourOf(name)}" stroke-width="1.5"><title>${escaped(name)}</title></polyline>`;
    }),
    ...labels.map(
      ({ name, at }) =>
        `<text x="${SIZE.width - PLOT.right + 8}" y="${fixed(at)}" fill="${colourOf(name)}" dominant-baseline="middle">${escaped(name)}</text>`,
    ),
    '</svg>\n',
  ].join('\n');
}

/** Answers without a measurement at each number of runs are left out. */
function linesOf(sizes: readonly Measured[]): Line[] {
  const names = sizes.at(-1)?.costs.map(({ name }) => name) ?? [];
  return names.flatMap((name) => {
    const points = sizes.flatMap(({ runs, costs }) => {
      const cost = costs.find((one) => one.name === name && one.status === 200);
      return cost === undefined ? [] : [{ runs, buffers: Math.max(1, cost.buffers) }];
    });
    return points.length === sizes.length && points.length > 1 ? [{ name, points }] : [];
  });
}

function colourOf(name: string): string {
  const kind = name.split(':')[0] ?? '';
  return COLOURS[kind in COLOURS ? (kind as Kind) : 'other'];
}

const fixed = (value: number): string => value.toFixed(1);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const powerAbove = (value: number): number => 10 ** Math.ceil(Math.log10(value));

function powersUpTo(most: number): number[] {
  return Array.from({ length: Math.round(Math.log10(most)) + 1 }, (_, power) => 10 ** power);
}

function scaleOf([from, to]: readonly [number, number], [first, last]: readonly [number, number]) {
  return (value: number): number =>
    first + ((last - first) * Math.log(value / from)) / Math.log(to / from || 1);
}

const gridLine = (value: number, at: number): string =>
  `<line x1="${PLOT.left}" x2="${SIZE.width - PLOT.right}" y1="${fixed(at)}" y2="${fixed(at)}" stroke="#ddd"/>` +
  `<text x="${PLOT.left - 6}" y="${fixed(at)}" text-anchor="end" dominant-baseline="middle">${value.toLocaleString('en-GB')}</text>`;

const runLabel = (value: number, at: number): string =>
  `<line x1="${fixed(at)}" x2="${fixed(at)}" y1="${PLOT.top}" y2="${SIZE.height - PLOT.bottom}" stroke="#ddd"/>` +
  `<text x="${fixed(at)}" y="${SIZE.height - PLOT.bottom + 18}" text-anchor="end">${value.toLocaleString('en-GB')}</text>`;

interface Label {
  readonly name: string;
  readonly at: number;
}

/** Moves labels apart so that none covers another, from the highest on the page to the lowest. */
function spread(labels: readonly Label[]): Label[] {
  let last = -Infinity;
  return labels
    .toSorted((a, b) => a.at - b.at)
    .map((label, place, all) => {
      const room = SIZE.height - PLOT.bottom - (all.length - 1 - place) * LABEL_HEIGHT;
      last = Math.max(last + LABEL_HEIGHT, Math.min(label.at, room));
      return { ...label, at: last };
    });
}
