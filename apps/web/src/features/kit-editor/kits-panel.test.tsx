import type { Analyser, Kit, KitVersion, ListedKit, Permission, Phase } from '@curvewell/domain';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { type Answers, showPage } from '../../../test/a-page.tsx';
import { idOf } from '../../../test/a-run.ts';
import { KitsPanel } from './kits-panel.tsx';

afterEach(() => {
  // Drafts are saved on unmount.
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const buffers = ['RB-1', 'RB-2'].map((name, index) => ({
  id: idOf(`b${index}`),
  name,
  active: true,
  channels: ['FAM' as const],
  configured: true,
}));
const kit: Kit = {
  id: idOf('1'),
  name: 'LCT-13910',
  isSample: false,
  makesTrials: false,
  owner: null,
  melt: true,
  anneal: false,
  reactionBuffers: buffers,
  channelAssignments: [],
  diagnostics: [],
};
const versionOf = (end: string, version: string): KitVersion => ({
  id: idOf(end),
  version,
  kit: { id: kit.id, name: kit.name },
  isEditable: true,
  isFirst: false,
  revision: 4,
  validityStartDate: null,
  validityEndDate: null,
  requiredControls: { negative: 0, positive: 0 },
  outsideDiagnostic: null,
  tmShift: null,
  meltTemplates: null,
  curveShapes: null,
  replicates: null,
  channelRules: null,
  amplification: null,
});
/** Newest first, like the server. */
const versions = [versionOf('c2', 'v2'), versionOf('c1', 'v1')];
const analysers = ['Cycler 1', 'Cycler 2'].map((name, index): Analyser => ({
  id: idOf(`d${index}`),
  name,
  version: '1',
  maxNumberOfFilesByRun: 1,
  active: true,
  configured: true,
  fileTypes: ['xlsx'],
  confidence: 'seen',
  channels: ['FAM', 'TEXAS_RED'],
}));
const CHANNELS = ['FAM', 'TEXAS_RED'] as const;

/** Zone A differs by place: it starts at 50.0 °C in the first, at 50.5 °C in the next, and so on. */
const places = versions.flatMap((version) =>
  buffers.flatMap((buffer) =>
    analysers.flatMap((analyser) => CHANNELS.map((channel) => ({ version, buffer, analyser, channel }))),
  ),
);
const minTempAt = (index: number) => 50 + index / 2;
const phaseAt = (index: number, { version, analyser }: (typeof places)[number]): Phase => ({
  id: idOf(`e${index}`),
  phaseType: 'MELT',
  minThreshold: 60,
  slopeThreshold: 5,
  minQuality: 0,
  inversed: false,
  zones: [
    {
      id: idOf(`f${index}`),
      dataEnum: 'MELT',
      name: 'A',
      label: 'wild',
      minTemp: minTempAt(index),
      maxTemp: 70,
      minThreshold: null,
      minQuality: null,
    },
  ],
  analyser: { id: analyser.id, name: analyser.name },
  kitVersion: { id: version.id, version: version.version },
  configured: true,
});
const configurations: Answers = Object.fromEntries<unknown>([
  ...buffers.map((buffer): [string, unknown] => [
    `GET /api/kit/${kit.id}/reaction-buffer/${buffer.id}/channels`,
    CHANNELS.map((name) => ({ id: name, name, configured: true })),
  ]),
  ...places.flatMap((place, index): [string, unknown][] => {
    const { version, buffer, analyser, channel } = place;
    const phases = `/api/phase/kit-version/${version.id}/rb/${buffer.id}/analyser/${analyser.id}/channel/${channel}`;
    const rules = `/api/kit/version/${version.id}/analyser/${analyser.id}/reaction-buffer/${buffer.id}/channel/${channel}`;
    return [
      [`GET ${phases}`, [phaseAt(index, place)]],
      [`GET ${rules}/combinations`, []],
    ];
  }),
]);

const ADMINISTRATOR: readonly Permission[] = ['READ_KIT_CONFIG_ADMIN', 'WRITE_KIT_CONFIG_ADMIN'];

interface Shown {
  readonly permissions?: readonly Permission[];
  readonly answers?: Answers;
  readonly at?: string;
}

const listed: ListedKit = {
  id: kit.id,
  name: kit.name,
  isSample: false,
  owner: null,
  channels: ['FAM'],
  diagnostics: 3,
  buffers: ['RB-1'],
  analysers: [],
  versions: versions.map(({ id, version }) => ({
    id,
    version,
    use: 'draft',
    requiredControls: { negative: 1, positive: 0 },
    activeLots: 0,
    trialLots: 0,
    nextExpiry: null,
    runs: 0,
    lastRunOn: null,
  })),
};

function show({ permissions = ADMINISTRATOR, answers = {}, at = '/' }: Shown = {}) {
  return showPage(<KitsPanel WhatIf={() => null} />, {
    at,
    permissions,
    answers: {
      'GET /api/kit': [kit],
      'GET /api/kit/catalogue': [listed],
      'GET /api/analysers': analysers,
      [`GET /api/kit/${kit.id}/versions`]: versions,
      ...configurations,
      ...answers,
    },
  });
}
const AT = `/?tab=kits&kit=${kit.id}`;
const place = () => within(screen.getByRole('region', { name: 'Configured for' }));
const choose = async (field: string, option: string) => {
  fireEvent.click(place().getByRole('combobox', { name: field }));
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(`^${option}`) }));
};
const zoneA = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Min °C, zone A' });
async function typeZoneA(value: string) {
  fireEvent.change(await zoneA(), { target: { value } });
}
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};

