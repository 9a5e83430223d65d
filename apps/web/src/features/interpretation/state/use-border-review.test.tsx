// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';

import { aRun, idOf } from '../../../../test/a-run.ts';
import { fakeNetwork, signInFor } from '../../../../test/fake-network.ts';
import type { ReviewWell } from './review-wells.ts';
import { useBorderReview } from './use-border-review.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const nearAt = (at: string) =>
  ({
    well: { id: idOf('a1') },
    near: { distance: 0.5 },
    interpreted: { interpretedWellDiagnostics: [{ at }] },
  }) as unknown as ReviewWell; // only what the review of borderline wells reads

test('API-152 a result that is no longer the current one is sent once, and marked when the page shows the current one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signInFor(300);
  const [shown, current] = ['2026-11-29T08:00:00.000Z', '2026-11-29T09:00:00.000Z'];
  const stale = { code: 'stale', message: 'Changed.', issues: [], details: {}, requestId: 'r' };
  const sent = fakeNetwork(async ({ method, body }) => {
    // As long as a request takes, so that the page renders between them.
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    if (method === 'GET') return Response.json({ wellIds: [] });
    return body.includes(current)
      ? Response.json({ wellIds: [idOf('a1')] })
      : Response.json(stale, { status: 409 });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MemoryRouter>
  );
  const run = { ...aRun, permissions: { ...aRun.permissions, canUpdate: true } };
  const { rerender, result } = renderHook(
    ({ well }) =>
      useBorderReview({ run, isArchived: false, wells: [well], alone: well, onWell: () => undefined }),
    { wrapper, initialProps: { well: nearAt(shown) } },
  );
  const marked = () =>
    sent.filter(({ method }) => method === 'PUT').map(({ body }) => body.includes(current));
  const pass = async (steps: number) => {
    for (let step = 0; step < steps; step++) await act(() => vi.advanceTimersByTimeAsync(200));
  };
  await pass(40);
  expect(marked()).toEqual([false]);
  expect(result.current.seenCount).toBe(0);
  rerender({ well: nearAt(current) });
  await pass(15);
  expect(marked()).toEqual([false, true]);
  expect(result.current.seenCount).toBe(1);
});
