import type { FirstSteps as Steps } from '@curvewell/contracts';
import type { Permission } from '@curvewell/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { refusal, showPage } from '../../test/a-page.tsx';
import { idOf } from '../../test/a-run.ts';
import { firstStepQueries } from '../data/first-steps.ts';
import { identityQueries } from '../data/identity.ts';
import { RunListScreen } from './run-list-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const listed = {
  id: idOf('1'),
  name: 'Bio-Rad CFX96',
  version: '1',
  maxNumberOfFilesByRun: 1,
  active: true,
  configured: true,
  fileTypes: ['xlsx'],
  confidence: 'seen',
  channels: ['FAM', 'TEXAS_RED'],
};
const NOTHING: Steps = {
  analyser: null,
  kit: null,
  openKits: [],
  people: { others: 0, names: [] },
  ask: { kits: null, lots: null, people: null },
  demonstration: null,
};
const analyser = { id: listed.id, name: listed.name };
const place = { kitId: idOf('2'), versionId: idOf('3'), kit: 'HFE', version: 'v1' };
const RIGHTS: readonly Permission[] = ['READ_KIT_CONFIG_ADMIN', 'WRITE_KIT_CONFIG_ADMIN'];
const noRuns = {
  listObjects: [],
  numberOfObjects: 0,
  numberByStatus: { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: 0, APPROVED: 0, REJECTED: 0 },
  oldestWaiting: null,
};

function show(steps: Steps | null, permissions = RIGHTS) {
  return showPage(<RunListScreen />, {
    permissions,
    answers: {
      'GET /api/run': noRuns,
      'GET /api/first-steps': steps,
      'GET /api/analysers': [listed],
      'PUT /api/first-steps/analyser': { ...(steps ?? NOTHING), analyser },
    },
  });
}
const step = async (name: string) =>
  within((await screen.findByRole('heading', { level: 3, name: new RegExp(`^${name}`) })).closest('li')!);

test('SHELL-176 an empty laboratory sees the four steps in place of the list, and the import waits', async () => {
  show(NOTHING);
  expect(await screen.findByText('Four steps to the first result')).toBeTruthy();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.getByText('0 of 4 done')).toBeTruthy();
  for (const button of screen.getAllByRole('button', { name: 'Import' }))
    expect(button.getAttribute('aria-disabled')).toBe('true');
  expect((await step('First file')).getByText(/^Needs steps 1 and 2\./)).toBeTruthy();
});

test('SHELL-176 a laboratory whose runs are all archived keeps its empty list', async () => {
  show(null);
  expect(await screen.findByRole('searchbox', { name: 'Search runs' })).toBeTruthy();
  expect(screen.queryByText('Four steps to the first result')).toBeNull();
});

/** The screen, which a button leaves and opens again. */
function Visits() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <RunListScreen />}
      <button
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        Leave or return
      </button>
    </>
  );
}

test('SHELL-176 steps of an earlier visit, or that could not be refreshed, do not replace the list', async () => {
  let reads = 0;
  const { client } = showPage(<Visits />, {
    answers: {
      'GET /api/run': noRuns,
      'GET /api/first-steps': () => (++reads === 1 ? NOTHING : refusal('The database is away.')),
    },
  });
  await screen.findByText('Four steps to the first result');
  for (let times = 0; times < 2; times += 1)
    fireEvent.click(screen.getByRole('button', { name: 'Leave or return' }));
  expect(screen.getByRole('searchbox', { name: 'Search runs' })).toBeTruthy();
  await waitFor(() => {
    expect(client.getQueryState(firstStepQueries.read.queryKey)?.status).toBe('error');
  });
  expect(await screen.findByRole('searchbox', { name: 'Search runs' })).toBeTruthy();
  expect(screen.queryByText('Four steps to the first result')).toBeNull();
});