test('KIT-02 choosing kit, version, buffer, analyser and channel shows their phases, zones and combinations', async () => {
  const { changes } = show();
  expect(screen.queryByRole('textbox', { name: 'Min °C, zone A' })).toBeNull();
  fireEvent.click(await screen.findByRole('link', { name: 'LCT-13910' }));
  expect((await zoneA()).value).toBe('50.0');
  const shows = async (minTemp: number) => {
    await waitFor(async () => {
      expect((await zoneA()).value).toBe(minTemp.toFixed(1));
    });
  };
  await choose('Kit version', 'v1');
  await shows(54);
  await choose('Reaction buffer', 'RB-2');
  await shows(56);
  await choose('Analyser', 'Cycler 2');
  await shows(57);
  fireEvent.click(place().getByRole('radio', { name: /^TEXAS_RED/ }));
  await shows(57.5);
  expect(
    place()
      .getAllByRole('radio')
      .map((radio) => radio.closest('label, div')?.textContent),
  ).toEqual(CHANNELS);
  expect(screen.getByRole('heading', { name: /^Combinations/ })).toBeTruthy();

  await typeZoneA('58');
  fireEvent.change(screen.getByRole('textbox', { name: 'Min. threshold' }), { target: { value: '70' } });
  press('Save');
  await waitFor(() => {
    expect(changes().filter(([call]) => call === `PUT /api/kit/${versions[1]?.id ?? ''}`)).toHaveLength(1);
  });
  const [, body] = changes().find(([call]) => String(call).startsWith('PUT /api/kit/')) ?? [];
  expect(body).toMatchObject({
    kitVersion: { id: versions[1]?.id },
    reactionBuffer: { id: buffers[1]?.id },
    analyser: { id: analysers[1]?.id },
    channels: [
      { name: 'TEXAS_RED', phases: [{ phaseType: 'MELT', minThreshold: 70, zones: [{ minTemp: 58 }] }] },
    ],
  });
});

test('KIT-27 saving and cancelling require WRITE_KIT_CONFIG_ADMIN', async () => {
  const offered = async (permissions: readonly Permission[]) => {
    cleanup();
    show({ permissions, at: AT });
    await screen.findAllByRole('button', { name: 'Evaluate on past runs' });
    return ['Save', 'Cancel'].map((name) => screen.queryByRole('button', { name }) !== null);
  };
  expect(await offered(ADMINISTRATOR)).toEqual([true, true]);
  expect(screen.getByRole('textbox', { name: 'Min °C, zone A' })).toBeTruthy();
  expect(await offered(['READ_KIT_CONFIG_ADMIN'])).toEqual([false, false]);
  expect(screen.queryByRole('textbox', { name: 'Min °C, zone A' })).toBeNull();
});

