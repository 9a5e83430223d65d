import type { PhaseConfiguration } from '@curvewell/analysis';
import type { Peak, PhaseType } from '@curvewell/domain';

import type { AnalysedWell } from './analyse-run.ts';
import { NOT_REVIEWED } from './output.ts';

/** Sizes in px at 96 per inch; a panel has the width of a journal column. */
const PANEL = { width: 420, height: 210, left: 64, right: 16, top: 26, bottom: 38, gap: 14 } as const;

/**
 * Okabe and Ito's colours, safe for colour-vision deficiencies; dash patterns repeat the distinction for
 * print.
 */
const LINES = [
  { colour: '#0072B2', dash: '' },
  { colour: '#D55E00', dash: '6 2' },
  { colour: '#009E73', dash: '2 2' },
  { colour: '#CC79A7', dash: '8 2 2 2' },
  { colour: '#E69F00', dash: '4 4' },
  { colour: '#56B4E9', dash: '1 3' },
] as const;

/** With more wells, peaks have no labels. */
const MAX_LABELLED = 4;

const at = (values: Float64Array, index: number): number => values[index] ?? Number.NaN;

interface Series {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly line: (typeof LINES)[number];
  readonly peaks: readonly Peak[];
}

interface Axes {
  readonly left: number;
  readonly top: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const px = (value: number): string => String(Math.round(value * 10) / 10);

const inner = {
  width: PANEL.width - PANEL.left - PANEL.right,
  height: PANEL.height - PANEL.top - PANEL.bottom,
};

const placeX = ({ left, x: [from, to] }: Axes, value: number): number =>
  left + PANEL.left + ((value - from) / (to - from)) * inner.width;
const placeY = ({ top, y: [from, to] }: Axes, value: number): number =>
  top + PANEL.top + inner.height - ((value - from) / (to - from)) * inner.height;

function rangeOf(lists: readonly Float64Array[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists)
    for (const value of list) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return high > low ? [low, high] : [low - 1, high + 1];
}

/** About five round numbers within a range. */
function ticks([from, to]: readonly [number, number]): number[] {
  const rough = (to - from) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step);
}

const tickText = (value: number): string => String(Number(value.toPrecision(6)));

function axesSvg(axes: Axes, yTitle: string): string {
  const bottom = axes.top + PANEL.top + inner.height;
  const left = axes.left + PANEL.left;
  const xTicks = ticks(axes.x).map((value) => {
    const x = px(placeX(axes, value));
    return `<path d="M${x} ${px(bottom)}v4" stroke="#000"/><text x="${x}" y="${px(bottom + 15)}" text-anchor="middle">${tickText(value)}</text>`;
  });
  const yTicks = ticks(axes.y).map((value) => {
    const y = placeY(axes, value);
    return `<path d="M${px(left)} ${px(y)}h-4" stroke="#000"/><text x="${px(left - 7)}" y="${px(y + 3.5)}" text-anchor="end">${tickText(value)}</text>`;
  });
  const middle = px(axes.top + PANEL.top + inner.height / 2);
  return [
    `<path d="M${px(left)} ${px(axes.top + PANEL.top)}V${px(bottom)}h${px(inner.width)}" fill="none" stroke="#000"/>`,
    ...xTicks,
    ...yTicks,
    `<text x="${px(left + inner.width / 2)}" y="${px(bottom + 31)}" text-anchor="middle">Temperature (°C)</text>`,
    `<text transform="translate(${px(axes.left + 14)} ${middle}) rotate(-90)" text-anchor="middle">${yTitle}</text>`,
  ].join('');
}

function lineSvg(axes: Axes, { x, y, line }: Series): string {
  const points = Array.from(x, (value, i) => `${px(placeX(axes, value))},${px(placeY(axes, at(y, i)))}`);
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${line.colour}" stroke-width="1.2" stroke-dasharray="${line.dash}"/>`;
}

/** The slope at a peak, where its marker is drawn. */
function slopeAt({ x, y }: Series, tm: number): number {
  let nearest = 0;
  x.forEach((value, i) => {
    if (Math.abs(value - tm) < Math.abs(at(x, nearest) - tm)) nearest = i;
  });
  return at(y, nearest);
}

function peakSvg(axes: Axes, series: Series, peak: Peak, isLabelled: boolean): string {
  const x = placeX(axes, peak.tm);
  const y = placeY(axes, slopeAt(series, peak.tm));
  const mark = `<circle cx="${px(x)}" cy="${px(y)}" r="3" fill="${peak.accepted ? series.line.colour : '#fff'}" stroke="${series.line.colour}"/>`;
  if (!isLabelled || !peak.accepted) return mark;
  const error = peak.tmError === null ? '' : ` ± ${peak.tmError.toFixed(2)}`;
  return `${mark}<text x="${px(x)}" y="${px(y - 8)}" text-anchor="middle">${peak.tm.toFixed(2)}${error}</text>`;
}

