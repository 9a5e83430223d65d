import type { Range } from './chart-scale.ts';

/** At most `count` round values inside a range. */
function axisTicks(
  [from, to]: Range,
  { count, steps }: { readonly count: number; readonly steps: readonly number[] },
): readonly number[] {
  const span = to - from;
  const step = steps.find((candidate) => span / candidate <= count) ?? steps.at(-1) ?? span;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** 5 to 10 ticks at steps of 1, 2 or 5 °C, finer only when zoomed in. */
export const temperatureTicks = (range: Range): readonly number[] =>
  axisTicks(range, { count: 11, steps: [0.2, 0.5, 1, 2, 5, 10, 20] });

/** Round values whose step is one of `steps` times a power of ten. */
export function roundTicks(
  range: Range,
  { count, steps }: { readonly count: number; readonly steps: readonly number[] },
): readonly number[] {
  const power = 10 ** Math.floor(Math.log10((range[1] - range[0]) / count));
  return axisTicks(range, { count, steps: steps.map((step) => step * power) });
}

/** About five round values. */
export const fluorescenceTicks = (range: Range): readonly number[] =>
  roundTicks(range, { count: 6, steps: [1, 2, 2.5, 5, 10] });
