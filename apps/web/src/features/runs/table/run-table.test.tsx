import { runStatusSchema, type RunSummary } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';

import { aRun, idOf } from '../../../../test/a-run.ts';
import { RunTable } from './run-table.tsx';

const pair = (kit: string, buffer: string) => ({
  kitVersion: { id: idOf('2'), version: 'v1', kit: { id: idOf('3'), name: kit } },
  reactionBuffer: { id: idOf('4'), name: buffer },
});
const nothing: RunSummary['permissions'] = {
  ...aRun.permissions,
  canUpdate: false,
  canDecide: false,
  canApprove: false,
};
const approved: RunSummary = {
  ...aRun,
  status: 'APPROVED',
  approvedBy: 'I. Lindqvist',
  usedKitReactionBufferPairs: [pair('LCT-13910', 'RB-2')],
  permissions: nothing,
};

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>;
}

function shown(
  changes: Partial<RunSummary>,
  actions: { readonly isArchive?: boolean; readonly onDownload?: (run: RunSummary) => void } = {},
) {
  const acts = {
    onDelete: vi.fn<(run: RunSummary) => void>(),
    onRestore: vi.fn<(run: RunSummary) => void>(),
  };
  const run = { ...approved, ...changes };
  render(
    <MantineProvider>
      <MemoryRouter>
        <RunTable
          runs={[run]}
          waitingRows={1}
          view={{ page: 1, sort: 'businessId', sortDirection: 'desc' }}
          onSort={() => undefined}
          label="Runs"
          actions={{ isArchive: false, onDownload: null, ...actions, ...acts }}
        />
        <Address />
      </MemoryRouter>
    </MantineProvider>,
  );
  return { ...acts, run, row: within(screen.getAllByRole('row')[1] ?? document.body) };
}

test('LIST-13 an envelope shows that results reached the file server', () => {
  expect(shown({ ftpSent: true }).row.getByRole('img', { name: 'Sent to the file server' })).toBeDefined();
});
test('LIST-13 a crossed envelope shows that results did not reach the file server', () => {
  const { row } = shown({ ftpSent: false });
  expect(row.getByRole('img', { name: 'Not sent to the file server' })).toBeDefined();
});
test.each([
  [{ positive: 3, negative: 8, none: 1 }, 'Samples: 3 positive, 8 negative, 1 no result'],
  [{ positive: 0, negative: 1, none: 0 }, 'Samples: 1 negative'],
  [undefined, null],
])('LIST-143 a run shows how many samples have which result: %o', (samples, words) => {
  const { row } = shown(samples === undefined ? {} : { samples });
  expect(row.queryByText(/^Samples:/)?.textContent ?? null).toBe(words);
});
test('FTP-119 an envelope shows that a run waits to be sent, and why sending has stopped', () => {
  const waiting = { state: 'WAITING', nextTryAt: '2026-11-20T14:05:00Z', fault: 'unreachable' } as const;
  const words = /^Waiting to be sent, next attempt at 20-11-2026 \d\d:05 \(server not reachable\)$/;
  expect(shown({ delivery: waiting }).row.getByRole('img', { name: words })).toBeDefined();
});
test('FTP-119 the reason of a stop replaces “not sent”', () => {
  const stopped = { state: 'NOT_SENT', nextTryAt: null, fault: 'password-refused' } as const;
  const { row } = shown({ ftpSent: false, delivery: stopped });
  expect(row.getByRole('img', { name: 'Stopped: password refused' })).toBeDefined();
});
test('LIST-13 without a known state no envelope is shown', () => {
  expect(shown({ ftpSent: null }).row.queryByRole('img')).toBeNull();
});

const STATUSES = [
  ['RUN_TO_INTERPRET', 'Run to interpret'],
  ['WAIT_FOR_APPROVAL', 'Wait for approval'],
  ['APPROVED', 'Approved'],
  ['REJECTED', 'Rejected'],
] as const;
test.each(STATUSES)('REVIEW-27 a run that is %s is shown as %s', (status, name) => {
  expect(shown({ status }).row.getByText(name)).toBeDefined();
});
test('REVIEW-27 a run has no other status', () => {
  expect(runStatusSchema.options).toEqual(STATUSES.map(([status]) => status));
});

test('LOT-106 a trial run is marked in words', () => {
  expect(shown({ isTrial: true }).row.getByText('Trial')).toBeDefined();
});
test('LOT-106 other runs have no mark', () => {
  expect(shown({}).row.queryByText('Trial')).toBeNull();
});

test('LIST-12 a clock shows the day on which an archived run will be deleted', () => {
  const { row } = shown({ deletionDate: '2026-12-20' }, { isArchive: true });
  expect(row.getByRole('img', { name: 'Will be permanently deleted after 20-12-2026' })).toBeDefined();
});

