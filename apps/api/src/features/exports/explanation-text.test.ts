import type {
  CallDescription,
  DescribedControl,
  DescribedPeak,
  EvaluatedExpression,
} from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { controlsText, metText, PEAKS_LEGEND, peaksText, rulesText } from './explanation-text.ts';

it('DIAG-80 a table says “not known” of a rule that the shape leaves open, and “no” of one that fails', () => {
  const failed = {
    firstOperand: 'A',
    operator: 'GREATER',
    holds: false,
    firstValue: null,
    secondValue: null,
  };
  const shape = {
    ...failed,
    secondOperand: { shape: { like: 'HETEROZYGOUS' } },
  } as unknown as EvaluatedExpression;
  const height = { ...failed, secondOperand: 60 } as unknown as EvaluatedExpression;
  const other = { outcome: 'unlike-any', references: [{ name: 'HETEROZYGOUS' }], ratio: 2 } as never;
  expect([
    metText({ expressions: [shape], holds: false }, {}),
    metText({ expressions: [shape], holds: false }, { shape: other }),
    metText({ expressions: [shape, height], holds: false }, {}),
    metText({ expressions: [shape], holds: true }, {}),
  ]).toEqual(['not known', 'no', 'no', 'yes']);
});

describe('the reason for a result in a table', () => {
  /** The figures of a peak that are shown. */
  const peak = (tm: number, tmError: number | null, [height, quality, significance]: readonly number[]) =>
    ({ tm, tmError, height, quality, significance }) as unknown as DescribedPeak['peak'];
  const zone = { name: 'A', label: 'A', text: '' };

  it('has the peaks of each phase with their zone and figures, or why one does not count', () => {
    const peaks: DescribedPeak[] = [
      { phase: 'ANNEAL', peak: peak(55.218, 0.0041, [720.4, 0.954, 82.31]), zone, dropped: null },
      {
        phase: 'ANNEAL',
        peak: peak(61.3, null, [20, 0.9, 4]),
        zone,
        dropped: 'height 20 below threshold 60',
      },
      { phase: 'MELT', peak: peak(70, 0.02, [100, 0.9, 30]), zone: null, dropped: null },
    ];
    expect(peaksText({ peaks } as unknown as CallDescription)).toBe(
      'ANNEAL A 55.22 ± 0.004 °C h 720, q 0.954, s 82.3; dropped 61.30 °C: height 20 below threshold 60 · ' +
        'MELT outside zones 70.00 ± 0.020 °C h 100, q 0.9, s 30',
    );
    for (const letter of ['h height', 'q quality', 's significance']) expect(PEAKS_LEGEND).toContain(letter);
    expect(peaksText({ peaks: [] } as unknown as CallDescription)).toBe('');
  });

  it('has every row that was tried, and if it is met', () => {
    const rule = (number: number, isChosen: boolean, isOpen: boolean) => ({
      number,
      called: 'Heterozygous',
      conditions: 'no condition',
      isChosen,
      isOpen,
    });
    const described = (changes: Partial<CallDescription>) =>
      rulesText({
        rules: [],
        noRule: null,
        isStopped: false,
        sentence: 'Clipped.',
        ...changes,
      } as CallDescription);
    expect(described({ rules: [rule(2, false, false), rule(3, false, true), rule(4, true, false)] })).toBe(
      'Row 2: Heterozygous, no condition (not met); Row 3: Heterozygous, no condition (not known); ' +
        'Row 4: Heterozygous, no condition',
    );
    expect(described({ rules: [rule(2, false, false)], noRule: 'No row applies' })).toBe(
      'Row 2: Heterozygous, no condition (not met); No row applies',
    );
    expect(described({ rules: [rule(2, true, false)], isStopped: true })).toBe('Clipped.');
  });

  it('TRUST-625 has the controls, also one without a result, and says which is overridden', () => {
    const control = (position: string, name: string | null, isByHand = false) =>
      ({
        position,
        result: name === null ? null : { diagnostic: { name } },
        isByHand,
      }) as unknown as DescribedControl;
    expect(controlsText([control('A6', 'OK'), control('A7', null)])).toBe('A6 OK · A7 ?');
    const twice = [control('A6', 'OK', true), control('A7', 'KO'), control('A7', 'KO')];
    expect(controlsText(twice)).toBe('A6 OK (overridden) · A7 KO');
  });
});