function zonesSvg(axes: Axes, { zones, minThreshold }: PhaseConfiguration): string {
  const top = px(axes.top + PANEL.top);
  const bands = zones.map(({ name, minTemp, maxTemp }) => {
    const from = placeX(axes, Math.max(minTemp, axes.x[0]));
    const to = placeX(axes, Math.min(maxTemp, axes.x[1]));
    if (!(to > from)) return '';
    return (
      `<rect x="${px(from)}" y="${top}" width="${px(to - from)}" height="${px(inner.height)}" fill="#000" fill-opacity="0.07" stroke="none"/>` +
      `<text x="${px((from + to) / 2)}" y="${px(axes.top + PANEL.top - 4)}" text-anchor="middle">${text(name)}</text>`
    );
  });
  const [low, high] = axes.y;
  if (minThreshold < low || minThreshold > high) return bands.join('');
  const y = px(placeY(axes, minThreshold));
  return `${bands.join('')}<path d="M${px(axes.left + PANEL.left)} ${y}h${px(inner.width)}" stroke="#555" stroke-dasharray="3 3"/>`;
}

const wellLine = (combinations: readonly string[], { explanation }: AnalysedWell): (typeof LINES)[number] =>
  LINES[Math.max(0, combinations.indexOf(explanation.combination)) % LINES.length] ?? LINES[0];

/** The panels of one channel and phase: readings above, slope with zones, threshold and peaks below. */
function columnSvg(
  wells: readonly AnalysedWell[],
  {
    phase,
    column,
    line,
  }: { phase: PhaseConfiguration; column: number; line: (well: AnalysedWell) => Series['line'] },
): string {
  const left = column * (PANEL.width + PANEL.gap);
  const readings = wells.flatMap((well) =>
    well.curves
      .filter((curve) => curve.phase === phase.phaseType)
      .map(({ temperature, value }): Series => ({ x: temperature, y: value, line: line(well), peaks: [] })),
  );
  const slopes = wells.flatMap((well) =>
    well.phases
      .filter(({ type }) => type === phase.phaseType)
      .map(({ type, temperature, slope }): Series => {
        const peaks = well.explanation.phases.find((explained) => explained.type === type)?.peaks ?? [];
        return { x: temperature, y: slope, line: line(well), peaks };
      }),
  );
  const x = rangeOf(readings.map((series) => series.x));
  const raw: Axes = { left, top: 20, x, y: rangeOf(readings.map((series) => series.y)) };
  const [low, high] = rangeOf(slopes.map((series) => series.y));
  const derivative: Axes = { left, top: 20 + PANEL.height, x, y: [Math.min(0, low), 1.12 * high] };
  const isLabelled = wells.length <= MAX_LABELLED;
  const quantity =
    wells[0]?.curves[0]?.quantity === 'derivative' ? '−dF/dT as exported' : 'Fluorescence (RFU)';
  return [
    axesSvg(raw, quantity),
    ...readings.map((series) => lineSvg(raw, series)),
    zonesSvg(derivative, phase),
    axesSvg(derivative, phase.inversed ? 'dF/dT (RFU/°C)' : '−dF/dT (RFU/°C)'),
    ...slopes.map((series) => lineSvg(derivative, series)),
    ...slopes.flatMap((series) => series.peaks.map((peak) => peakSvg(derivative, series, peak, isLabelled))),
  ].join('\n');
}

const PHASE_WORDS: Record<PhaseType, string> = { MELT: 'melting', ANNEAL: 'annealing' };

/**
 * A figure of the wells. For each channel and phase it shows the readings and, below, the slope with zones
 * (grey, with letters), the height threshold (dashed) and the peaks, filled where they count, with Tm ±
 * standard error. Colours and dashes distinguish combinations.
 */
export function svgPlot(wells: readonly AnalysedWell[], title: string): string {
  const combinations = [...new Set(wells.map(({ explanation }) => explanation.combination))];
  const columns = [...Map.groupBy(wells, ({ channel }) => channel)].flatMap(([channel, ofChannel]) =>
    (ofChannel[0]?.configuration.phases ?? []).map((phase) => ({ channel, ofChannel, phase })),
  );
  const width = columns.length * (PANEL.width + PANEL.gap);
  const height = 44 + 2 * PANEL.height;
  const line = (well: AnalysedWell): Series['line'] => wellLine(combinations, well);
  const body = columns.map(
    ({ channel, ofChannel, phase }, column) =>
      `<text x="${px(column * (PANEL.width + PANEL.gap) + PANEL.left)}" y="16" font-weight="bold">${channel}, ${PHASE_WORDS[phase.phaseType]}</text>` +
      columnSvg(ofChannel, { phase, column, line }),
  );
  // Without a kit there are no zones and so no combinations.
  const hasZones = columns.some(({ phase }) => phase.zones.length > 0);
  const legend = (hasZones ? combinations : []).map((combination, i) => {
    const { colour, dash } = LINES[i % LINES.length] ?? LINES[0];
    const x = PANEL.left + 110 * i;
    const y = height - 8;
    return `<path d="M${px(x)} ${px(y - 4)}h22" stroke="${colour}" stroke-dasharray="${dash}" stroke-width="1.5"/><text x="${px(x + 27)}" y="${px(y)}">${text(combination)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" font-family="Helvetica, Arial, sans-serif" font-size="11" stroke="none" fill="#000">`,
    `<title>${text(title)}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<g stroke-width="1">`,
    ...body,
    `<text x="${px(width - PANEL.right)}" y="16" text-anchor="end">${NOT_REVIEWED}</text>`,
    ...legend,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
