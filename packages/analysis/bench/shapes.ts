/**
 * `node packages/analysis/bench/shapes.ts`: simulated plates of three genotypes (`test/two-state.ts`), of which two have
 * their steepest places 0.1 °C apart, grouped by the shapes of their curves. Each well's temperature scatters evenly.
 */
import type { CurveShape, WellShape } from '@curvewell/domain';

import { curvePrepare } from '../src/curve/curve-prepare.ts';
import { type ShapedWell, wellShapes } from '../src/curve-shape/well-shapes.ts';
import { noiseSequence } from '../test/synthetic.ts';
import { GENOTYPES, twoStateCurve } from '../test/two-state.ts';

const PLATES = 100;
const SAMPLES = 36;
const KINDS = ['wild', 'hetero', 'mutant'] as const;
type Kind = (typeof KINDS)[number];

const SETTINGS: CurveShape = {
  channel: 'FAM',
  phase: 'MELT',
  before: [75, 77],
  after: [86, 88],
  background: 'linear',
  alignAt: null,
  references: [...KINDS],
  distance: 0.5,
  ratio: 2,
};

interface Plate {
  readonly standards: number;
  /** The standard deviation of the wells' temperatures, °C. */
  readonly scatter: number;
  readonly seed: number;
}

function wellsOf({ standards, scatter, seed }: Plate): (ShapedWell & { readonly kind: Kind })[] {
  const random = noiseSequence(seed);
  const kinds = KINDS.flatMap((kind) =>
    Array.from({ length: standards }, () => ({ kind, isStandard: true })),
  );
  const samples = Array.from({ length: SAMPLES }, (_, i) => ({
    kind: KINDS[i % 3] ?? 'wild',
    isStandard: false,
  }));
  return [...kinds, ...samples].map(({ kind, isStandard }, i) => {
    const curve = twoStateCurve(GENOTYPES[kind], {
      seed: seed * 1000 + i,
      shift: scatter * Math.sqrt(12) * random(),
      amplitude: 1000 + 600 * random(),
    });
    const { clean, faults } = curvePrepare(curve, false);
    return {
      position: `A${i + 1}`,
      kind,
      sampleType: isStandard ? 'STANDARD' : 'DNA',
      expectedDiagnostic: isStandard ? kind : null,
      phases: [{ type: 'MELT', phase: { clean, faults } }],
    };
  });
}

const groupOf = ({ outcome, references }: WellShape): string =>
  outcome === 'like' ? (references[0]?.name ?? '') : outcome;

for (const standards of [2, 3, 4, 8])
  for (const scatter of [0.01, 0.02, 0.05, 0.1]) {
    const counts = { right: 0, wrong: 0, between: 0, 'unlike-any': 0, 'not-known': 0 };
    for (let seed = 1; seed <= PLATES; seed++) {
      const wells = wellsOf({ standards, scatter, seed });
      const shapes = wellShapes(wells, { channel: 'FAM', phases: [], rules: [], curveShape: SETTINGS }) ?? [];
      wells.forEach(({ kind, sampleType }, i) => {
        const shape = shapes[i];
        if (sampleType === 'STANDARD' || shape === undefined) return;
        if (shape.outcome !== 'like') counts[shape.outcome]++;
        else counts[groupOf(shape) === kind ? 'right' : 'wrong']++;
      });
    }
    process.stdout.write(`${standards} standards, scatter ${scatter} °C: ${JSON.stringify(counts)}\n`);
  }
