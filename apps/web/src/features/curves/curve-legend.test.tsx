import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { diagnosticLook } from '../../shared/colour/diagnostic-palette.ts';
import { groupsOf } from './curve-groups.ts';
import { CurveLegend, type HiddenGroups } from './curve-legend.tsx';

const curves = ['HOMOZYGOUS_WILD_TYPE', 'HETEROZYGOUS', 'HETEROZYGOUS', 'NEGATIVE'].map(
  (diagnostic, index) => ({
    ...{ position: `A${index + 1}`, name: '', isMarked: false, points: [], peaks: [] },
    look: diagnosticLook({ diagnostic }, 'light'),
  }),
);

function Legend() {
  const [hidden, hide] = useState<HiddenGroups>(new Set());
  return (
    <MantineProvider>
      <CurveLegend groups={groupsOf(curves)} hidden={hidden} onHide={hide} />
    </MantineProvider>
  );
}

const pressed = () =>
  screen.getAllByRole('button').map((chip) => [chip.textContent, chip.getAttribute('aria-pressed')]);

test('REVIEW-354 each result under the chart shows or hides its curves; with Alt only its curves are shown', () => {
  render(<Legend />);
  expect(pressed()).toEqual([
    ['X 2 wells, Heterozygous', 'true'],
    ['W 1 well, Homozygous wild type', 'true'],
    ['N 1 well, Negative', 'true'],
  ]);
  const chip = screen.getByRole('button', { name: /Heterozygous/ });
  const states = () => pressed().map(([, state]) => state);
  fireEvent.click(chip);
  expect(states()).toEqual(['false', 'true', 'true']);
  fireEvent.click(chip, { altKey: true });
  expect(states()).toEqual(['true', 'false', 'false']);
  fireEvent.keyDown(chip, { key: 'Enter', altKey: true });
  expect(states()).toEqual(['true', 'true', 'true']);
});
