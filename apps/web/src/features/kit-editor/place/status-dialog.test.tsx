import type { KitStatus } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { StatusDialog } from './status-dialog.tsx';

function show(status: KitStatus, withoutCode: readonly string[]): void {
  const nothing = (): void => undefined;
  const acts = { onReason: nothing, onSave: nothing, onClose: nothing };
  const of = { kit: 'Panel', analyser: 'Cycler', reason: '', isSaving: false };
  render(
    <MantineProvider env="test">
      <StatusDialog status={status} withoutCode={withoutCode} {...of} {...acts} />
    </MantineProvider>,
  );
}
const note = () => screen.queryByText(/^Combined results without a code/)?.textContent ?? null;

test('KIT-321 the dialog for a validated kit lists combined results without a code for the LIS', () => {
  show('VALIDATED', ['Product 1', 'No product']);
  expect(note()).toBe(
    'Combined results without a code for the LIS, which receives their words: “Product 1”, “No product”.',
  );
});

test('KIT-321 the dialog has no such note if each has a code, or for another status', () => {
  show('VALIDATED', []);
  show('NOT_VALIDATED', ['Product 1']);
  expect(note()).toBeNull();
});
