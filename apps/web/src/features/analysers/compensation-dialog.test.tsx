import type { ProfiledAnalyser } from '@curvewell/contracts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { CompensationDialog } from './compensation-dialog.tsx';

const analyser: ProfiledAnalyser = {
  id: 'a',
  name: 'CFX',
  version: '3',
  maxNumberOfFilesByRun: 1,
  active: true,
  configured: true,
  fileTypes: ['xlsx'],
  confidence: 'seen',
  channels: ['FAM', 'TEXAS_RED'],
  profile: {
    id: 'cfx',
    name: 'CFX',
    version: 3,
    maxNumberOfFilesByRun: 1,
    plateTypes: ['RECTANGULAR_96'],
    extensions: ['xlsx'],
    phases: { rising: 'MELT', falling: 'ANNEAL', leastSpan: 5 },
    formats: [{ format: 'cfx', container: 'xlsx', confidence: 'seen' }],
    channelAliases: [{ dye: 'FAM', channel: 'FAM', onlyDye: false, confidence: 'seen' }],
    compensation: [{ from: 'FAM', into: 'TEXAS_RED', share: 0.032 }],
  },
};

test("REVIEW-254 the cross-talk of an analyser's dyes is a table with a row per dye and a column per channel, 100 % in its own", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <CompensationDialog analyser={analyser} onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'DyeRead in FAMRead in TEXAS_RED',
    'FAM100 %',
    'TEXAS_RED100 %',
  ]);
  expect(screen.getByLabelText('Share of FAM in TEXAS_RED')).toHaveProperty('value', '3.2 %');
  const other = screen.getByLabelText('Share of TEXAS_RED in FAM');
  fireEvent.change(other, { target: { value: '70' } });
  fireEvent.blur(other);
  expect(other).toHaveProperty('value', '50 %');
});
