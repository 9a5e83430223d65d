import type { RunSummary } from '@curvewell/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';

import { archiveQueries } from './archive.ts';
import { runQueries, useListedRun } from './runs.ts';

const summary = (id: string, plateType: RunSummary['plateType']) =>
  ({ id, plateType, businessId: 7 }) as unknown as RunSummary; // only the fields that a skeleton reads

test('gives the plate of a run from a cached list before the run is loaded, also from the archive', () => {
  const client = new QueryClient();
  client.setQueryData([...runQueries.lists, 'page 1'], { runs: [summary('a', 'RECTANGULAR_384')], count: 1 });
  client.setQueryData([...archiveQueries.lists, 'page 1'], {
    runs: [summary('b', 'RECTANGULAR_96')],
    count: 1,
  });
  client.setQueryData(['lots', 'list'], { content: [] });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const known = (id: string) => renderHook(() => useListedRun(id), { wrapper }).result.current?.plateType;
  expect(known('a')).toBe('RECTANGULAR_384');
  expect(known('b')).toBe('RECTANGULAR_96');
  expect(known('c')).toBeUndefined();
});
