// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { NearZonesNote } from './near-zones-note.tsx';

const shown = (warnings: readonly string[]) =>
  render(
    <MantineProvider env="test">
      <NearZonesNote warnings={warnings} />
    </MantineProvider>,
  );

test('KIT-161 the editor names the zones that a saved version cannot tell apart', () => {
  shown(['FAM, MELT: zones A and B are 1.20 °C apart.', 'FAM, MELT: zones B and C are 1.00 °C apart.']);
  expect(screen.getByRole('status').textContent).toContain('Zones that cannot be told apart');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'FAM, MELT: zones A and B are 1.20 °C apart.',
    'FAM, MELT: zones B and C are 1.00 °C apart.',
  ]);
});

test('KIT-161 without such zones it says nothing', () => {
  shown([]);
  expect(screen.getByRole('status').textContent).toBe('');
});
