import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ToastOutlet } from './toast-outlet.tsx';
import { toastSuccess } from './toast.tsx';

test('OPS-596 the first message fetches the code of messages, and is shown', async () => {
  render(
    <MantineProvider>
      <ToastOutlet />
    </MantineProvider>,
  );
  act(() => {
    toastSuccess('Comment added.');
  });
  expect(await screen.findByText('Comment added.', {}, { timeout: 8_000 })).toBeTruthy();
});