test('SHELL-176 the steps keep the note about a restored copy', async () => {
  const { client } = show(NOTHING, ['SUPER_ADMIN']);
  client.setQueryData(identityQueries.properties.queryKey, {
    restoredCopy: { restoredAt: '2026-11-20T09:00:00Z', madeAt: '2026-11-19T09:00:00Z' },
  } as never); // the screen reads no other property
  await screen.findByText('Four steps to the first result');
  expect(screen.getByText('This is a restored copy')).toBeTruthy();
});

test('IMPORT-149 the menu of analysers names the instruments without a known export, and what to do', async () => {
  show(NOTHING);
  fireEvent.click(await screen.findByRole('button', { name: 'Choose an analyser' }));
  expect(await screen.findByText(/qTOWER.*Absolute Q/)).toBeTruthy();
});

test('SHELL-178 SHELL-180 a chosen analyser is sent, and shown with a tick and Change', async () => {
  const { changes } = show(NOTHING);
  fireEvent.click(await screen.findByRole('button', { name: 'Choose an analyser' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: `${listed.name} tested with a real file` }));
  await waitFor(() => {
    expect(changes()).toEqual([['PUT /api/first-steps/analyser', { analyserId: listed.id }]]);
  });
  const first = await step('Analyser.*done');
  expect(first.getByText('Bio-Rad CFX96. Files are imported manually.')).toBeTruthy();
  expect(first.getByRole('button', { name: 'Change: Analyser' })).toBeTruthy();
  expect(screen.getByText('1 of 4 done')).toBeTruthy();
});

test('SHELL-177 a kit that only lacks a lot leads to its lots, and a new one to the curves', async () => {
  show({ ...NOTHING, analyser, openKits: [{ ...place, lacks: 'lot', status: 'NOT_VALIDATED' }] });
  const kit = await step('Kit');
  expect(kit.getByRole('radio', { name: 'HFE v1' })).toBeTruthy();
  const use = kit.getByRole('link', { name: 'Use this kit' });
  expect(use.getAttribute('href')).toContain(`tab=lots&kit=${place.kitId}&version=${place.versionId}`);
  expect(kit.getByRole('link', { name: 'Make a kit' }).getAttribute('href')).toContain('make=file');
});

test('SHELL-177 without a kit the step leads to the import of one', async () => {
  show({ ...NOTHING, analyser }, [...RIGHTS, 'IMPORT_KIT', 'EXPORT_KIT']);
  const link = (await step('Kit')).getByRole('link', { name: 'Import a kit' });
  expect(link.getAttribute('href')).toBe('/admin/configuration?tab=transfer&way=import');
});

test('SHELL-179 without a right a step says whom to ask, and offers nothing', async () => {
  show(
    { ...NOTHING, analyser, ask: { kits: ['K. Nygård', 'B. Roth'], lots: ['K. Nygård'], people: [] } },
    [],
  );
  const kit = await step('Kit');
  expect(kit.getByText('Ask K. Nygård or B. Roth to add a kit.')).toBeTruthy();
  expect(kit.queryByRole('button')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Change: Analyser' }));
  expect(
    await screen.findByText('Not in this list? Ask K. Nygård or B. Roth to add your analyser.'),
  ).toBeTruthy();
  const people = await step('People');
  expect(people.getByText(/Ask your administrator to add people\.$/)).toBeTruthy();
});

test('SHELL-177 with analyser and kit the import opens, and is the main button once a second person is there', async () => {
  show({
    ...NOTHING,
    analyser,
    kit: { ...place, lot: '26A', others: 2 },
    people: { others: 1, names: ['B. Roth'] },
    demonstration: 'Demo laboratory North',
  });
  const file = await step('First file');
  expect(file.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/run/import');
  expect((await step('Kit.*done')).getByText('HFE v1, lot 26A, and 2 more kits.')).toBeTruthy();
  expect((await step('People.*done')).getByText('You and B. Roth.')).toBeTruthy();
  expect(screen.getByText(/^Demo laboratory North contains finished runs/)).toBeTruthy();
});
