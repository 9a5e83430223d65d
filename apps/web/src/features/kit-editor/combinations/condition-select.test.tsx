import { expressionText, type ExpressionSettings } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { type KitEditing, KitEditingContext } from '../kit-editor-context.ts';
import { ConditionSelect } from './condition-select.tsx';

const HEIGHTS: ExpressionSettings = { firstOperand: 'A', operator: 'GT', secondOperand: 'B' };

function Condition({ isLocked = false }: { readonly isLocked?: boolean }) {
  const [value, setValue] = useState<ExpressionSettings>(HEIGHTS);
  const editing = { isLocked, expressions: [HEIGHTS], diagnostics: [] } as unknown as KitEditing; // only the fields it uses
  return (
    <MantineProvider env="test">
      <KitEditingContext value={editing}>
        <ConditionSelect label="Condition" zones={['A', 'B']} value={value} others={[]} onChange={setValue} />
        <output>{expressionText(value)}</output>
      </KitEditingContext>
    </MantineProvider>
  );
}

const statusText = () => screen.getByRole('status').textContent;
const choose = (name: string): void => {
  fireEvent.click(screen.getByRole('combobox', { name: 'Condition' }));
  fireEvent.click(screen.getByRole('option', { name }));
};
const limit = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Number of condition' });

test('KIT-175 a condition compares heights, ratios or widths; ratios and widths have a number', () => {
  render(<Condition />);
  expect(screen.queryByRole('textbox', { name: 'Number of condition' })).toBeNull();
  choose('width of B at least');
  expect(statusText()).toBe('width of B at least 3 °C');
  fireEvent.change(limit(), { target: { value: '3.45' } });
  expect(statusText()).toBe('width of B at least 3.45 °C');
  // Another operator keeps the number; another kind of condition has its own default.
  choose('width of A below');
  expect(statusText()).toBe('width of A below 3.45 °C');
  choose('ratio of A to B above');
  expect(statusText()).toBe('ratio of A to B above 2');
  choose('A above B');
  expect(statusText()).toBe('A above B');
});

test('KIT-175 an incomplete number stays in the field and changes nothing', () => {
  render(<Condition />);
  choose('ratio of A to B above');
  for (const value of ['', '0', '0.']) {
    fireEvent.change(limit(), { target: { value } });
    expect(statusText()).toBe('ratio of A to B above 2');
  }
  fireEvent.change(limit(), { target: { value: '0.5' } });
  expect(statusText()).toBe('ratio of A to B above 0.5');
});

test('KIT-175 a locked condition is text', () => {
  render(<Condition isLocked />);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getAllByText('A above B')).toHaveLength(2);
});
