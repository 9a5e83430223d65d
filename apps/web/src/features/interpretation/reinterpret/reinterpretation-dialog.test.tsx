import type { Reinterpretation } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aColor, aDiagnostic, aRun, idOf } from '../../../../test/a-run.ts';
import { fakeNetwork, signInFor } from '../../../../test/fake-network.ts';
import { ReinterpretationDialog } from './reinterpretation-dialog.tsx';

const [negative, heterozygous] = [aColor('NEGATIVE', 'c1'), aColor('HETEROZYGOUS', 'c2')];
const unread = 'Zone B (71.0 to 75.0 °C) was not read.';
const trace = { algorithmVersion: '1.0.0', softwareVersion: '1.4.0', configurationSha256: 'a'.repeat(64) };
const shown: Reinterpretation = {
  proposal: 'f'.repeat(64),
  revision: 3,
  unchanged: 94,
  otherFigures: 2,
  keptOverrides: 1,
  fit: [],
  then: { ...trace, byName: 'M. Okafor', at: '2026-11-20T08:12:00.000Z' },
  now: { ...trace, configurationSha256: 'b'.repeat(64) },
  wells: [
    {
      wellId: idOf('a1'),
      position: 'A1',
      channel: 'FAM',
      name: 'S-1',
      then: { diagnosticColor: negative, sentence: 'No peak.' },
      now: { diagnosticColor: heterozygous, sentence: 'Peak B.' },
      reason: 'B 58.34 °C: 0.16 °C below, now inside',
      override: { ...aDiagnostic('UPDATED', heterozygous), comment: 'Peak is clear' },
    },
    {
      wellId: idOf('a2'),
      position: 'A2',
      channel: 'FAM',
      name: null,
      reason: null,
      override: null,
      then: null,
      now: { diagnosticColor: negative, sentence: 'No peak in A2.' },
    },
  ],
};

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('ANEW-02 ANEW-05 the dialog shows the changes, asks about overrides, and confirms exactly the shown changes', async () => {
  const sent = fakeNetwork(({ method }) =>
    Response.json(method === 'GET' ? shown : { ...aRun, status: 'RUN_TO_INTERPRET' }),
  );
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <ReinterpretationDialog run={{ ...aRun, status: 'REJECTED' }} onClose={onClose} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Reinterpret run 1284?' }));
  const [, a1, a2] = await dialog.findAllByRole('row');
  expect(a1?.textContent).toContain('B 58.34 °C: 0.16 °C below, now inside');
  expect(a1?.textContent).toContain('“Peak is clear”');
  expect(a2?.textContent).toContain('not read');
  expect(dialog.getByRole('list', { name: 'What would change' }).textContent).toBe(
    '1 result changed1 result added94 results unchanged, 2 of them with different values, 1 of them overrides that are kept',
  );
  expect(dialog.getByText(/1\.0\.0, as before/)).toBeTruthy();

  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Reinterpret' });
  expect(dialog.getByText('Decide on 1 override.')).toBeTruthy();
  const asked = within(dialog.getByRole('radiogroup', { name: 'Override of A1, FAM' }));
  fireEvent.click(asked.getByRole('radio', { name: 'Keep the override' }));
  expect(dialog.getByText('Give a reason.')).toBeTruthy();
  expect(confirm.disabled).toBe(true);
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Kit corrected' } });
  fireEvent.click(confirm);
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  const { proposal, revision } = shown;
  const overrides = { [idOf('a1')]: 'keep' };
  const posted = sent
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body) as unknown);
  expect(posted).toEqual([{ proposal, revision, overrides, reason: 'Kit corrected' }]);
});

test('ANEW-08 the dialog asks for confirmation if kit and file do not match', async () => {
  const finding = {
    code: 'zones-not-read',
    severity: 'doubtful',
    text: unread,
    kit: 'LCT-13910 v2',
    key: 'v2 not read',
    kitVersionId: idOf('b2'),
  } as const;
  const sent = fakeNetwork(({ method }) =>
    Response.json(method === 'GET' ? { ...shown, wells: [], fit: [finding] } : aRun),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <ReinterpretationDialog run={{ ...aRun, status: 'RUN_TO_INTERPRET' }} onClose={vi.fn()} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(`LCT-13910 v2: ${unread}`)).toBeTruthy();
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Reinterpret' });
  expect(confirm.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Continue anyway' }));
  fireEvent.click(confirm);
  await waitFor(() => {
    const [posted] = sent.filter(({ method }) => method === 'POST');
    expect(JSON.parse(posted?.body ?? '{}')).toMatchObject({ confirmedFit: ['v2 not read'] });
  });
});
