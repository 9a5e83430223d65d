import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { costTable, exponentOf, type Cost, type Measured } from '../bench/scale-costs.ts';
import { scalePicture } from '../bench/scale-picture.ts';

const docs = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/${path}`, import.meta.url)), 'utf8');

const cost = (name: string, buffers: number, status = 200): Cost => ({
  name,
  status,
  buffers,
  statements: 3,
  rows: 13,
  wal: 0,
  bytes: 2_000,
});
const at = (runs: number, ...costs: Cost[]): Measured => ({ runs, entries: 3 * runs, bytes: 1, costs });

const unpadded = (text: string) => text.replaceAll(/ +/g, ' ');

/** The points of a line by its name. */
function pointsOf(svg: string, name: string): [x: number, y: number][] {
  const [, points = ''] = new RegExp(`points="([^"]+)"[^>]*><title>${name}<`).exec(svg) ?? [];
  return points.split(' ').map((point) => point.split(',').map(Number) as [number, number]);
}

describe('the picture of growth', () => {
  const sizes = [
    at(1_000, cost('runs: <first>', 100), cost('kits', 5), cost('failed', 9)),
    at(10_000, cost('runs: <first>', 1_000), cost('kits', 5), cost('failed', 9, 500)),
    at(100_000, cost('runs: <first>', 10_000), cost('kits', 5), cost('failed', 9)),
  ];

  it('OPS-549 draws growth in proportion as a straight line, and no growth as a level one', () => {
    const svg = scalePicture(sizes);
    const [first, second, third] = pointsOf(svg, 'runs: &lt;first>');
    expect((first?.[1] ?? 0) - (second?.[1] ?? 0)).toBeCloseTo((second?.[1] ?? 0) - (third?.[1] ?? 0), 0);
    expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBeCloseTo((third?.[0] ?? 0) - (second?.[0] ?? 0), 0);
    expect(first?.[1]).toBeGreaterThan(second?.[1] ?? Infinity);
    const level = pointsOf(svg, 'kits').map(([, y]) => y);
    expect(new Set(level).size).toBe(1);
    expect(level).toHaveLength(3);
  });

  it('OPS-549 omits requests without a response at each number of runs', () => {
    expect(scalePicture(sizes)).not.toContain('failed');
  });

  it('OPS-549 labels many requests without overlap and within the picture', () => {
    const costs = Array.from({ length: 54 }, (_, place) => cost(`answer ${place}`, 100));
    const svg = scalePicture([at(10, ...costs), at(100, ...costs)]);
    const places = [...svg.matchAll(/ y="([\d.]+)" fill="#/g)].map(([, y]) => Number(y));
    expect(places).toHaveLength(54);
    for (const [place, y] of places.entries())
      if (place > 0) expect(y - (places[place - 1] ?? 0)).toBeGreaterThanOrEqual(12.9);
    expect(Math.max(...places)).toBeLessThanOrEqual(760);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(20);
  });

  it('OPS-549 is drawn from the stored figures', () => {
    const { sizes: kept } = JSON.parse(docs('measurements/scale.json')) as { sizes: Measured[] };
    expect(docs('pictures/scale.svg')).toBe(scalePicture(kept));
    const [head = '', , ...lines] = costTable(kept).split('\n').map(unpadded);
    const page = unpadded(docs('performance.md'));
    const table = page.slice(page.indexOf(head)).split('\n\n', 1)[0]?.split('\n') ?? [];
    expect(table[0]).toBe(head);
    expect(table.length).toBeGreaterThan(20);
    for (const row of table.slice(2)) expect(lines).toContain(row);
  });
});

it('OPS-549 the exponent of growth is its slope on logarithmic axes', () => {
  const points = (...values: number[]) => values.map((value, place) => ({ runs: 10 ** (place + 1), value }));
  expect(exponentOf(points(7, 70, 700))).toBeCloseTo(1);
  expect(exponentOf(points(5, 9, 5))).toBeCloseTo(0);
  expect(exponentOf(points(3))).toBeNull();
  expect(exponentOf(points(0, 3))).toBeNull();
});
