import { permissionsOf, type Run, type RunSummary } from '@curvewell/domain';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { showPage } from '../../../test/a-page.tsx';
import { aRun, idOf } from '../../../test/a-run.ts';
import { JUST_DECIDED } from '../../shared/navigation/just-decided.ts';
import { NextWaiting } from './next-waiting.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const may = (changes: Partial<Run['permissions']>) => ({ ...aRun.permissions, ...changes });
const listed = (number: number, changes: Partial<RunSummary> = {}): RunSummary => ({
  ...aRun,
  id: idOf(String(number)),
  businessId: number,
  permissions: may({ canApprove: true, canSubmit: false, canConfigure: false }),
  ...changes,
});

function show(
  run: Partial<Run>,
  runs: readonly RunSummary[],
  {
    total = runs.length,
    roles = ['PHYSICIAN'],
    state = null,
  }: { readonly total?: number; readonly roles?: readonly string[]; readonly state?: unknown } = {},
) {
  return showPage(<NextWaiting run={{ ...aRun, ...run }} />, {
    permissions: [...permissionsOf(roles)],
    at: { pathname: '/', state },
    answers: {
      'GET /api/run': {
        listObjects: runs,
        numberOfObjects: total,
        numberByStatus: { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: total, APPROVED: 0, REJECTED: 0 },
        oldestWaiting: null,
      },
    },
  });
}
const link = () => screen.findByRole('link');

test.each(['APPROVED', 'REJECTED'] as const)(
  'LIST-111 a run that is %s leads to the oldest waiting run that the user may approve',
  async (status) => {
    const own = listed(61, { permissions: may({ canApprove: false, canSubmit: true }) });
    const { requests } = show({ status }, [{ ...listed(60), id: aRun.id }, own, listed(62), listed(63)]);
    expect((await link()).textContent).toBe('Next waiting: run 62');
    expect((await link()).getAttribute('href')).toBe(`/run/${idOf('62')}/interpretation`);
    expect(requests[0]?.address).toMatch(/sort=since&sortDirection=asc.*status=WAIT_FOR_APPROVAL/);
  },
);

test('LIST-111 no other run waits after the last one, unless not all runs were searched', async () => {
  show({ status: 'APPROVED' }, []);
  expect(await screen.findByText('No other run is waiting for your approval.')).toBeDefined();
});

test('LIST-111 nothing is stated if not all runs were searched', async () => {
  const own = listed(61, { permissions: may({ canApprove: false }) });
  const { requests, client } = show({ status: 'APPROVED' }, [own], { total: 40 });
  await waitFor(() => {
    expect(requests).toHaveLength(1);
    expect(client.isFetching()).toBe(0);
  });
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByText(/No other run/)).toBeNull();
});

test('LIST-112 a submitted run leads to the oldest run to interpret, at its plate setup', async () => {
  const fresh = listed(70, { interpretationRunByName: null, permissions: may({ canConfigure: true }) });
  show({ status: 'WAIT_FOR_APPROVAL', permissions: may({ canDecide: false }) }, [fresh], { roles: [] });
  expect((await link()).textContent).toBe('Next to interpret: run 70');
  expect((await link()).getAttribute('href')).toBe(`/run/${idOf('70')}/configuration`);
});

test.each([
  ['that the user decides on', { status: 'WAIT_FOR_APPROVAL', permissions: may({ canDecide: true }) }],
  ['to interpret', { status: 'RUN_TO_INTERPRET' }],
  ['that is archived', { status: 'APPROVED', acts: { ...aRun.acts, archived: aRun.acts.imported } }],
] as const)('LIST-111 a run %s leads to no other', (_name, run) => {
  const { requests } = show(run, [listed(62)]);
  expect(requests).toEqual([]);
  expect(screen.queryByRole('link')).toBeNull();
});

// The main button of the check disappears with the decision, so that the focus was lost.
test('SHELL-227 after a decision the link to the next run has the focus; an approved run that is opened has not', async () => {
  show({ status: 'APPROVED' }, [listed(62)], { state: JUST_DECIDED });
  await waitFor(async () => {
    expect(document.activeElement).toBe(await link());
  });
  cleanup();
  show({ status: 'APPROVED' }, [listed(62)]);
  await link();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(document.body);
});
