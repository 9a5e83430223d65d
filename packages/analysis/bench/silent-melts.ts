import { type MeltCurve, wellAnalyse } from '../src/index.ts';
import { DEFAULT_PHASE } from './analyse.ts';
import { normal, uniform } from './random.ts';

interface MadeCurve {
  readonly curve: MeltCurve;
  readonly tm: number;
  readonly description: string;
}

const logistic = (u: number): number => 1 / (1 + Math.exp(u));

/**
 * A quadratic background and a melt of 22 to 20 000 σ within 5 °C: a transition, several domains, a front
 * with a tail, or a ramp, over noise of any size.
 */
function madeCurve(seed: number): MadeCurve {
  const random = uniform(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const step = [0.1, 0.2, 0.5, 1][Math.floor(4 * random())] ?? 0.5;
  const tm = between(50, 85);
  const fall = 1000 * 10 ** between(-1.5, 1.5);
  const times = 10 ** between(Math.log10(22), Math.log10(20_000));
  const noise = fall / times;
  const width = between(0.8, 3);
  const skew = between(0.5, 2);
  const kinds = ['transition', 'domains', 'tail', 'ramp'] as const;
  const kind = kinds[Math.floor(4 * random())] ?? 'ramp';
  const domains = Array.from({ length: 4 }, () => between(-1.2, 1.2));
  const shapes: Record<(typeof kinds)[number], (x: number) => number> = {
    transition: (x) => (1 + skew * Math.exp((3.5 * x) / width)) ** (-1 / skew),
    domains: (x) => domains.reduce((sum, offset) => sum + 0.25 * logistic((x - offset) / 0.3), 0),
    tail: (x) => (x < -1 ? 1 : Math.exp(-(x + 1) / 0.9)),
    ramp: (x) => Math.min(1, Math.max(0, 0.5 - x / 4.5)),
  };
  const shape = shapes[kind];
  const slope = fall * between(-0.05, 0.05);
  const bend = fall * between(-0.001, 0.001);
  const temperature = Float64Array.from({ length: Math.round(55 / step) + 1 }, (_, i) => 40 + i * step);
  const fluorescence = temperature.map(
    (t) => 5 * fall + slope * (t - 65) + bend * (t - 65) ** 2 + fall * shape(t - tm) + noise * normal(random),
  );
  const description = `seed ${seed}: ${kind} at ${tm.toFixed(2)} °C, ${times.toFixed(0)} σ, step ${step}`;
  return { curve: { temperature, fluorescence, quantity: 'fluorescence' }, tm, description };
}

/** The parameters of a curve without any report, that is, neither a counted peak nor a flag. */
function silentMelt(seed: number): string | null {
  const { curve, tm, description } = madeCurve(seed);
  // Minimum heights from far below to far above this curve's peak.
  const minThreshold = 10 ** (-2 + 4 * uniform(seed + 1_000_000_000)());
  const { flags, phases } = wellAnalyse({
    phases: [{ type: 'MELT', curve }],
    configuration: { channel: 'FAM', phases: [{ ...DEFAULT_PHASE, minThreshold }], rules: [] },
    sampleType: 'BLOOD',
  }).explanation;
  const peaks = phases.flatMap((phase) => phase.peaks);
  const isCounted = peaks.some((peak) => peak.accepted && Math.abs(peak.tm - tm) < 5);
  return isCounted || flags.length > 0 ? null : description;
}

/** Prints the strong melts that are silent, among a number of generated curves. */
const count = Number(process.argv[2] ?? 1000);
for (let seed = 1; seed <= count; seed++) {
  const silent = silentMelt(seed);
  if (silent !== null) process.stdout.write(`${silent}\n`);
}
