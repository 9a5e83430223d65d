import { describe, expect, it } from 'vitest';

import { GENOTYPING, plateWell, syntheticCurve } from '../test/synthetic.ts';
import { plateAnalyse } from './index.ts';

const wells = Array.from({ length: 24 }, (_, i) =>
  plateWell(
    `${'ABCD'[i % 4] ?? 'A'}${Math.floor(i / 4) + 1}`,
    syntheticCurve({ products: i % 3 === 0 ? [] : [[i % 3 === 1 ? 60 : 68, 1000]], seed: i + 1, noise: 5 }),
  ),
);

describe('the calls of a plate', () => {
  it('are in the order of the wells, and do not depend on it', () => {
    const [forward] = plateAnalyse({ assays: [{ configuration: GENOTYPING, wells }] });
    const [backward] = plateAnalyse({ assays: [{ configuration: GENOTYPING, wells: wells.toReversed() }] });
    expect(forward?.map(({ position }) => position)).toEqual(wells.map(({ position }) => position));
    expect(backward?.toReversed()).toEqual(forward);
  });

  it('are more accurate than those of single curves', () => {
    const [calls] = plateAnalyse({ assays: [{ configuration: GENOTYPING, wells }] });
    const errors = (calls ?? []).flatMap(({ explanation }, i) =>
      (explanation.phases[0]?.peaks ?? [])
        .filter(({ accepted }) => accepted)
        .map(({ tm }) => Math.abs(tm - (i % 3 === 1 ? 60 : 68))),
    );
    expect(errors).toHaveLength(16);
    expect(Math.max(...errors)).toBeLessThan(0.05);
  });

  it('mark every well of a kit and lot with a failed control', () => {
    const control = {
      ...plateWell('H1', syntheticCurve({ products: [[60, 1000]] })),
      sampleType: 'NEGATIVE_TEST',
    };
    const other = { ...plateWell('H2', syntheticCurve({ products: [] })), controlGroup: 'kit 1, lot 2' };
    const [calls] = plateAnalyse({
      assays: [
        {
          configuration: GENOTYPING,
          wells: [
            plateWell('A1', syntheticCurve({ products: [] })),
            { ...control, sampleType: 'NEGATIVE_TEST' as const },
            other,
          ],
        },
      ],
    });
    const failed = calls?.map(({ explanation }) =>
      explanation.flags.some(({ code }) => code === 'failed-control'),
    );
    expect(failed).toEqual([true, true, false]);
  });

  it('can be sent to a worker thread and back', () => {
    const assays = [{ configuration: GENOTYPING, wells }];
    expect(structuredClone(plateAnalyse(structuredClone({ assays })))).toEqual(plateAnalyse({ assays }));
  });
});
