import { MantineProvider, MultiSelect, Select } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { theme } from './theme.ts';

interface FieldProps {
  readonly data: string[];
  readonly onChange: (value: unknown) => void;
}

const KINDS = {
  'a choice of one': (props: FieldProps) => <Select aria-label="Lot" value={null} searchable {...props} />,
  'a choice that is no text field': (props: FieldProps) => (
    <Select aria-label="Lot" value={null} {...props} />
  ),
  'a choice of several': (props: FieldProps) => (
    <MultiSelect aria-label="Lot" value={[]} searchable {...props} />
  ),
} as const;

// Regression: after a re-evaluation added an option to an open list, Enter chose the option now at the old
// index.
test.each(Object.entries(KINDS))(
  'SHELL-141 Enter in %s chooses the highlighted option when new options appear before it',
  (_name, Field) => {
    vi.useFakeTimers();
    const taken = vi.fn<(value: unknown) => void>();
    const shown = (data: string[]) => (
      <MantineProvider theme={theme} env="test">
        <Field data={data} onChange={taken} />
      </MantineProvider>
    );
    const { rerender } = render(shown(['26B', '26C']));
    const field = screen.getByRole('combobox');
    const press = (key: string) => {
      fireEvent.keyDown(field, { key, code: key });
      act(() => {
        vi.runAllTimers();
      });
    };
    act(() => {
      field.focus();
    });
    for (const key of ['ArrowDown', 'ArrowDown']) press(key);
    const highlighted = document.querySelector('[data-combobox-selected]')?.textContent ?? '';
    expect(['26B', '26C']).toContain(highlighted);
    rerender(shown(['25X', '26A', '26B', '26C']));
    press('Enter');
    expect(taken).toHaveBeenCalledOnce();
    expect([taken.mock.calls[0]?.[0]].flat()).toEqual([highlighted]);
    vi.useRealTimers();
  },
);
