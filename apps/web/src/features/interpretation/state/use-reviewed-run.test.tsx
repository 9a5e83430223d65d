import type { LiveEvent } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aChart, aColor, aComment, aDiagnostic, aRun, idOf } from '../../../../test/a-run.ts';
import { fakeNetwork, type Sent, signInFor } from '../../../../test/fake-network.ts';
import { useRejectRun } from '../../../data/decisions.ts';
import { interpretationQueries, useUpdateDiagnostic } from '../../../data/interpretation.ts';
import { refresh } from '../../../data/live-events.ts';
import { runQueries, useCommentRun, useCommentWells } from '../../../data/runs.ts';
import { useReviewedRun } from './use-reviewed-run.ts';

const { id: runId } = aRun;
const RUN = `/api/run/${runId}`;
const override = aDiagnostic('UPDATED', aColor('HETEROZYGOUS', 'c2'));
const comment = aComment('51', 'seen');
const [a1] = aChart;

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

interface OnServer {
  run: Run;
  chart: typeof aChart;
  /** Delays responses, which keep the state at the time of their request. */
  held?: Promise<unknown>;
}

/** Renders the review of a run with its mutations, and records requests. */
async function review(onServer: OnServer = { run: aRun, chart: aChart }) {
  const requests = fakeNetwork(async ({ method, address }: Sent) => {
    const path = address.split('?')[0] ?? '';
    const { run } = onServer;
    if (method === 'GET') await onServer.held;
    const answers: Record<string, unknown> = {
      [`GET ${RUN}`]: run,
      [`GET ${RUN}/chart`]: onServer.chart,
      [`PATCH ${RUN}/interpreted-wells`]: [
        a1 && { ...a1, interpretedWellDiagnostics: [...a1.interpretedWellDiagnostics, override] },
      ],
      [`POST ${RUN}/wells/comment`]: { [idOf('a1')]: [comment] },
      [`POST ${RUN}/comment`]: [comment],
      [`PUT ${RUN}/status`]: { ...run, status: 'REJECTED' },
    };
    return Response.json(answers[`${method} ${path}`]);
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({
      reviewed: useReviewedRun({ runId, isArchived: false }),
      update: useUpdateDiagnostic(runId),
      commentWells: useCommentWells(runId),
      commentRun: useCommentRun(runId),
      reject: useRejectRun(runId),
    }),
    { wrapper },
  );
  await waitFor(() => {
    expect(result.current.reviewed.data).toBeTruthy();
  });
  const asked = () => requests.map(({ method, address }) => `${method} ${address.split('?')[0] ?? ''}`);
  return { client, result, asked, shown: () => result.current.reviewed.data };
}

test('the responses of override, comment and decision update the view without refetching run or chart', async () => {
  const { result, asked, shown } = await review();
  expect(asked()).toEqual([`GET ${RUN}`, `GET ${RUN}/chart`]);

  await act(() =>
    result.current.update.mutateAsync({
      wellId: idOf('a1'),
      update: { id: idOf('c2'), comment: 'Repeat agrees' },
    }),
  );
  await waitFor(() => {
    expect(shown()?.interpreted[0]?.interpretedWellDiagnostics.at(-1)).toEqual(override);
  });
  expect(shown()?.interpreted[1]?.interpretedWellDiagnostics).toHaveLength(1);

  await act(() => result.current.commentWells.mutateAsync({ wellIds: [idOf('a1')], value: 'seen' }));
  await waitFor(() => {
    expect(shown()?.run.analyses[0]?.wells['A1']?.comments).toEqual([comment]);
  });

  await act(() => result.current.commentRun.mutateAsync('seen'));
  await waitFor(() => {
    expect(shown()?.run.comments).toEqual([comment]);
  });

  await act(() => result.current.reject.mutateAsync('Poor curves'));
  await waitFor(() => {
    expect(shown()?.run.status).toBe('REJECTED');
  });

  expect(asked().slice(2)).toEqual([
    `PATCH ${RUN}/interpreted-wells`,
    `POST ${RUN}/wells/comment`,
    `POST ${RUN}/comment`,
    `PUT ${RUN}/status`,
  ]);
});

const event = (change: Extract<LiveEvent, { kind: 'run' }>['change'], own: boolean): LiveEvent => ({
  kind: 'run',
  runId,
  change,
  own,
});

test("another user's change refetches the run but not the chart; the user's own change refetches nothing", async () => {
  const onServer: OnServer = { run: aRun, chart: aChart };
  const { client, asked, shown } = await review(onServer);
  onServer.run = { ...aRun, comments: [comment] };
  act(() => {
    refresh(client, [event('run.comment', true), { kind: 'ready' }]);
  });
  expect(client.isFetching()).toBe(0);
  act(() => {
    refresh(client, [event('run.comment', false)]);
  });
  await waitFor(() => {
    expect(shown()?.run.comments).toEqual([comment]);
  });
  expect(asked().slice(2)).toEqual([`GET ${RUN}`]);
});

test('a run that another user interprets meanwhile shows its results', async () => {
  const notYet = { ...aRun, acts: { ...aRun.acts, interpreted: null } };
  const onServer: OnServer = { run: notYet, chart: [] };
  const { client, shown } = await review(onServer);
  expect(shown()?.interpreted).toEqual([]);
  Object.assign(onServer, { run: aRun, chart: aChart });
  act(() => {
    refresh(client, [event('run.interpret', false)]);
  });
  await waitFor(() => {
    expect(shown()?.interpreted).toHaveLength(2);
  });
});

test('a removed run is not refetched while it is still shown', async () => {
  const { client, asked } = await review();
  act(() => {
    refresh(client, [event('run.archive', false)]);
  });
  expect(client.isFetching()).toBe(0);
  expect(asked()).toHaveLength(2);
  for (const { queryKey } of [runQueries.detail(runId), interpretationQueries.chart(runId)]) {
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  }
});

test('a response that arrives during a refetch of the run is not lost', async () => {
  const onServer: OnServer = { run: aRun, chart: aChart };
  const { client, result, asked, shown } = await review(onServer);
  let answer = (): void => undefined;
  onServer.held = new Promise<void>((resolve) => (answer = resolve));
  // This refetch starts before the comment and returns after it, without it.
  act(() => {
    refresh(client, [event('run.submit', false)]);
  });
  await waitFor(() => {
    expect(asked().at(-1)).toBe(`GET ${RUN}`);
  });
  const saved = result.current.commentRun.mutateAsync('seen');
  onServer.run = { ...aRun, comments: [comment] };
  await act(() => saved);
  answer();
  await waitFor(() => {
    expect(client.isFetching()).toBe(0);
  });
  expect(shown()?.run.comments).toEqual([comment]);
  expect(asked().slice(2)).toEqual([`GET ${RUN}`, `POST ${RUN}/comment`, `GET ${RUN}`]);
});
