import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';

import { draftIssues } from '../draft/draft-issues.ts';
import { EMPTY_DRAFT, type VersionDraft } from '../draft/kit-draft.ts';
import { type KitEditing, KitEditingContext } from '../kit-editor-context.ts';
import { ReplicatesField } from './replicates-field.tsx';

let last: VersionDraft = EMPTY_DRAFT.version;

function Editor({
  isLocked = false,
  start = EMPTY_DRAFT.version,
}: {
  isLocked?: boolean;
  start?: VersionDraft;
}) {
  const [version, setVersion] = useState(start);
  useEffect(() => {
    last = version;
  }, [version]);
  const editing = {
    isLocked,
    version,
    issues: draftIssues({ ...EMPTY_DRAFT, version }),
    editVersion: (change: (before: VersionDraft) => VersionDraft) => {
      setVersion(change);
    },
  } as unknown as KitEditing; // only the fields it uses
  return (
    <MantineProvider env="test">
      <KitEditingContext value={editing}>
        <ReplicatesField />
      </KitEditingContext>
    </MantineProvider>
  );
}

test('REVIEW-403 replicates are off until they are switched on, with the strictest rule', () => {
  render(<Editor />);
  const byName = screen.getByRole<HTMLInputElement>('switch', { name: /same name are one sample/ });
  expect(byName.checked).toBe(false);
  expect(screen.queryByLabelText('Result of the sample')).toBeNull();
  fireEvent.click(byName);
  expect(last.replicates).toEqual({ rule: 'all-agree', tmSpread: 0.3, ignoresNoCall: false });
  fireEvent.click(screen.getByRole('switch', { name: /ignore one No call/ }));
  expect(last.replicates?.ignoresNoCall).toBe(true);

  fireEvent.click(screen.getByRole('combobox', { name: 'Result of the sample' }));
  fireEvent.click(screen.getByRole('option', { name: 'Any positive well' }));
  expect(last.replicates?.rule).toBe('any-positive');
  expect(screen.getByText(/The meaning is set with the diagnostic/)).toBeTruthy();

  const spread = screen.getByRole('textbox', { name: 'Largest difference in Tm, °C' });
  fireEvent.change(spread, { target: { value: '' } });
  fireEvent.blur(spread);
  expect(draftIssues({ ...EMPTY_DRAFT, version: last }).map(({ message }) => message)).toEqual([
    'The largest difference in Tm between replicates is 0.05 to 5 °C.',
  ]);
  fireEvent.click(byName);
  expect(last.replicates).toBeNull();
});

test('REVIEW-403 a locked version states its replicates', () => {
  const replicates = { rule: 'majority', tmSpread: 0.4, ignoresNoCall: true } as const;
  render(<Editor isLocked start={{ ...EMPTY_DRAFT.version, replicates }} />);
  expect(
    screen.getByText(
      'By name: majority of the wells, Tm at most 0.4 °C apart, one No call of three or more wells ignored',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});
