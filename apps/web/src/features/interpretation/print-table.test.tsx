import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { PrintTable } from './print-table.tsx';
import type { ReviewWell } from './state/review-wells.ts';

const held = {
  position: 'A1',
  sampleType: 'BLOOD',
  well: { name: 'S-1', comments: [] },
  interpreted: { explanation: { sampleType: 'BLOOD', combination: 'A', flags: [], phases: [] } },
  isUpdated: false,
  unresolved: null,
  mark: 'near',
  heldBy: ['D5'],
} as unknown as ReviewWell; // only what the table uses

test('REVIEW-333 a printed row states its doubts and the control that holds it', () => {
  render(
    <MantineProvider env="test">
      <PrintTable wells={[held]} channel="FAM" isTrial={false} />
    </MantineProvider>,
  );
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent(window, new Event('beforeprint'));
  const cells = [...screen.getByRole('row', { name: /^A1/ }).children].map(({ textContent }) => textContent);
  expect(cells).toContain('borderline; held by D5');
  expect(cells).toHaveLength(screen.getAllByRole('columnheader').length);
});

test('REVIEW-409 a printed row has its Cq and says that it is not quantification', () => {
  const cqs = new Map([['A1', { cq: 27.44, source: 'file', fault: null } as const]]);
  render(
    <MantineProvider env="test">
      <PrintTable wells={[held]} channel="FAM" isTrial={false} cqs={cqs} />
    </MantineProvider>,
  );
  fireEvent(window, new Event('beforeprint'));
  expect(screen.getByRole('columnheader', { name: 'Amplification (not quantification)' })).toBeDefined();
  expect(screen.getByRole('cell', { name: 'Cq 27.4 (from the file)' })).toBeDefined();
});

test.each([
  ['no Cq (from the file), but the file and its curve give different answers', null, 'sources-differ'],
  ['Cq 24.0 (from the file), but its amplification curve barely rises above its noise', 24, 'unclear'],
] as const)('REVIEW-410 a printed row says “%s”', (name, cq, fault) => {
  const cqs = new Map([['A1', { cq, source: 'file', fault } as const]]);
  render(
    <MantineProvider env="test">
      <PrintTable wells={[held]} channel="FAM" isTrial={false} cqs={cqs} />
    </MantineProvider>,
  );
  fireEvent(window, new Event('beforeprint'));
  expect(screen.getByRole('cell', { name })).toBeDefined();
});
