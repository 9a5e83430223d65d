// @vitest-environment jsdom
import type { Kit } from '@curvewell/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
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
  { kits: [kit('1')], filled: kit('1').id },
  { kits: [kit('1'), kit('2')], filled: null },
];
test.each(AGAIN)(
  'the only kit of an earlier visit is not filled in before the list has come again: $kits.length',
  async ({ kits, filled }) => {
    signInFor(300);
    const answer = Promise.withResolvers<Response>();
    fakeNetwork(() => answer.promise);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    client.setQueryData(kitQueries.list.queryKey, [kit('1')]);
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(
      () => useKitRowState([emptyRow(0)], { run: { kits: [] }, analyserId: null, day: '2026-11-29' }),
      { wrapper },
    );
    expect(result.current.shown[0]?.row.kitId).toBeNull();
    await act(async () => {
      answer.resolve(Response.json(kits));
      await vi.waitFor(() => {
        expect(client.isFetching()).toBe(0);
      });
    });
    expect(result.current.kits).toHaveLength(kits.length);
    expect(result.current.shown[0]?.row.kitId).toBe(filled);
  },
);
