// @vitest-environment jsdom
import type { Kit } from '@curvewell/domain';
import { QueryClient, QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeNetwork, signInFor } from '../../../../test/fake-network.ts';
import { idOf } from '../../../../test/a-run.ts';
import { kitQueries } from '../../../data/kits.ts';
import { emptyRow } from './kit-rows.ts';
import { useKitRowState } from './use-kit-row-state.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const kit = (digit: string): Kit => ({
  id: idOf(digit),
  name: `K-${digit}`,
  isSample: false,
  makesTrials: false,
  owner: null,
  melt: true,
  anneal: false,
  reactionBuffers: [],
  channelAssignments: [],
});

const AGAIN = [
  { kits: [kit('1')], status: 200, filled: kit('1').id },
  { kits: [kit('1'), kit('2')], status: 200, filled: null },
  { kits: [kit('1')], status: 500, filled: null },
];
test.each(AGAIN)(
  'the only kit of an earlier visit is not filled in before the list has come again: $kits.length, status $status',
  async ({ kits, status, filled }) => {
    signInFor(300);
    const answer = Promise.withResolvers<Response>();
    fakeNetwork(async ({ address }) =>
      address.includes('/versions') ? Response.json([]) : (await answer.promise).clone(),
    );
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    client.setQueryData(kitQueries.list.queryKey, [kit('1')]);
    client.setQueryData(kitQueries.onAnalyser(idOf('a')).queryKey, [kit('1')]);
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(
      () => ({
        ...useKitRowState([emptyRow(0)], { run: { kits: [] }, analyserId: idOf('a'), day: '2026-11-29' }),
        // As rendered: the client counts a query as done before the rows show it.
        fetching: useIsFetching(),
      }),
      { wrapper },
    );
    expect(result.current).toMatchObject({ fetching: 2, shown: [{ row: { kitId: null } }] });
    answer.resolve(Response.json(kits, { status }));
    await waitFor(() => {
      expect(result.current.fetching).toBe(0);
      expect(result.current.shown[0]?.row.kitId).toBe(filled);
    });
    expect(result.current.kits).toHaveLength(kits.length);
    expect(result.current.kitsFailed === null).toBe(status === 200);
  },
);

test('KIT-309 of several kits, the only one with settings on the analyser is filled in', async () => {
  signInFor(300);
  fakeNetwork(({ address }) => {
    if (address.includes('/versions')) return Response.json([]);
    const isOnAnalyser = address.endsWith(`/kit?analyserId=${idOf('a')}`);
    return Response.json(isOnAnalyser ? [kit('2')] : [kit('1'), kit('2'), kit('3')]);
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => useKitRowState([emptyRow(0)], { run: { kits: [] }, analyserId: idOf('a'), day: '2026-11-29' }),
    { wrapper },
  );
  await waitFor(() => {
    expect(result.current.shown[0]?.row.kitId).toBe(kit('2').id);
  });
  expect(result.current.kits).toHaveLength(3);
});
