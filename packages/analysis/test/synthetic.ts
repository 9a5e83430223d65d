import type { ChannelConfiguration, MeltCurve, PlateWell } from '../src/index.ts';

/** Full width at half height of a logistic's slope, in w. */
const WIDTH_IN_W = 4 * Math.log(1 + Math.SQRT2);

export interface SyntheticCurve {
  /** Tm (°C) and amplitude (RFU) of each product. */
  readonly products: readonly (readonly [tm: number, amplitude: number])[];
  readonly width?: number;
  readonly noise?: number;
  readonly step?: number;
  readonly seed?: number;
}

/** A deterministic sequence in [−½, ½) without a pattern like a melting curve's. */
export function noiseSequence(seed: number): () => number {
  let state = seed * 2654435761 + 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296 - 0.5;
  };
}

/** Products with logistic melts over a falling background, 40 to 95 °C. */
export function syntheticCurve({
  products,
  width = 3,
  noise = 1,
  step = 0.2,
  seed = 1,
}: SyntheticCurve): MeltCurve {
  const random = noiseSequence(seed);
  const temperature = Float64Array.from({ length: Math.floor(55 / step) + 1 }, (_, i) => 40 + i * step);
  const w = width / WIDTH_IN_W;
  const fluorescence = temperature.map((t) =>
    products.reduce(
      (sum, [tm, amplitude]) => sum + amplitude / (1 + Math.exp((t - tm) / w)),
      700 - 3 * (t - 40) + 2 * noise * random(),
    ),
  );
  return { temperature, fluorescence, quantity: 'fluorescence' };
}

const zone = (name: string, minTemp: number, maxTemp: number) => ({
  name,
  minTemp,
  maxTemp,
  label: name,
  minThreshold: null,
  minQuality: null,
});

/** A genotyping assay: zone A at 60 °C, zone B at 68 °C. */
export const GENOTYPING: ChannelConfiguration = {
  channel: 'FAM',
  phases: [
    {
      phaseType: 'MELT',
      minThreshold: 30,
      slopeThreshold: 4.72,
      minQuality: 0.4,
      inversed: false,
      zones: [zone('A', 58, 62), zone('B', 66, 70)],
    },
  ],
  rules: [
    { zones: [], diagnostic: 'NEGATIVE', expressions: [] },
    { zones: ['A'], diagnostic: 'HOMOZYGOUS_MUTATED', expressions: [] },
    { zones: ['B'], diagnostic: 'HOMOZYGOUS_WILD_TYPE', expressions: [] },
    {
      zones: ['A', 'B'],
      diagnostic: 'HETEROZYGOUS_13910',
      expressions: [{ firstOperand: 'A', operator: 'LT', secondOperand: 'B' }],
    },
    { zones: ['A', 'B'], diagnostic: 'HETEROZYGOUS', expressions: [] },
  ],
};

export const meltPhase = (curve: MeltCurve) => [{ type: 'MELT', curve }] as const;

/** A well with a blood sample. */
export const plateWell = (position: string, curve: MeltCurve): PlateWell => ({
  position,
  sampleType: 'BLOOD',
  expectedDiagnostic: null,
  controlGroup: 'kit 1, lot 1',
  phases: meltPhase(curve),
});
