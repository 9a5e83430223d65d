import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, refusal, showPage } from '../../test/a-page.tsx';
import { aRun, idOf } from '../../test/a-run.ts';
import { uploadOverFakeNetwork } from '../../test/fake-uploads.ts';
import { ImportScreen } from './import-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const analyser = (end: string, name: string, maxNumberOfFilesByRun = 1) => ({
  id: idOf(end),
  name,
  version: '1',
  maxNumberOfFilesByRun,
  active: true,
  configured: true,
  fileTypes: ['xlsx'],
  confidence: 'seen',
  channels: ['FAM', 'TEXAS_RED'],
});
const ANALYSERS = [analyser('a1', 'Cycler A'), analyser('a2', 'Cycler B', 2)];
const CREATE = 'POST /api/run/createRun';

function show(answers: Answers = {}) {
  uploadOverFakeNetwork();
  return showPage(<ImportScreen />, {
    at: '/run/import',
    answers: {
      'GET /api/analysers': ANALYSERS,
      'GET /api/run/exists': [],
      // If the inspection fails, files are sent without it.
      'POST /api/run/inspect': refusal('Out of order.'),
      ...answers,
    },
  });
}
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Analyser' });
const fileInputs = () => document.querySelectorAll<HTMLInputElement>('input[type=file]');
async function next(press = () => fireEvent.click(screen.getByRole('button', { name: 'Next' }))) {
  await field();
  const [input] = fileInputs();
  if (!input) throw new Error('the page has a place for a file');
  fireEvent.change(input, { target: { files: [new File(['plate'], 'monday.xlsx')] } });
  await screen.findByText(/monday/);
  press();
}

test('IMPORT-01 the first analyser is preselected, and there is no empty option', async () => {
  show();
  expect((await field()).value).toBe('Cycler A (1)');
  fireEvent.click(await field());
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Cycler A (1)', 'Cycler B (1)']);
});

test('IMPORT-02 there is one file input at first', async () => {
  show();
  await field();
  expect(fileInputs()).toHaveLength(1);
});

test('IMPORT-05 nothing is imported without an analyser', async () => {
  const { changes } = show({ 'GET /api/analysers': [] });
  expect((await field()).required).toBe(true);
  await next();
  expect(await screen.findByText('Choose an analyser.')).toBeTruthy();
  expect(changes().map(([call]) => call)).not.toContain(CREATE);
});

test('IMPORT-07 Next starts the import and shows progress', async () => {
  const { changes } = show({ [CREATE]: () => new Promise<Response>(() => undefined) });
  await next();
  await waitFor(() => {
    expect(changes().at(-1)).toEqual([
      CREATE,
      { analyser: [`{"id":"${idOf('a1')}"}`], files: ['monday.xlsx'] },
    ]);
  });
  expect(screen.getByRole('button', { name: 'Next' }).querySelector('.mantine-Loader-root')).toBeTruthy();
});

test('SHELL-279 Ctrl Enter imports the chosen files', async () => {
  const { changes } = show({ [CREATE]: () => new Promise<Response>(() => undefined) });
  await next(() => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', ctrlKey: true }));
  await waitFor(() => {
    expect(changes().map(([call]) => call)).toContain(CREATE);
  });
});

test('SHELL-288 after files were dropped on the page, Ctrl Enter imports them with the focus on the heading', async () => {
  const { changes } = show({ [CREATE]: () => new Promise<Response>(() => undefined) });
  await next(() =>
    fireEvent.keyDown(screen.getByRole('heading', { level: 1 }), { key: 'Enter', ctrlKey: true }),
  );
  await waitFor(() => {
    expect(changes().map(([call]) => call)).toContain(CREATE);
  });
});

test('IMPORT-08 the new run opens in step 1 after the import', async () => {
  const { router } = show({ [CREATE]: aRun });
  await next();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(`/run/${aRun.id}/configuration`);
  });
});

test('CONST-21 run files are xml, xlsx or xls', async () => {
  const { changes } = show();
  await field();
  const [input] = fileInputs();
  if (!input) throw new Error('the page has a place for a file');
  expect(input.accept).toBe('.xml,.xlsx,.xls');
  fireEvent.change(input, { target: { files: [new File(['plate'], 'monday.pdf')] } });
  expect(await screen.findByText('Only xml, xlsx, xls files can be imported.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(changes()).toEqual([]);
});

test('CONST-39 each analyser accepts a certain number of files', async () => {
  show();
  await field();
  expect(screen.queryByRole('button', { name: 'Add file' })).toBeNull();
  fireEvent.click(await field());
  fireEvent.click(await screen.findByRole('option', { name: 'Cycler B (1)' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Add file' }));
  expect(fileInputs()).toHaveLength(2);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add file' }).disabled).toBe(true);
});

const leaveBy = async (button: string) => {
  const dialog = within(await screen.findByRole('alertdialog'));
  const asked = screen.getByRole('alertdialog').textContent;
  fireEvent.click(dialog.getByRole('button', { name: button }));
  return asked;
};

test('IMPORT-09 Cancel asks whether to leave, and the page stays if the user does not confirm', async () => {
  const { router, changes } = show();
  await field();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await leaveBy('Cancel')).toContain('Leave the import?');
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  expect(router.state.location.pathname).toBe('/run/import');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await leaveBy('OK');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(changes()).toEqual([]);
});

test.each([
  ['deletes the run that the import created', null, [`DELETE /api/run/${aRun.id}`]],
  ['keeps a run that was interpreted meanwhile', 'M. Okafor', []],
])('IMPORT-10 leaving %s', async (_, interpretationRunByName, deleted) => {
  let imported: (response: Response) => void = () => undefined;
  const { router, changes } = show({
    [CREATE]: () => new Promise<Response>((resolve) => (imported = resolve)),
    [`DELETE /api/run/${aRun.id}`]: new Response(null, { status: 204 }),
  });
  await next();
  await waitFor(() => {
    expect(changes().at(-1)?.[0]).toBe(CREATE);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await leaveBy('OK')).toContain('The imported run will be deleted.');
  imported(Response.json({ ...aRun, interpretationRunByName }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  const calls = changes().map(([call]) => call);
  expect(calls.filter((call) => String(call).startsWith('DELETE'))).toEqual(deleted);
});
