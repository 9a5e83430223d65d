import { DEFAULT_LABORATORY_RULES } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { DiagnosticForm } from './diagnostic-form.tsx';
import { refusal } from '../../../../test/a-page.tsx';
import { fakeNetwork, signInFor } from '../../../../test/fake-network.ts';
import type { ReviewWell } from '../state/review-wells.ts';

const withoutResult = {
  position: 'A1',
  well: { id: 'well A1', channel: 'FAM', kitVersion: null, reactionBuffer: null },
  interpreted: { explanation: { flags: [], diagnostic: 'NEGATIVE' } },
  shown: undefined,
} as unknown as ReviewWell; // only the fields the form uses

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(review: ReviewWell, onCancel: () => void = () => undefined) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <Notifications />
        <DiagnosticForm
          runId="run"
          analyserId="analyser"
          review={review}
          scheme="light"
          rules={DEFAULT_LABORATORY_RULES}
          onSaved={() => undefined}
          onCancel={onCancel}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test('REVIEW-66 ERR-21 an update without a diagnostic is refused with a message', async () => {
  show(withoutResult);
  const form = screen.getByRole('button', { name: /Save result/ }).closest('form');
  if (form === null) throw new Error('the form is there');
  fireEvent.submit(form);
  expect(await screen.findByText('Diagnostic not updated: no diagnostic provided')).toBeTruthy();
});

test('no result is offered or preselected while diagnostics load', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const kitVersion = { kit: { id: 'kit' } };
  const well = { ...withoutResult.well, kitVersion, reactionBuffer: { id: 'buffer' } };
  show({ ...withoutResult, well, sampleType: 'BLOOD' } as unknown as ReviewWell); // only the fields the form uses
  expect(screen.getByRole('radiogroup', { name: 'New result' })).toBeDefined();
  expect(screen.queryAllByRole('radio')).toEqual([]);
});

test('REVIEW-461 names the result that was shown, and closes when another user has replaced it', async () => {
  signInFor(300);
  const message = 'Tara Holm changed this result after it was shown to you.';
  const requests = fakeNetwork(() => refusal(message, 409, 'stale'));
  const onCancel = vi.fn();
  const shown = { id: 'shown', stateDiagnostic: 'INITIAL', diagnosticColor: { id: 'one' } };
  show({ ...withoutResult, shown, sampleType: 'BLOOD' } as unknown as ReviewWell, onCancel); // only the fields the form uses
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Repeat agrees' } });
  fireEvent.click(screen.getByRole('button', { name: /Save result/ }));
  expect(await screen.findByText(/Tara Holm changed this result/)).toBeTruthy();
  expect(requests.map(({ body }): unknown => JSON.parse(body))).toEqual([
    { id: null, comment: 'Repeat agrees', replaces: 'shown' },
  ]);
  expect(onCancel).toHaveBeenCalledOnce();
});
