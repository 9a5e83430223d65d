import type { ControlReading } from '@curvewell/contracts';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { CoveredPlate } from './covered-plate.tsx';

/** The outlines drawn on the plate of a control. */
function drawn(sampleType: ControlReading['sampleType']) {
  const reading = { plateType: 'RECTANGULAR_96', position: 'D5', marks: ['A1', 'A2'], sampleType };
  const { container, unmount } = render(
    <CoveredPlate reading={reading as unknown as ControlReading} isMarking />, // only what the plate shows
  );
  const outlines = [...container.querySelectorAll('svg path')].map((path) => path.getAttribute('d'));
  unmount();
  return outlines;
}

test('REVIEW-349 the small plate of a control shows it in the shape of its sample type', () => {
  const [positive, standard] = [drawn('POSITIVE_TEST'), drawn('STANDARD')];
  expect([positive.length, standard.length]).toEqual([1, 1]);
  expect(positive).not.toEqual(standard);
});
