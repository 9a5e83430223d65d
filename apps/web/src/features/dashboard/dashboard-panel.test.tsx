import type { Dashboard, OutOfRange } from '@curvewell/contracts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';

import { identityQueries } from '../../data/identity.ts';
import { DashboardPanel } from './dashboard-panel.tsx';
import { dashboardParts } from './dashboard-sections.tsx';

const ID = '7e3f1b0a-6f0e-4c7a-9a35-0d5b6a3e2f11';
const none = { count: 0, lines: [] };
const line = { wells: 96, since: '2026-11-20T08:00:00Z' };
const dashboard: Dashboard = {
  lastSeen: null,
  preparing: null,
  waitsFor: 'approve',
  waiting: {
    count: 2,
    lines: [
      { ...line, runId: ID, businessId: 1284, isTrial: true },
      { ...line, runId: ID.replace('7', '8'), businessId: 1283, isTrial: false },
    ],
  },
  controls: none,
  lots: none,
  archives: none,
  deliveries: { ...none, oldestSince: null, trouble: null },
};

test('LOT-106 the dashboard marks a waiting trial run in words, and no other run', () => {
  const client = new QueryClient();
  client.setQueryData(identityQueries.me.queryKey, {
    id: ID,
    preferredUsername: 'physician',
    name: 'I. Lindqvist',
    laboratories: [],
    laboratoryState: 'active',
    timeZone: 'UTC',
    roles: [],
    permissions: ['WRITE_DIAGNOSTIC'],
  });
  const nothing = () => undefined;
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <MemoryRouter>
          <DashboardPanel
            state={{
              day: '2026-11-20',
              dashboard,
              isFailed: false,
              isAwaited: false,
              isOpen: true,
              open: nothing,
              close: nothing,
            }}
            ref={null}
          />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const lineOf = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body);
  expect(lineOf('1284').getByText('Trial')).toBeDefined();
  expect(lineOf('1283').queryByText('Trial')).toBeNull();
});

test('MORNING-07 a failed control and a standard are listed with what was found', () => {
  const at = { runId: ID, kitId: ID, reactionBufferId: ID, analyserId: ID, channel: 'FAM' } as const;
  const read = { ...at, position: 'A7', readAt: line.since, phase: null, zone: null, rule: null } as const;
  const standard = { sampleType: 'STANDARD', expected: 'HETEROZYGOUS' } as const;
  const lines: OutOfRange[] = [
    { ...read, ...standard, readingId: '1', businessId: 1, call: 'HOMOZYGOUS_MUTATED' },
    { ...read, ...standard, readingId: '2', businessId: 2, call: null },
    { ...read, readingId: '3', businessId: 3, sampleType: 'POSITIVE_TEST', call: 'TEST_KO' },
    {
      ...read,
      readingId: '4',
      businessId: 4,
      sampleType: 'NEGATIVE_TEST',
      call: 'TEST_KO',
      phase: 'MELT',
      zone: 'B',
    },
    {
      ...read,
      ...standard,
      readingId: '5',
      businessId: 5,
      call: 'HETEROZYGOUS',
      phase: 'MELT',
      zone: 'B',
      rule: '1-3s',
    },
  ];
  const reader = { day: '2026-11-20', canReadLots: false, canSend: false };
  const parts = dashboardParts({ ...dashboard, controls: { count: 5, lines } }, reader);
  const { lines: shown = [] } = parts.find(({ name }) => name === 'controls') ?? {};
  expect(shown.map(({ what, fact }) => [what, fact].join(': '))).toEqual([
    'Standard X A7: found M',
    'Standard X A7: no call',
    'Positive control A7: failed',
    'Negative control A7: peak B',
    'Standard X, zone B: 1-3s',
  ]);
});