/** The server's response to a save. */
const stored = (version: KitVersion) => ({
  kitVersion: version,
  reactionBuffer: buffers[0],
  analyser: analysers[0],
  status: 'VALIDATED',
  channels: [],
  combinationDiagnostics: [],
});

test('KIT-311 a version without an active lot says that no plate can use it, and leads to its lots', async () => {
  show({ at: AT, permissions: [...ADMINISTRATOR, 'READ_LOT_CONFIG_ADMIN'] });
  await zoneA();
  expect(screen.getByText(/^No plate can use v\d before it has an active lot\.$/)).toBeTruthy();
  const lots = screen.getByRole('link', { name: 'Lots of this version' }).getAttribute('href');
  expect(lots).toMatch(new RegExp(`^/admin/configuration\\?tab=lots&kit=${kit.id}&version=`));
});

test('KIT-30 ERR-49 updating a kit is confirmed', async () => {
  const saved = versions[0] as KitVersion;
  show({ at: AT, answers: { [`PUT /api/kit/${saved.id}`]: stored({ ...saved, revision: 5 }) } });
  await typeZoneA('51');
  expect(screen.queryByText('Kit LCT-13910 v2 updated.')).toBeNull();
  press('Save');
  expect((await screen.findByText('Kit LCT-13910 v2 updated.')).closest('[role=status]')).toBeTruthy();
});

test('KIT-30 ERR-49 creating a kit is confirmed', async () => {
  const made = { ...versionOf('c9', 'v1'), kit: { id: idOf('9'), name: 'F2-F5' } };
  const { changes } = show({ at: AT, answers: { 'POST /api/kit': stored(made) } });
  await zoneA();
  const field = place().getByRole<HTMLInputElement>('combobox', { name: 'Kit' });
  // Without focus, React takes the change for one by the browser.
  act(() => {
    field.focus();
  });
  fireEvent.change(field, { target: { value: 'F2-F5' } });
  fireEvent.click(await screen.findByRole('option', { name: /^Add/ }));
  expect((await screen.findByText('Kit F2-F5 v1 created.')).closest('[role=status]')).toBeTruthy();
  expect(changes().filter(([call]) => call === 'POST /api/kit')).toMatchObject([
    ['POST /api/kit', { kit: { name: 'F2-F5' }, kitVersion: { version: 'v1' } }],
  ]);
});

/** Chooses a way to add a kit. */
const addKit = async (way: string) => {
  press('Add kit');
  fireEvent.click(await screen.findByRole('menuitem', { name: way }));
};

test('KIT-182 a kit is added from the list by its name, and opens in the editor', async () => {
  const made = { ...versionOf('c9', 'v1'), kit: { id: kit.id, name: kit.name } };
  const { changes, router } = show({ answers: { 'POST /api/kit': stored(made) } });
  await screen.findByRole('link', { name: kit.name });
  await addKit('New kit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add kit' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Add kit' }));
  expect(await dialog.findByText('Enter a name.')).toBeTruthy();
  expect(changes()).toEqual([]);
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: ' F2-F5 ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add kit' }));
  expect(await screen.findByText('Kit LCT-13910 v1 created.')).toBeTruthy();
  expect(changes().filter(([call]) => call === 'POST /api/kit')).toMatchObject([
    ['POST /api/kit', { kit: { name: 'F2-F5' }, kitVersion: { version: 'v1' } }],
  ]);
  expect(router.state.location.search).toContain(`kit=${kit.id}&version=${made.id}`);
  // Back leads to the list, not to the dialog.
  await act(() => router.navigate(-1));
  expect(router.state.location.search).not.toMatch(/make=|kit=/);
});

