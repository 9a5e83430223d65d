import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ReferenceSelect } from './shape-groups.tsx';

const reference = { key: 'NEGATIVE', label: 'Standards N, 2 wells', positions: ['A1', 'A2'] };

test('REVIEW-448 the wells to compare with are chosen only where the difference is shown', () => {
  const isOffered = (mode: 'normalised' | 'difference' | 'shapes') => {
    const { unmount } = render(
      <MantineProvider env="test">
        <ReferenceSelect choices={[reference]} chosen={reference} choose={() => undefined} mode={mode} />
      </MantineProvider>,
    );
    const found = screen.queryAllByRole('combobox', { name: 'Relative to' }).length > 0;
    unmount();
    return found;
  };
  expect([isOffered('normalised'), isOffered('difference'), isOffered('shapes')]).toEqual([
    false,
    true,
    true,
  ]);
});
