import type { RepeatList } from '@curvewell/contracts';
import type { RepeatEntry } from '@curvewell/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { showPage } from '../../../test/a-page.tsx';
import { idOf } from '../../../test/a-run.ts';
import type { RepeatCandidate } from '../../data/repeat-list.ts';
import { RepeatListDialog } from './repeat-list-dialog.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const runId = idOf('62');
const AT = '2026-11-20T08:12:00.000Z';
const entry = (position: string, placed: RepeatEntry['placed'] = null): RepeatEntry => ({
  id: idOf(position.toLowerCase()),
  name: `S-${position}`,
  orderId: null,
  sampleType: 'BLOOD',
  kit: { id: idOf('1'), name: 'LCT' },
  reason: 'NO_RESULT',
  note: null,
  from: { id: runId, businessId: 62, position },
  addedByName: 'M. Okafor',
  addedAt: AT,
  placed,
});
const candidate = (position: string): RepeatCandidate => ({
  position,
  name: `S-${position}`,
  orderId: null,
  kit: 'LCT',
  reason: 'FAILED_CONTROL',
  note: 'control D5',
});

function show(list: RepeatList, candidates: readonly RepeatCandidate[]) {
  return showPage(
    <RepeatListDialog opened onClose={() => undefined} of={{ runId, candidates: () => candidates }} />,
    {
      answers: {
        'GET /api/repeat-list': list,
        'POST /api/repeat-list': { added: 1 },
      },
      at: '/',
    },
  );
}

test('IMPEXP-132 samples that are listed or placed show where, and only others are added', async () => {
  const placed = entry('A2', { id: idOf('70'), businessId: 70, position: 'B3', at: AT });
  const { changes } = show(
    { open: [entry('A1')], placed: [placed] },
    ['A1', 'A2', 'A3', 'A4'].map(candidate),
  );
  const region = await screen.findByRole('region', { name: 'From this run' });
  const row = (position: string) => within(region).getByRole('row', { name: new RegExp(`${position} S-`) });
  expect(within(row('A1')).getByText('on the list')).toBeTruthy();
  expect(within(row('A2')).getByText('run 70, B3')).toBeTruthy();
  expect(within(row('A1')).queryByRole('checkbox')).toBeNull();
  fireEvent.click(within(row('A4')).getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Add 1 sample' }));
  await waitFor(() => {
    expect(changes()).toEqual([
      [
        'POST /api/repeat-list',
        { runId, wells: [{ position: 'A3', reason: 'FAILED_CONTROL', note: 'control D5' }] },
      ],
    ]);
  });
});
