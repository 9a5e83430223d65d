import type { DiagnosticRow } from '@curvewell/domain';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
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
  fireEvent.click(await screen.findByRole('button', { name: /^Edit row 1:/ }));
  const field = screen.getByRole('textbox', { name: 'Words on the report, row 1' });
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

const rowsOfKits = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...row,
    id: idOf(`d${index}`),
    order: index,
    // Two diagnostics in each kit.
    name: index % 2 === 0 ? ('HETEROZYGOUS' as const) : ('NEGATIVE' as const),
    kit: { id: idOf(`e${index >> 1}`), name: `Kit ${(index >> 1) + 1}` },
    label: `Label ${index + 1}`,
  }));
const show = (rows: readonly DiagnosticRow[], at = '/?tab=diagnostics') =>
  showPage(<DiagnosticsPanel />, {
    at,
    permissions: ['WRITE_DIAGNOSTIC'],
    answers: { 'GET /api/diagnostics/kit/labels': rows, 'GET /api/kit': [] },
  });
const fields = () => screen.queryAllByRole('textbox', { name: /^Words on the report, row/ });
const editButton = (row: number) => screen.getByRole('button', { name: new RegExp(`^Edit row ${row}:`) });

test('OPS-494 a long table builds only the fields of the row that is edited', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  show(rowsOfKits(60), '/?kit=all');
  fireEvent.click(await screen.findByRole('button', { name: /^Edit row 60:/ }));
  expect(fields()).toEqual([document.activeElement]);
  expect((document.activeElement as HTMLInputElement).value).toBe('Label 60');
  fireEvent.click(editButton(2));
  expect(fields()).toHaveLength(1);
});

