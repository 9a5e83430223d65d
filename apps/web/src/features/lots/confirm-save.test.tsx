import type { Lot } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aKitVersion } from '../../../test/a-kit.ts';
import { ConfirmOutlet } from '../../shared/ui/dialogs/confirm.tsx';
import { confirmSave } from './confirm-save.tsx';

const other = { id: 'b', active: true } as Lot; // the only fields used

const save = (changes: Partial<Parameters<typeof confirmSave>[0]>) =>
  confirmSave({
    name: '27A0001',
    values: { active: true, expirationDate: '2099-12-31' },
    today: '2026-11-23',
    version: aKitVersion,
    others: [other],
    trialRuns: null,
    loadWhatIfs: () => Promise.resolve([]),
    ...changes,
  });

function show() {
  render(
    <MantineProvider>
      <ConfirmOutlet />
    </MantineProvider>,
  );
}

test('LOT-109 activating a lot asks for confirmation with the number of its trial runs', async () => {
  show();
  const second = save({ trialRuns: 2 });
  expect(await screen.findByText('Make lot 27A0001 active?')).toBeTruthy();
  expect(screen.getByText(/^There were 2 trial runs with it\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await second).toBe(false);

  const first = save({ trialRuns: 1, others: [] });
  expect(await screen.findByText('Lock v2?')).toBeTruthy();
  expect(screen.getByText(/^There was 1 trial run with it\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(await first).toBe(true);
});

test('no confirmation for a lot that was active or stays inactive', async () => {
  show();
  expect(await save({})).toBe(true);
  expect(
    await save({ trialRuns: 2, values: { active: false, expirationDate: '2099-12-31' }, others: [] }),
  ).toBe(true);
});
