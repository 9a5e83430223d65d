import type { Dashboard } from '@curvewell/contracts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';

import { identityQueries } from '../../data/identity.ts';
import { DashboardPanel } from './dashboard-panel.tsx';

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