test('DIAG-11 the diagnostics of one kit are shown, which is in the address', async () => {
  const { router } = show(rowsOfKits(6));
  expect(await screen.findByRole('heading', { name: 'Kit 1' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Edit row/ })).toHaveLength(2);
  expect(fields()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Kit 3 2' }));
  expect(screen.getByText('Label 5')).toBeTruthy();
  expect(screen.queryByText('Label 1')).toBeNull();
  expect(router.state.location.search).toBe(`?tab=diagnostics&kit=${idOf('e2')}`);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search kits' }), { target: { value: 'kit 2' } });
  expect(screen.queryByRole('button', { name: 'Kit 3 2' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Kit 2 2' })).toBeTruthy();
});

test('DIAG-12 Escape leaves a row as it was, and the row has the focus', async () => {
  show(rowsOfKits(2));
  fireEvent.click(await screen.findByRole('button', { name: /^Edit row 1:/ }));
  const [field] = fields();
  if (field === undefined) throw new Error('the row is open');
  fireEvent.change(field, { target: { value: 'Mixed' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(fields()).toEqual([]);
  expect(document.activeElement).toBe(editButton(1));
  expect(screen.getByText('Label 1')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('DIAG-12 Enter moves to the next row, and after the last to a new one', async () => {
  show(rowsOfKits(2));
  fireEvent.click(await screen.findByRole('button', { name: /^Edit row 1:/ }));
  const enter = () => fireEvent.keyDown(fields()[0] ?? document.body, { key: 'Enter' });
  enter();
  expect(fields().map((field) => (field as HTMLInputElement).value)).toEqual(['Label 2']);
  enter();
  // A new one is the kit's own, and those come first.
  expect(screen.getByRole('textbox', { name: 'Name, row 1' })).toBe(document.activeElement);
});

test('DIAG-13 a change of another kit is kept and marked until it is saved', async () => {
  show(rowsOfKits(4));
  fireEvent.click(await screen.findByRole('button', { name: /^Edit row 1:/ }));
  fireEvent.change(fields()[0] ?? document.body, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Kit 2 2' }));
  expect(screen.getByText('1 kit has a problem')).toBeTruthy();
  // Saving leads to the row that cannot be saved.
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('heading', { name: 'Kit 1' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Words on the report, row 1' }));
  fireEvent.change(fields()[0] ?? document.body, { target: { value: 'Mixed' } });
  fireEvent.click(editButton(2));
  expect(screen.getByText('unsaved')).toBeTruthy();
});

test('DIAG-14 arrows, j and k go between rows', async () => {
  show(rowsOfKits(2));
  const first = await screen.findByRole('button', { name: /^Edit row 1:/ });
  first.focus();
  fireEvent.keyDown(first, { key: 'j' });
  expect(document.activeElement).toBe(editButton(2));
  fireEvent.keyDown(editButton(2), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(first);
});

test('DIAG-30 own and built-in diagnostics are listed separately, unused ones are folded, and missing codes are named', async () => {
  const own: DiagnosticRow = {
    ...row,
    id: idOf('d9'),
    name: 'Species A',
    kit: { id: idOf('e0'), name: 'Kit 1' },
    label: 'Candida albicans detected',
    diagnosticColor: { ...row.diagnosticColor, letters: 'SA', meaning: 'positive', color: '#45746a' },
  };
  show([...rowsOfKits(2).map((one) => ({ ...one, label: 'Heterozygous' })), own]);
  await screen.findByRole('heading', { name: 'Kit 1' });
  const heads = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(heads).toEqual([
    'Your own added to this kit',
    'Built in names are fixed; you can change letters, words and colour',
  ]);
  expect(editButton(1).textContent).toBe('Candida albicans detected');
  // NEGATIVE has other words here, too.
  expect(screen.getByText('SA, N have no code for the LIS: their words are sent instead.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '13 more built in, not used by this kit' }));
  fireEvent.click(screen.getByRole('button', { name: 'Use Healthy' }));
  expect(screen.getByRole('button', { name: '12 more built in, not used by this kit' })).toBeTruthy();
  expect(screen.getByDisplayValue('Healthy')).toBeTruthy();
});

test('DIAG-21 an own diagnostic is added with a meaning and a colour that is easy to distinguish', async () => {
  const { changes } = showPage(<DiagnosticsPanel />, {
    permissions: ['WRITE_DIAGNOSTIC'],
    answers: { 'GET /api/diagnostics/kit/labels': [row], 'GET /api/kit': [kit], [SAVE]: [row] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add a diagnostic' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name, row 1' }), { target: { value: 'Species A' } });
  expect(screen.getByText('A diagnostic of your own needs a meaning for the sample.')).toBeTruthy();
  expect(screen.getByText('easy to distinguish from the other one')).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: 'Means for the sample, row 1' }));
  fireEvent.click(screen.getByRole('option', { name: /^Negative/ }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Code for the LIS, row 1' }), {
    target: { value: 'CNEG' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Diagnostics saved.')).toBeTruthy();
  expect(changes()).toMatchObject([
    [SAVE, [{ name: 'Species A', label: 'Species A', letters: 'SA', lisCode: 'CNEG', meaning: 'negative' }]],
  ]);
});

/** The table, which a button leaves and opens again. */
function Visits() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setShown(!isShown);
        }}
      >
        Visit
      </button>
      {isShown && <DiagnosticsPanel />}
    </>
  );
}

test('DIAG-90 a later visit shows diagnostics that were added to a kit meanwhile', async () => {
  const [first = row, second = row] = rowsOfKits(2);
  let rows = [first];
  showPage(<Visits />, {
    permissions: ['WRITE_DIAGNOSTIC'],
    answers: { 'GET /api/diagnostics/kit/labels': () => Response.json(rows), 'GET /api/kit': [] },
  });
  await screen.findByRole('button', { name: /^Edit row 1:/ });
  rows = [first, second];
  fireEvent.click(screen.getByRole('button', { name: 'Visit' }));
  // Another visit begins with another event.
  await new Promise((resolve) => setTimeout(resolve));
  fireEvent.click(screen.getByRole('button', { name: 'Visit' }));
  expect(await screen.findByRole('button', { name: /^Edit row 2:/ })).toBeTruthy();
});
