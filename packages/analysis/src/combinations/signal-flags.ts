import type { CallFlag } from '@curvewell/domain';

import { at } from '../at.ts';
import type { TemperatureGrid } from '../curve/temperature-grid.ts';
import type { ConfiguredPhase } from '../phase-analyse.ts';
import { HIDDEN } from '../settings.ts';
import { COARSE_STEP, HIDES, RISE } from '../signal-settings.ts';

type About = Omit<CallFlag, 'code'>;

const known = new WeakMap<TemperatureGrid, number>();

/** The typical distance of readings on a grid, °C; cached. */
function usualStep(grid: TemperatureGrid): number {
  const before = known.get(grid);
  if (before !== undefined) return before;
  const { temperature } = grid;
  const steps = new Float64Array(temperature.length - 1);
  for (let i = 0; i < steps.length; i++) steps[i] = at(temperature, i + 1) - at(temperature, i);
  const usual = at(steps.sort(), steps.length >> 1);
  known.set(grid, usual);
  return usual;
}

/** Flags readings too far apart or too noisy to show a peak of the minimum height. */
export function groundlessFlags({ phase, settings }: ConfiguredPhase, about: About): CallFlag[] {
  const { detected } = phase;
  if (detected === null) return [];
  const step = usualStep(detected.grid);
  if (step > COARSE_STEP) return [{ ...about, code: 'coarse-readings', measured: step, limit: COARSE_STEP }];
  const { minThreshold, slopeThreshold } = settings;
  const area = slopeThreshold * HIDES.amplitude * detected.noise * Math.sqrt(step);
  const lowest = area / (HIDES.area * HIDDEN.usualWidth);
  return lowest > minThreshold
    ? [{ ...about, code: 'too-noisy', measured: lowest, limit: minThreshold }]
    : [];
}

/** Flags the greatest uninterrupted steep rise of the signal, RFU. */
export function bubbleFlags({ phase, settings }: ConfiguredPhase, about: About): CallFlag[] {
  const { clean, detected } = phase;
  if (detected === null) return [];
  const { temperature, fluorescence } = clean;
  const { slope } = detected;
  const least = RISE.noises * detected.noise;
  const steep = -RISE.steepness * settings.minThreshold;
  let greatest = { size: 0, temperature: 0 };
  for (let to = 0; to < slope.length; to++) {
    // What is not steep is passed quickly: most curves are steep nowhere.
    if (at(slope, to) > steep) continue;
    let from = to;
    while (from > 0 && at(slope, from - 1) < 0) from--;
    while (to < slope.length && at(slope, to) < 0) to++;
    if (to <= from + 1) continue;
    const size = at(fluorescence, to - 1) - at(fluorescence, from);
    if (size >= least && size > greatest.size)
      greatest = { size, temperature: 0.5 * (at(temperature, from) + at(temperature, to - 1)) };
  }
  if (greatest.size === 0) return [];
  return [
    {
      ...about,
      code: 'rising-signal',
      temperature: greatest.temperature,
      measured: greatest.size,
      limit: least,
    },
  ];
}
