import { DEFAULT_LABORATORY_RULES } from '@curvewell/contracts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { DiagnosticForm } from './diagnostic-form.tsx';
import type { ReviewWell } from './review-wells.ts';

const withoutResult = {
  position: 'A1',
  well: { id: 'well A1', channel: 'FAM', kitVersion: null, reactionBuffer: null },
  interpreted: { explanation: { flags: [], diagnostic: 'NEGATIVE' } },
  shown: undefined,
} as unknown as ReviewWell; // what the form looks at

test('REVIEW-66 ERR-21 an update without a diagnostic is told in these words', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <Notifications />
        <DiagnosticForm
          runId="run"
          analyserId="analyser"
          review={withoutResult}
          scheme="light"
          rules={DEFAULT_LABORATORY_RULES}
          onSaved={() => undefined}
          onCancel={() => undefined}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const form = screen.getByRole('button', { name: /Save result/ }).closest('form');
  if (form === null) throw new Error('the form is there');
  fireEvent.submit(form);
  expect(await screen.findByText('Diagnostic not updated: no diagnostic provided')).toBeTruthy();
});
