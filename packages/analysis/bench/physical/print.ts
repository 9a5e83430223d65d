import { meetsMust } from '../goals.ts';
import type { PhysicalReport, PhysicalRow } from './figures.ts';

function shown(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  return Math.abs(value) >= 5 ? value.toFixed(0) : value.toFixed(3);
}

function verdict({ must, stretch, better, own }: PhysicalRow): string {
  const isStretched = stretch !== null && (better === 'less' ? own <= stretch : own >= stretch);
  if (isStretched) return 'stretch';
  if (must === null) return '';
  return meetsMust({ must, better }, own) ? 'must' : 'MISSED';
}

const line = (cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(62) : cell.padStart(11))).join('');

/** The table of the physical benchmark as lines of text. */
export function physicalLines({ seeds, settings, rows }: PhysicalReport): string[] {
  const { window, polynomial, part, least, errors } = settings;
  return [
    `\nPhysical benchmark, seeds ${seeds.join(', ')}; smoothing: ${window} °C, order ${polynomial}, prominence ${part} of the highest, ${least} RFU/°C and ${errors} standard errors`,
    line(['', 'measured', 'templates', 'smoothing', 'ml-gsd', 'must', 'stretch', 'meets']),
    ...rows.map((row) => {
      const { name, own, templates = null, smoothing, gsd, must, stretch } = row;
      const limit = must === null || typeof must === 'number' ? shown(must) : must.join('–');
      return line([
        name,
        ...[own, templates, smoothing, gsd].map(shown),
        limit,
        shown(stretch),
        verdict(row),
      ]);
    }),
  ];
}
