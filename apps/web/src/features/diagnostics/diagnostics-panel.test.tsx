import type { DiagnosticRow } from '@curvewell/domain';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { kit } from '../../../test/a-creation.tsx';
import { type Answers, refusal, showPage } from '../../../test/a-page.tsx';
import { aColor, idOf } from '../../../test/a-run.ts';
import { DiagnosticsPanel } from './diagnostics-panel.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const row: DiagnosticRow = {
  id: idOf('d1'),
  name: 'HETEROZYGOUS',
  order: 0,
  active: true,
  kit: { id: kit.id, name: kit.name },
  kits: [],
  label: 'Heterozygous',
  diagnosticColor: aColor('HETEROZYGOUS', 'd1'),
  versions: 1,
  isUsed: true,
  revision: 1,
};
const SAVE = 'PUT /api/diagnostics/kit';

/** Shows a table with one diagnostic, changes its label and saves. */
async function saveLabel(label: string, answers: Answers = {}) {
  const page = showPage(<DiagnosticsPanel />, {
    permissions: ['WRITE_DIAGNOSTIC'],
    answers: { 'GET /api/diagnostics/kit/labels': [row], 'GET /api/kit': [kit], ...answers },
  });
  const field = await screen.findByRole('textbox', { name: 'Label, row 1' });
  fireEvent.change(field, { target: { value: label } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return page;
}

test('DIAG-10 ERR-49 saving diagnostics is confirmed', async () => {
  const { changes } = await saveLabel('Mixed', { [SAVE]: [{ ...row, label: 'Mixed', revision: 2 }] });
  expect(await screen.findByText('Diagnostics saved.')).toBeTruthy();
  expect(changes()).toMatchObject([[SAVE, [{ id: row.id, label: 'Mixed' }]]]);
});
test('DIAG-10 ERR-35 the error title says that diagnostics could not be configured', async () => {
  await saveLabel('Mixed', { [SAVE]: refusal('Out of order.') });
  const title = await screen.findByText('Diagnostics not saved');
  expect(title.closest('[role=alert]')?.textContent).toContain('Out of order.');
});

test('ERR-43 an empty diagnostic cannot be saved, and a message says so', async () => {
  const { changes } = await saveLabel(' ');
  expect(await screen.findByText('An empty diagnostic cannot be saved.')).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('OPS-494 a long table builds the fields of its first rows, and those of another row when it gets the focus', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const rows = Array.from({ length: 60 }, (_, index) => ({
    ...row,
    id: idOf(`d${index}`),
    order: index,
    // Each of a kit of its own: none is a duplicate.
    kit: { id: idOf(`e${index}`), name: `Kit ${index + 1}` },
    label: `Label ${index + 1}`,
  }));
  showPage(<DiagnosticsPanel />, {
    permissions: ['WRITE_DIAGNOSTIC'],
    answers: { 'GET /api/diagnostics/kit/labels': rows, 'GET /api/kit': [kit] },
  });
  await screen.findByRole('textbox', { name: 'Label, row 1' });
  expect(screen.getAllByRole('textbox', { name: /^Label, row/ })).toHaveLength(24);
  const late = screen.getByRole('row', { name: /Label 60/ });
  act(() => {
    late.focus();
  });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Label, row 60' });
  expect(field.value).toBe('Label 60');
  expect(field.closest('tr')?.contains(document.activeElement)).toBe(true);
  expect(screen.getAllByRole('textbox', { name: /^Label, row/ })).toHaveLength(25);
});
