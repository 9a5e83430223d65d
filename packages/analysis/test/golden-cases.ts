import { plateAnalyse, type PlateAssay } from '../src/index.ts';
import { GENOTYPING, noiseSequence, plateWell, syntheticCurve } from './synthetic.ts';

/** Digits that every machine reproduces; Math.exp and Math.log may differ in the last ones. */
const DIGITS = 9;

/** Genotypes at three noise levels and two steps, negatives, an unexpected product, close pairs, odd readings. */
function goldenPlates(): PlateAssay[] {
  return [0.2, 0.5].map((step, plate) => {
    const random = noiseSequence(17 + plate);
    const wells = Array.from({ length: 36 }, (_, i) => {
      const jitter = 0.3 * random();
      const products = (
        [
          [[60 + jitter, 1000]],
          [[68 + jitter, 900]],
          [
            [60 + jitter, 500],
            [68 + jitter, 700],
          ],
          [],
          [
            [68 + jitter, 800],
            [80, 300],
          ],
          [
            [60, 800],
            [62.2 + jitter, 600],
          ],
        ] satisfies [number, number][][]
      )[i % 6];
      const curve = syntheticCurve({
        products: products ?? [],
        noise: [1, 5, 20][i % 3] ?? 1,
        step,
        seed: i + 100 * plate,
      });
      return {
        ...plateWell(`${'ABCDEF'[i % 6] ?? 'A'}${Math.floor(i / 6) + 1}`, curve),
        sampleType: i === 3 ? ('NEGATIVE_TEST' as const) : ('BLOOD' as const),
      };
    });
    return { configuration: GENOTYPING, wells };
  });
}

const rounded = (value: unknown): unknown => {
  if (typeof value === 'number') return Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
};

/** The calls of the golden plates by a version, one line of JSON for each well, without slopes. */
export function goldenLines(algorithmVersion: string): string[] {
  const calls = plateAnalyse({ assays: goldenPlates(), algorithmVersion });
  return calls.flat().map(({ position, explanation }) => JSON.stringify(rounded({ position, explanation })));
}
