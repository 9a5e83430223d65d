import { type ChannelConfiguration, plateAnalyse, type PlateWell } from '../src/index.ts';
import { AMPLITUDE, background, evenGrid, logistic, WIDTH_IN_W } from './mcb1.ts';
import { normal, uniform } from './random.ts';

/** Prints how many samples of shifted plates are called correctly, with and without Tm shift correction. */
const TARGETS = { A: 60, B: 65, C: 70, D: 75 } as const;
type Target = keyof typeof TARGETS;
const NAMES = Object.keys(TARGETS) as Target[]; // the keys of a literal
/** Half width of a zone, and scatter of the Tm between wells, °C. */
const ZONE = 1;
const WELL_SD = 0.15;
const SAMPLES = 90;
const PLATES = 20;
const SHIFTS = [-1.5, -1, -0.6, -0.3, 0, 0.3, 0.6, 1, 1.5];
const SNRS = [1000, 300, 100];
const LIMIT = 1.2;

/** Here a combination is its own diagnostic. */
const called = (targets: readonly Target[]): string => (targets.length === 0 ? 'NEGATIVE' : targets.join());
const SETS: readonly (readonly Target[])[] = [
  [],
  ...NAMES.map((name) => [name]),
  ...NAMES.flatMap((first, i) => NAMES.slice(i + 1).map((second) => [first, second])),
];

const kit = (limit: number | null): ChannelConfiguration => ({
  channel: 'FAM',
  phases: [
    {
      phaseType: 'MELT',
      minThreshold: 60,
      slopeThreshold: 4.72,
      minQuality: 0.4,
      inversed: false,
      zones: NAMES.map((name) => ({
        name,
        label: name,
        minTemp: TARGETS[name] - ZONE,
        maxTemp: TARGETS[name] + ZONE,
        minThreshold: null,
        minQuality: null,
        referenceTm: TARGETS[name],
      })),
    },
  ],
  rules: SETS.map((zones) => ({ zones, diagnostic: called(zones), expressions: [] })),
  tmShift: limit === null ? null : { limit },
});

interface Made {
  readonly well: PlateWell;
  readonly truth: string;
}

function plateOf({ shift, snr, seed }: { shift: number; snr: number; seed: number }): Made[] {
  const random = uniform(seed);
  const temperature = Float64Array.from(evenGrid(0.2));
  const w = 2.5 / WIDTH_IN_W;
  const well = (number: number, targets: readonly Target[], isControl: boolean): Made => {
    const melts = targets.map((name) => TARGETS[name] + shift + WELL_SD * normal(random));
    const fluorescence = temperature.map(
      (t) =>
        background(t) +
        melts.reduce((sum, tm) => sum + AMPLITUDE * logistic(t, tm, w), 0) +
        (AMPLITUDE / snr) * normal(random),
    );
    const curve = { temperature, fluorescence, quantity: 'fluorescence' } as const;
    return {
      truth: called(targets),
      well: {
        position: `${'ABCDEFGH'.charAt(number % 8)}${Math.floor(number / 8) + 1}`,
        sampleType: isControl ? 'POSITIVE_TEST' : 'DNA',
        expectedDiagnostic: null,
        controlGroup: '',
        phases: [{ type: 'MELT', curve }],
      },
    };
  };
  return [
    ...NAMES.map((name, number) => well(number, [name], true)),
    ...Array.from({ length: SAMPLES }, (_, number) =>
      well(number + NAMES.length, SETS[Math.floor(random() * SETS.length)] ?? [], false),
    ),
  ];
}

/** Correct calls per 10,000 samples, and plates with failed controls. */
function measure(plates: readonly Made[][], limit: number | null): { right: number; failed: number } {
  let right = 0;
  let failed = 0;
  for (const plate of plates) {
    const [calls = []] = plateAnalyse({
      assays: [{ configuration: kit(limit), wells: plate.map(({ well }) => well) }],
    });
    const explained = calls.map(({ explanation }) => explanation);
    right += explained.filter(
      ({ sampleType, diagnostic }, i) => sampleType === 'DNA' && diagnostic === plate[i]?.truth,
    ).length;
    if (explained.some(({ flags }) => flags.some(({ code }) => code === 'failed-control'))) failed += 1;
  }
  return { right: Math.round((1e4 * right) / (plates.length * SAMPLES)), failed };
}

const print = (cells: readonly string[]): void => {
  process.stdout.write(`${cells.map((cell) => cell.padStart(12)).join('')}\n`);
};
print(['SNR', 'shift, °C', 'kit', 'by controls', 'fail, kit', 'fail, by c.']);
for (const snr of SNRS)
  for (const shift of SHIFTS) {
    const plates = Array.from({ length: PLATES }, (_, seed) => plateOf({ shift, snr, seed: seed + 1 }));
    const [kept, moved] = [measure(plates, null), measure(plates, LIMIT)];
    const failed = [kept.failed, moved.failed].map((count) => `${count} of ${PLATES}`);
    print([String(snr), shift.toFixed(1), String(kept.right), String(moved.right), ...failed]);
  }
