import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';

import { CreatableSelect } from './creatable-select.tsx';

// Anyone who pressed Tab before the list had come was led past the field.
test('SHELL-143 a field whose list is on its way is reached, and says so until the list is there', () => {
  const field = (loading: boolean) => (
    <MantineProvider env="test">
      <CreatableSelect
        label="Kit version"
        data={loading ? [] : [{ value: 'v2', label: 'v2' }]}
        value={null}
        onChange={() => undefined}
        loading={loading}
      />
    </MantineProvider>
  );
  const { rerender } = render(field(true));
  act(() => {
    screen.getByRole('combobox').focus();
  });
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
  expect(screen.getByText('Loading …')).not.toBeNull();
  rerender(field(false));
  expect(screen.getByRole('option').textContent).toBe('v2');
  expect(screen.queryByText('Loading …')).toBeNull();
});
