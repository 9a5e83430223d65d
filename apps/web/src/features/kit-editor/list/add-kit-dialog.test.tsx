import type { Permission, RunInspection } from '@curvewell/domain';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, showPage } from '../../../../test/a-page.tsx';
import { aRun, idOf } from '../../../../test/a-run.ts';
import { uploadOverFakeNetwork } from '../../../../test/fake-uploads.ts';
import { AddKitDialog } from './add-kit-dialog.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const place = {
  kitId: idOf('1'),
  versionId: idOf('2'),
  reactionBufferId: idOf('3'),
  analyserId: idOf('4'),
  channel: 'FAM',
  isClear: true,
};

function show(make: string, answers: Answers = {}, who: { permissions?: Permission[] } = {}) {
  const opened = vi.fn(
    (kitId: string, _version?: string, at?: object) => `/editor?${kitId}&${JSON.stringify(at)}`,
  );
  const page = showPage(<AddKitDialog make={make} editorAddress={opened} onClose={() => undefined} />, {
    answers: { 'POST /api/starter-kits': place, ...answers },
    laboratory: 'North',
    ...who,
  });
  return { ...page, opened };
}
const add = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Add kit' }));
};
const name = (value: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value } });
};

test('SHELL-195 a kit on the curves of a run is created with two products, and opened on that run', async () => {
  const { changes, opened } = show(idOf('9'));
  name('p50');
  add();
  await waitFor(() => {
    expect(opened).toHaveBeenCalledWith(place.kitId, place.versionId, {
      buffer: place.reactionBufferId,
      analyser: place.analyserId,
      run: idOf('9'),
    });
  });
  expect(changes()).toEqual([
    ['POST /api/starter-kits', { name: 'p50', products: 2, reactionBuffer: 'Standard', runId: idOf('9') }],
  ]);
});

test('KIT-266 the form of a new kit says that only the laboratory sees it; super administrators choose', async () => {
  show(idOf('9'));
  expect(screen.getByText('Only North sees the kit.')).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'All laboratories' })).toBeNull();
  cleanup();
  const { changes } = show(idOf('9'), {}, { permissions: ['SUPER_ADMIN'] });
  fireEvent.click(screen.getByRole('radio', { name: 'All laboratories' }));
  expect(screen.getByText('Every laboratory sees the kit and may use it.')).toBeTruthy();
  name('p50');
  add();
  await waitFor(() => {
    expect(changes()).toMatchObject([['POST /api/starter-kits', { name: 'p50', owner: 'all' }]]);
  });
});

test('KIT-257 a kit on curves without clear peaks is marked as a guess', async () => {
  const { opened } = show(idOf('9'), { 'POST /api/starter-kits': { ...place, isClear: false } });
  name('p50');
  add();
  expect(await screen.findByText('p50 v1 created, but no channel has clear peaks')).toBeTruthy();
  expect(screen.getByText(/^The zones on FAM are a guess\./)).toBeTruthy();
  expect(opened).toHaveBeenCalled();
});

test('SHELL-195 an empty kit asks only for its name; with zones it needs a file', () => {
  const { changes } = show('empty');
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  fireEvent.click(screen.getByRole('radio', { name: 'one product' }));
  name('p50');
  add();
  expect(screen.getByText('Choose a file.', { selector: '[class*=error]' })).toBeTruthy();
  expect(changes()).toEqual([]);
});

const ANALYSERS = ['Mic', 'CFX96'].map((label, index) => ({
  id: idOf(`a${index}`),
  name: label,
  version: '1',
  maxNumberOfFilesByRun: 1,
  active: true,
  configured: true,
  fileTypes: ['tsv'],
  confidence: 'seen',
  channels: [],
}));
const inspection: RunInspection = {
  runs: [
    {
      name: 'run',
      format: 'rdes',
      container: 'text',
      files: ['run.tsv'],
      runDate: null,
      plateType: 'RECTANGULAR_96',
      instrument: null,
      wellCount: 48,
      curves: [],
      analysers: ANALYSERS.map(({ id }) => ({
        analyserId: id,
        outcome: 'reads',
        dyes: [],
        problem: null,
        notes: [],
        curves: [],
        files: [],
      })),
    },
  ],
  problems: [],
};

test('SHELL-195 a file is imported once for an analyser, and again for another one', async () => {
  uploadOverFakeNetwork();
  const taken = { code: 'name-taken', message: 'It is taken.', issues: [], requestId: 'r' };
  const { requests } = show('file', {
    'GET /api/analysers': ANALYSERS,
    'POST /api/run/inspect': inspection,
    'POST /api/run/createRun': aRun,
    'POST /api/starter-kits': Response.json(taken, { status: 409 }),
  });
  const imports = () =>
    requests
      .filter(({ method, address }) => `${method} ${address}` === 'POST /api/run/createRun')
      .map(({ body }) => ANALYSERS.find(({ id }) => body.includes(id))?.name);
  const addAs = async (kit: string) => {
    const before = requests.filter(({ address }) => address === '/api/starter-kits').length;
    name(kit);
    add();
    await waitFor(() => {
      expect(requests.filter(({ address }) => address === '/api/starter-kits')).toHaveLength(before + 1);
    });
    await screen.findByText(/^You cannot add a Kit/);
  };
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('the dialog has a place for a file');
  fireEvent.change(input, { target: { files: [new File(['curves'], 'run.tsv')] } });
  const analyser = await screen.findByRole('combobox', { name: 'Analyser' });
  await addAs('p50');
  await addAs('p51');
  expect(imports()).toEqual(['Mic']);
  fireEvent.click(analyser);
  fireEvent.click(await screen.findByRole('option', { name: 'CFX96' }));
  await addAs('p52');
  expect(imports()).toEqual(['Mic', 'CFX96']);
});
