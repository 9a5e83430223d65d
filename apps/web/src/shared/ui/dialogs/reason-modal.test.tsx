import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ReasonModal } from './reason-modal.tsx';

test('a typed reason stays in the dialog when the action fails', async () => {
  const asked: (string | undefined)[] = [];
  let closed = 0;
  render(
    <MantineProvider>
      <ReasonModal
        question="Reject run 5?"
        text=""
        commonReasons={[]}
        isRequired
        proceed="Reject run 5"
        onProceed={(reason) => {
          asked.push(reason);
          return asked.length === 1 ? Promise.reject(new Error('no answer')) : Promise.resolve();
        }}
        onClose={() => {
          closed += 1;
        }}
      />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox');
  fireEvent.change(field, { target: { value: 'Curves are poor' } });
  const proceed = screen.getByRole<HTMLButtonElement>('button', { name: 'Reject run 5' });
  fireEvent.click(proceed);
  await waitFor(() => {
    expect([asked.length, proceed.disabled]).toEqual([1, false]);
  });
  expect([closed, field.value]).toEqual([0, 'Curves are poor']);
  expect(document.activeElement).toBe(field);
  fireEvent.click(proceed);
  await waitFor(() => {
    expect(closed).toBe(1);
  });
  expect(asked).toEqual(['Curves are poor', 'Curves are poor']);
});
