import type { DiagnosticColor, DiagnosticName } from '@curvewell/contracts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import type { VersionDraft } from '../draft/kit-draft.ts';
import { type KitEditing, KitEditingContext } from '../kit-editor-context.ts';
import { ChecksSection } from './checks-section.tsx';

const colorOf = (name: DiagnosticName, label: string): DiagnosticColor => ({
  ...{ id: name, diagnostic: { name, label }, diagnosticLabel: label, color: '#41cfff' },
});
const diagnostics = [colorOf('HETEROZYGOUS', 'Carrier'), colorOf('NEGATIVE', 'Nothing found')];

function Editor({ isLocked = false, start }: { isLocked?: boolean; start: VersionDraft }) {
  const [version, setVersion] = useState(start);
  const issues =
    version.negative === null ? [{ channel: null, phase: null, zone: null, field: 'negative' }] : [];
  const editing = {
    ...{ diagnostics, isLocked, issues, version },
    editVersion: (change: (before: VersionDraft) => VersionDraft) => {
      setVersion(change);
    },
  } as unknown as KitEditing; // what it looks at
  return (
    <MantineProvider env="test">
      <KitEditingContext value={editing}>
        <ChecksSection />
      </KitEditingContext>
    </MantineProvider>
  );
}

const DEFAULTS: VersionDraft = { negative: 1, positive: 0, outsideId: null };
const head = () => screen.getByRole('button', { name: /Controls and checks/ });

test('KIT-134 the editor says the controls of a plate and the call of a peak in no zone, and unfolds to change them', () => {
  render(<Editor start={DEFAULTS} />);
  expect(head().textContent).toContain('1 negative, 0 positive · peak in no zone: No call');
  expect(head().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(head());
  expect(head().getAttribute('aria-expanded')).toBe('true');

  const negative = screen.getByRole('textbox', { name: 'Negative, at least' });
  fireEvent.change(negative, { target: { value: '0' } });
  expect(screen.getByText('No control asked for')).toBeTruthy();
  fireEvent.change(negative, { target: { value: '21' } });
  expect((negative as HTMLInputElement).value).not.toBe('21');
  // A number that is missing stays in sight.
  fireEvent.change(negative, { target: { value: '' } });
  fireEvent.click(head());
  expect(screen.getByRole('textbox', { name: 'Negative, at least' })).toBeTruthy();

  fireEvent.click(screen.getByRole('combobox', { name: 'A peak in no zone' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'No call (default)',
    expect.stringContaining('Carrier'),
  ]);
  fireEvent.click(screen.getByRole('option', { name: /Carrier/ }));
  expect(screen.queryByText(/The well waits for a person/)).toBeNull();
});

test('KIT-134 of a locked version they are text', () => {
  render(<Editor isLocked start={{ negative: 2, positive: 1, outsideId: 'HETEROZYGOUS' }} />);
  fireEvent.click(head());
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByText('Carrier')).toBeTruthy();
});
