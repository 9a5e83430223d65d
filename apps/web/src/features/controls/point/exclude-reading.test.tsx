import type { ControlReading } from '@curvewell/contracts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aRun } from '../../../../test/a-run.ts';
import { fakeNetwork, signInFor } from '../../../../test/fake-network.ts';
import { identityQueries } from '../../../data/identity.ts';
import { ExcludeReading } from './exclude-reading.tsx';

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Excludes a reading; the server responds with the given status and code. */
function ask(status: number, code: string) {
  let asked = 0;
  fakeNetwork(() => {
    asked += 1;
    const problem = { code, message: 'No.', issues: [], requestId: 'r' };
    return Promise.resolve(Response.json(problem, { status }));
  });
  const client = new QueryClient();
  client.setQueryData(identityQueries.me.queryKey, {
    id: aRun.id,
    preferredUsername: 'physician',
    name: 'I. Lindqvist',
    laboratories: [],
    laboratoryState: 'active',
    timeZone: 'UTC',
    roles: [],
    permissions: ['WRITE_DIAGNOSTIC'],
  });
  const reading = { id: aRun.id, businessId: 5, position: 'A1', revision: 1, exclusion: null };
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <ExcludeReading reading={reading as unknown as ControlReading /* only the fields it reads */} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Exclude from the mean' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Pipetting error' } });
  const proceed = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', {
    name: 'Exclude from the mean',
  });
  fireEvent.click(proceed);
  return { proceed, wasAsked: () => asked > 0 };
}

// Regression: the dialog closed and lost the typed reason.
test('a typed reason stays in the dialog when the exclusion fails', async () => {
  const { proceed, wasAsked } = ask(500, 'unexpected');
  await waitFor(() => {
    expect([wasAsked(), proceed.disabled]).toEqual([true, false]);
  });
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Pipetting error');
});

test('the dialog closes when another user was faster, because confirming would do the opposite', async () => {
  ask(409, 'stale');
  await waitFor(() => {
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
