import { analyserProfileSchema, type InspectedAnalyser, type RunInspection } from '@curvewell/domain';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { showPage } from '../../../test/a-page.tsx';
import { idOf } from '../../../test/a-run.ts';
import { uploadOverFakeNetwork } from '../../../test/fake-uploads.ts';
import { AnalyserForm } from './analyser-form.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const reading = (changes: Partial<InspectedAnalyser>): InspectedAnalyser => ({
  analyserId: idOf('1'),
  outcome: 'reads',
  dyes: [],
  problem: null,
  notes: [],
  curves: [],
  files: [],
  ...changes,
});
const inspection = (analysers: readonly InspectedAnalyser[]): RunInspection => ({
  runs: [
    {
      name: 'run',
      format: 'rdes',
      container: 'text',
      files: ['run.tsv'],
      runDate: null,
      plateType: 'RECTANGULAR_96',
      instrument: 'Mic qPCR',
      wellCount: 48,
      curves: [
        {
          wellCount: 48,
          dye: 'Atto 590',
          quantity: 'fluorescence',
          pointCount: [100, 100],
          temperature: [60, 95],
          lines: [],
        },
      ],
      analysers: [...analysers],
    },
  ],
  problems: [],
});

function show(known: readonly InspectedAnalyser[] = []) {
  uploadOverFakeNetwork();
  return showPage(<AnalyserForm onClose={() => undefined} preview={() => null} />, {
    answers: {
      'GET /api/analysers': [],
      'POST /api/run/inspect': inspection(known),
      'POST /api/run/inspect-as': inspection([
        reading({
          curves: [
            {
              channel: 'TEXAS_RED',
              dye: 'Atto 590',
              phase: 'MELT',
              quantity: 'fluorescence',
              wellCount: 48,
              pointCount: [100, 100],
              temperature: [60, 95],
            },
          ],
        }),
      ]),
      'POST /api/analysers': { name: 'Mic qPCR' },
    },
  });
}
async function chooseFile() {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('the form has a place for a file');
  fireEvent.change(input, { target: { files: [new File(['curves'], 'run.tsv')] } });
  return screen.findByDisplayValue('Mic qPCR');
}

test('SHELL-186 a test file fills the form; a dye without a channel is asked for, and the curves are shown as read', async () => {
  const { changes, requests } = show();
  await chooseFile();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Choose a channel for at least one dye.')).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: 'Atto 590' }));
  fireEvent.click(await screen.findByRole('option', { name: 'TEXAS_RED' }));
  const row = await screen.findByRole('row', { name: /TEXAS_RED/ });
  expect(row.textContent).toBe('TEXAS_REDAtto 590MELT4860.0 to 95.0 °C');
  const readings = () => requests.filter(({ address }) => address === '/api/run/inspect-as').length;
  const before = readings();
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Mic qPCR 2' } });
  expect(screen.getByRole('row', { name: /TEXAS_RED/ })).toBe(row);
  expect(readings()).toBe(before);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(changes().at(-1)?.[0]).toBe('POST /api/analysers');
  });
  const body = z.object({ profile: analyserProfileSchema }).parse(changes().at(-1)?.[1]);
  expect(body.profile).toMatchObject({
    name: 'Mic qPCR 2',
    formats: [{ format: 'rdes', container: 'text', confidence: 'seen' }],
    channelAliases: [{ dye: 'Atto 590', channel: 'TEXAS_RED' }],
  });
});

test('SHELL-186 a dye that an analyser here knows has its channel at once', async () => {
  const dyes = [{ dye: 'Atto 590', channel: 'TEXAS_RED', source: 'profile', kept: null }] as const;
  show([reading({ dyes: [...dyes] })]);
  await chooseFile();
  expect(await screen.findByRole('row', { name: /TEXAS_RED/ })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Atto 590' }).value).toBe('TEXAS_RED');
  fireEvent.click(screen.getByRole('checkbox', { name: '96 wells' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Choose at least one plate.')).toBeTruthy();
  expect(screen.queryByText('Choose a channel for at least one dye.')).toBeNull();
});

test('IMPORT-148 the form names the instruments without a known export, and what to do, until a file is chosen', async () => {
  show();
  const sentence = await screen.findByText(/qTOWER.*QIAquant.*Eco.*LightCycler PRO.*export the run as RDML/);
  expect(sentence.textContent).toContain('QuantStudio Absolute Q is a digital PCR system');
});