test('KIT-182 a name that is taken is reported at the field', async () => {
  const taken = Response.json(
    { code: 'name-taken', message: 'It is taken.', issues: [], requestId: 'r' },
    { status: 409 },
  );
  show({ answers: { 'POST /api/kit': taken } });
  await screen.findByRole('link', { name: kit.name });
  await addKit('New kit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add kit' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'F2-F5' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add kit' }));
  expect(await dialog.findByText(/^You cannot add a Kit/)).toBeTruthy();
});

test('KIT-221 a kit is added as a copy of the version in use of another', async () => {
  const made = { ...versionOf('c9', 'v1'), kit: { id: kit.id, name: kit.name } };
  const { changes } = show({ answers: { 'POST /api/kit': stored(made) } });
  await screen.findByRole('link', { name: kit.name });
  await addKit('Copy of another kit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a copy of a kit' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'F2-F5' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add kit' }));
  expect(await dialog.findByText('Choose a kit.')).toBeTruthy();
  expect(changes()).toEqual([]);
  fireEvent.click(dialog.getByRole('combobox', { name: 'Copy of' }));
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(`^${kit.name} `) }));
  fireEvent.click(dialog.getByRole('button', { name: 'Add kit' }));
  expect(await screen.findByText('Kit LCT-13910 v1 created.')).toBeTruthy();
  expect(changes().filter(([call]) => call === 'POST /api/kit')).toMatchObject([
    [
      'POST /api/kit',
      { kit: { name: 'F2-F5' }, kitVersion: { version: 'v1', copyOf: expect.any(String) as string } },
    ],
  ]);
});

test('KIT-222 a kit is added from a file, by users who may import kits', async () => {
  show({ permissions: ['READ_KIT_CONFIG_ADMIN', 'IMPORT_KIT'] });
  await screen.findByRole('link', { name: kit.name });
  press('Add kit');
  const file = await screen.findByRole('menuitem', { name: 'From a kit file' });
  expect(file.getAttribute('href')).toBe('/admin/configuration?tab=transfer&way=import');
  expect(screen.queryByRole('menuitem', { name: 'New kit' })).toBeNull();
});

test('KIT-182 only users who may write kits can add one', async () => {
  show({ permissions: ['READ_KIT_CONFIG_ADMIN'] });
  await screen.findByRole('link', { name: kit.name });
  expect(screen.queryByRole('button', { name: 'Add kit' })).toBeNull();
});

test('KIT-183 going back from the editor leads to the same view of the list and the same row', async () => {
  const { router } = show({ at: '/?tab=kits&search=LCT&show=under-way' });
  fireEvent.click(await screen.findByRole('link', { name: kit.name }));
  await zoneA();
  fireEvent.click(screen.getByRole('link', { name: 'Kits' }));
  const row = await screen.findByRole('link', { name: kit.name });
  expect(router.state.location.search).toBe('?tab=kits&search=LCT&show=under-way');
  await waitFor(() => {
    expect(document.activeElement).toBe(row);
  });
});

test('KIT-183 unfolding a row leaves the focus where it is', async () => {
  show({ at: '/?tab=kits' });
  const unfold = await screen.findByRole('button', { name: `Show the versions of ${kit.name}` });
  unfold.focus();
  fireEvent.click(unfold);
  expect(await screen.findByRole('link', { name: `${kit.name} v1` })).toBeTruthy();
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: `Hide the versions of ${kit.name}` }),
  );
});

test('KIT-183 leaving the editor with unsaved changes asks first', async () => {
  show({ at: AT });
  await typeZoneA('51');
  fireEvent.click(screen.getByRole('link', { name: 'Kits' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  expect((await zoneA()).value).toBe('51.0');
});

test('KIT-206 a kit without channels opens with the first channel of the newest run, and names those of the run in others', async () => {
  const run = {
    runId: idOf('ab'),
    businessId: 12,
    runDate: '2026-11-28T10:00:00.000Z',
    analyserId: analysers[0]?.id,
    wells: 96,
    hasFailedControl: false,
    channels: ['HEX', 'CY5'],
  };
  show({ at: AT, answers: { [`GET /api/analysers/${run.analyserId ?? ''}/runs`]: [run] } });
  expect(await place().findByRole('radio', { name: 'HEX', checked: true })).toBeTruthy();
  fireEvent.click(place().getByRole('radio', { name: /^FAM/ }));
  fireEvent.click(await screen.findByRole('combobox', { name: 'Run' }));
  fireEvent.click(await screen.findByRole('option', { name: /12/ }));
  expect(await screen.findByText('Run 12 has no curves in FAM. It has HEX and CY5.')).toBeTruthy();
});