test('LIST-07 each kit is shown with its buffer in brackets; more than two are counted', () => {
  const pairs = [pair('LCT-13910', 'RB-2'), pair('F2-F5', 'RB-1'), pair('F2-F5', 'RB-2')];
  const { row } = shown({ usedKitReactionBufferPairs: pairs });
  expect(row.getByText('LCT-13910 (RB-2), F2-F5 (RB-1)')).toBeDefined();
  expect(row.getByRole('button', { name: /^All 3 kits.*F2-F5 \(RB-2\)$/ }).textContent).toBe('+1');
});

test('LIST-06 a row shows number, file, instrument, kits, operator, date, status and actions', () => {
  const { row } = shown({});
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Run',
    'File name · plate id',
    'Instrument',
    'Kit (reaction buffer)',
    'Operator',
    'Run date',
    'Status · age',
    'Actions',
  ]);
  const cells = row.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(0, 6)).toEqual([
    '1284',
    'plate.xlsxCycler 2M. Okafor',
    'Cycler 2',
    'LCT-13910 (RB-2)',
    'M. Okafor',
    '20-11-2026',
  ]);
  expect(cells[6]).toMatch(/^Approved/);
  expect(row.getByRole('link', { name: 'Open run 1284' })).toBeDefined();
});

test('LIST-10 a cut cell shows its full text on hover', async () => {
  const full = 'plate of the second shift, repeated.xlsx';
  const cut = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(400);
  onTestFinished(() => {
    cut.mockRestore();
  });
  const { row } = shown({ fileName: full });
  expect(screen.queryByText(full)).toBeNull();
  const tail = row.getByText(/repeated\.xlsx$/);
  fireEvent.mouseEnter(tail.closest('[tabindex]') ?? tail);
  expect(await screen.findByText(full)).toBeDefined();
});

test('LIST-14 an interpreted run has an eye that opens its interpretation, and no bin', () => {
  const { row } = shown({ permissions: { ...nothing, canDelete: true } });
  expect(row.getByRole('link', { name: 'Open run 1284' }).getAttribute('href')).toBe(
    `/run/${aRun.id}/interpretation`,
  );
  expect(row.queryByRole('button')).toBeNull();
});

test('LIST-15 a run without interpretation has a bin instead of the eye, and its number opens the plate setup', async () => {
  const { row, onDelete, run } = shown({
    status: 'RUN_TO_INTERPRET',
    interpretationRunByName: null,
    permissions: { ...nothing, canDelete: true },
  });
  expect(row.queryByRole('link', { name: 'Open run 1284' })).toBeNull();
  expect(row.getByRole('link', { name: '1284' }).getAttribute('href')).toBe(`/run/${aRun.id}/configuration`);
  await userEvent.click(row.getByRole('button', { name: 'Delete run 1284' }));
  expect(onDelete.mock.calls).toEqual([[run]]);
});

test('LIST-16 ARCHIVE-01 an archived run can be opened, restored and deleted permanently, each with its permission', async () => {
  const { row, onDelete, onRestore, run } = shown(
    { permissions: { ...nothing, canRestore: true, canDeletePermanently: true } },
    { isArchive: true },
  );
  expect(row.getByRole('link', { name: 'Open run 1284' }).getAttribute('href')).toBe(
    `/archive/run/${aRun.id}/interpretation`,
  );
  await userEvent.click(row.getByRole('button', { name: 'Restore run 1284' }));
  expect(onRestore.mock.calls).toEqual([[run]]);
  await userEvent.click(row.getByRole('button', { name: 'Delete run 1284 permanently' }));
  expect(onDelete.mock.calls).toEqual([[run]]);
});
test('LIST-16 without the permissions an archived run can only be opened', () => {
  expect(shown({}, { isArchive: true }).row.queryByRole('button')).toBeNull();
});

test('LIST-102 a click anywhere in a row opens the run, except on its controls', async () => {
  const { row, run } = shown({ plateId: 'P-7' }, { onDownload: vi.fn<(run: RunSummary) => void>() });
  await userEvent.click(row.getByRole('button', { name: 'Download plate.xlsx' }));
  expect(screen.getByTestId('address').textContent).toBe('/');
  await userEvent.click(row.getByText('P-7'));
  expect(screen.getByTestId('address').textContent).toBe(`/run/${run.id}/interpretation`);
});

test('LIST-11 the file name links to the files if the user may download them, otherwise it is plain text', async () => {
  const onDownload = vi.fn<(run: RunSummary) => void>();
  const { row, run } = shown({}, { onDownload });
  await userEvent.click(row.getByRole('button', { name: 'Download plate.xlsx' }));
  expect(onDownload.mock.calls).toEqual([[run]]);
});

test('a run shows that it is being archived', () => {
  expect(shown({ archiving: 'pending' }).row.getByText('Being archived')).toBeDefined();
});
test('a run shows that archiving failed', () => {
  expect(shown({ archiving: 'failed' }).row.getByText('Not archived')).toBeDefined();
});
