import { DEFAULT_LABORATORY_RULES, doubtKindSchema, type LaboratoryRules } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, expect, test } from 'vitest';

import { DemandsTable } from './demands-table.tsx';
import { RulesDialog } from './rules-dialog.tsx';

let rules: LaboratoryRules = DEFAULT_LABORATORY_RULES;

function Rules({ isDialog = false }: { readonly isDialog?: boolean }) {
  const [now, setNow] = useState(DEFAULT_LABORATORY_RULES);
  const change = (next: LaboratoryRules) => {
    rules = next;
    setNow(next);
  };
  const table = <DemandsTable rules={now} onChange={change} />;
  if (!isDialog) return <MantineProvider>{table}</MantineProvider>;
  return (
    <MantineProvider>
      <RulesDialog name="North" rules={now} onChange={change} onClose={() => undefined}>
        {table}
      </RulesDialog>
    </MantineProvider>
  );
}

test('LAB-140 each kind of doubt has a rule for submitting and one for approving', () => {
  render(<Rules />);
  const names = screen.getAllByRole('combobox').map((field) => field.getAttribute('aria-label'));
  expect(names).toHaveLength(2 * doubtKindSchema.options.length);
  expect(new Set(names).size).toBe(names.length);
  const heads = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(heads.indexOf('Missing controls')).toBeGreaterThan(heads.indexOf('Overrides'));

  fireEvent.click(screen.getByRole('combobox', { name: 'expired or closed lots, Submitting' }));
  fireEvent.click(screen.getByRole('option', { name: /^Block/ }));
  expect(rules.submit).toEqual({ ...DEFAULT_LABORATORY_RULES.submit, expiredLots: 'block' });
  expect(rules.approve).toEqual(DEFAULT_LABORATORY_RULES.approve);
});

// Mantine's autosize textarea waits for `document.fonts`, which jsdom lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
afterAll(() => Reflect.deleteProperty(document, 'fonts'));

test('LAB-142 a laboratory can set that wells with the same name are replicates', () => {
  render(<Rules isDialog />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Wells with the same name are replicates' }));
  expect(rules).toEqual({ ...DEFAULT_LABORATORY_RULES, sameNameIsReplicate: true });
});
