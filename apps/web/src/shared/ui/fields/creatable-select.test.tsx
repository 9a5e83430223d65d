import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';

import { CreatableSelect } from './creatable-select.tsx';

// Regression: Tab skipped the field while its list was loading.
test('SHELL-143 a field whose list is loading can be focused and says that it is loading', () => {
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
