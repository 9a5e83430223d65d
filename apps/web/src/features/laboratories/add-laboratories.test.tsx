import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { refusal, showPage } from '../../../test/a-page.tsx';
import { AddLaboratories } from './add-laboratories.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function show() {
  const nothing = () => undefined;
  const page = showPage(
    <>
      <AddLaboratories formId="laboratories" onChanged={nothing} onAdded={nothing} />
      <button form="laboratories">Save</button>
    </>,
    { answers: { 'POST /api/laboratories': refusal('It has been logged.') } },
  );
  return page;
}

const names = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const type = (row: number, value: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: `Name ${row}` }), { target: { value } });
};

test('LAB-28 laboratories are added as rows with a name each, and sent together', async () => {
  const { changes } = show();
  type(1, 'North');
  press('Add a row');
  type(2, 'South');
  fireEvent.click(screen.getByRole('radio', { name: /^A second person/ }));
  press('Save');
  await screen.findByText('Laboratory not created');
  expect(changes()).toHaveLength(1);
  expect(JSON.stringify(changes()[0])).toMatch(/North.*South/);
});

test('LAB-29 minus removes a row, unless it is the only one', () => {
  show();
  const minus = (row: number) => screen.getByRole<HTMLButtonElement>('button', { name: `Remove row ${row}` });
  expect(minus(1).disabled).toBe(true);
  type(1, 'North');
  press('Add a row');
  type(2, 'South');
  press('Remove row 1');
  expect(names()).toEqual(['South']);
  expect(minus(1).disabled).toBe(true);
});

test('LAB-30 only the last row has a plus, which adds an empty row', () => {
  show();
  type(1, 'North');
  press('Add a row');
  expect(names()).toEqual(['North', '']);
  expect(screen.getAllByRole('button', { name: 'Add a row' })).toHaveLength(1);
});

test('LAB-32 a row without a name is reported, and nothing is sent', async () => {
  const { changes } = show();
  type(1, 'North');
  press('Add a row');
  press('Save');
  expect(await screen.findAllByText('A laboratory without a name cannot be saved.')).toHaveLength(2);
  expect(changes()).toEqual([]);
});

test('SHELL-151 Enter moves to the next name, and a row that it added does not count without a name', async () => {
  const { changes } = show();
  const enter = (row: number) => {
    fireEvent.keyDown(screen.getByRole('textbox', { name: `Name ${row}` }), { key: 'Enter' });
  };
  enter(1);
  expect(names()).toEqual(['']);
  type(1, 'North');
  enter(1);
  enter(1);
  expect(names()).toEqual(['North', '']);
  enter(2);
  expect(names()).toEqual(['North', '']);
  fireEvent.click(screen.getByRole('radio', { name: /^A second person/ }));
  press('Save');
  await screen.findByText('Laboratory not created');
  expect(changes()).toMatchObject([[expect.any(String), [{ name: 'North' }]]]);
});

test('SHELL-191 Enter in a row without a name says that it is no laboratory, and typing removes the message', () => {
  show();
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name 1' }), { key: 'Enter' });
  expect(names()).toEqual(['']);
  expect(screen.getByText('A laboratory without a name cannot be saved.')).toBeTruthy();
  type(1, 'North');
  expect(screen.queryByText('A laboratory without a name cannot be saved.')).toBeNull();
});
