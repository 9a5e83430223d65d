import type { Run } from '@curvewell/domain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import {
  addTyped,
  choose,
  configured,
  kit,
  lotOf,
  offer,
  paths,
  press,
  sayNoExpiry,
  showCreation,
  type,
  withKit,
} from '../../test/a-creation.tsx';
import { refusal } from '../../test/a-page.tsx';
import { aRun, idOf } from '../../test/a-run.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const panel = () => within(screen.getByRole('complementary', { name: 'Well configuration' }));
const field = (name: RegExp | string) => panel().getByRole<HTMLInputElement>('combobox', { name });
const well = (position: string) => screen.findByRole('gridcell', { name: new RegExp(`^${position},`) });
const select = async (position: string, shiftKey = false) => {
  fireEvent.pointerDown(await well(position), { button: 0, shiftKey });
};
const sampleType = (name: string) => panel().findByRole<HTMLInputElement>('radio', { name });
const step2 = (run: Run, options: Parameters<typeof showCreation>[1] = {}) =>
  showCreation(run, { step: 2, ...options });

/** The run with two analyses, of which the first has a target label. */
const inTwoChannels = (run: Run): Run => {
  const [fam] = run.analyses;
  const [ofRun] = run.kits;
  if (!fam || !ofRun) throw new Error('the run has a channel and a kit');
  return {
    ...run,
    analyses: [fam, { ...fam, id: idOf('2'), name: 'TEXAS_RED', channel: 'TEXAS_RED' }],
    kits: [
      {
        ...ofRun,
        channelAssignments: [
          { channel: 'FAM', label: 'LCT −13910' },
          { channel: 'TEXAS_RED', label: 'LCT −22018' },
        ],
      },
    ],
  };
};

test('STEP2-02 a legend lists the sample types', async () => {
  // A low window hides the legend.
  vi.stubGlobal('innerHeight', 1080);
  await step2(withKit);
  const caption = await screen.findByRole('group', { name: 'Caption' });
  expect([...caption.children].map(({ textContent }) => textContent)).toEqual([
    'Blood',
    'DNA',
    'Negative control',
    'Positive control',
    'Standard',
  ]);
});

test('STEP2-03 the header shows analyses, id, instrument, plate id, creator, file name and business id', async () => {
  await step2({ ...inTwoChannels(withKit), createdByName: 'T. Holm' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Run 1284');
  expect(screen.getByText(/^plate\.xlsx/)).toBeTruthy();
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(Object.fromEntries(facts)).toEqual({
    Analyses: 'FAM, TEXAS_RED',
    Instrument: 'Cycler 2',
    'Plate id': 'P-9',
    'Created by': 'T. Holm',
    Id: `${aRun.id.slice(0, 4)}…${aRun.id.slice(-4)}`,
  });
});

test('STEP2-05 Cancel asks, deletes the run and returns to the list', async () => {
  const { changes, router } = await step2(withKit);
  press('Cancel');
  fireEvent.click(await screen.findByRole('button', { name: 'No' }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  expect([changes(), router.state.location.search]).toEqual([[], '?step=2']);
  press('Cancel');
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(changes()).toEqual([[`DELETE ${paths.run}`, null]]);
});
test('STEP2-05 Cancel keeps a run that another user has interpreted', async () => {
  const { changes, router } = await step2({ ...withKit, interpretationRunByName: 'T. Holm' });
  press('Cancel');
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(changes()).toEqual([]);
});

test('STEP2-06 a spinner replaces the start button while the algorithm runs', async () => {
  let finish = (_: Response): void => undefined;
  const running = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  const { router } = await step2(configured, { answers: { [`POST ${paths.interpret}`]: () => running } });
  expect(screen.queryByText('Interpretation in progress')).toBeNull();
  press('Start interpretation');
  const spinner = await screen.findByText('Interpretation in progress');
  expect(spinner.getAttribute('role')).toBe('status');
  expect(screen.queryByRole('button', { name: 'Start interpretation' })).toBeNull();
  finish(Response.json({ ...configured, revision: 6 }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(`/run/${aRun.id}/interpretation`);
  });
});

test('STEP2-07 selecting wells opens the well configuration', async () => {
  await step2(configured);
  await well('A1');
  expect(panel().getByText('Select wells to configure them.')).toBeTruthy();
  expect(panel().queryByRole('combobox')).toBeNull();
  await select('A1');
  await select('A2', true);
  expect(await panel().findByRole('heading', { name: '2 wells selected' })).toBeTruthy();
  expect(field('Kit (version)')).toBeTruthy();
});

test('STEP2-08 STEP2-09 a well has a kit version and then a lot and a buffer', async () => {
  await step2(withKit);
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filled-in values' }));
  await select('A1');
  expect(panel().queryByRole('combobox', { name: /^Lot/ })).toBeNull();
  expect(panel().queryByRole('combobox', { name: /^Reaction buffer/ })).toBeNull();
  await choose(field(/^Kit \(version\)/), 'LCT-13910 (v2)');
  await waitFor(() => {
    expect(field(/^Kit \(version\)/).value).toBe('LCT-13910 (v2)');
  });
  expect(field(/^Lot/)).toBeTruthy();
  expect(field(/^Reaction buffer/)).toBeTruthy();
});

test('STEP2-10 a well has one of five sample types', async () => {
  await step2(configured);
  await select('A1');
  expect((await sampleType('Blood')).checked).toBe(true);
  expect(
    panel()
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['Blood', 'DNA', 'Negative control', 'Positive control', 'Standard']);
  fireEvent.click(await sampleType('Negative control'));
  await waitFor(async () => {
    expect((await sampleType('Negative control')).checked).toBe(true);
  });
  expect((await sampleType('Blood')).checked).toBe(false);
});

test('STEP2-12 the name of a well appears only when a single well is selected', async () => {
  await step2(configured);
  await select('A1');
  expect(panel().getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('S-A1');
  await select('A2', true);
  expect(await panel().findByRole('heading', { name: '2 wells selected' })).toBeTruthy();
  expect(panel().queryByRole('textbox', { name: /^Name/ })).toBeNull();
});

test('SHELL-277 a setting chosen at once is for the wells on the plate, not for those that the panel still shows', async () => {
  // The panel followed the plate a moment later, so fast keys changed the well selected before.
  await step2(configured, { wells: 'A1' });
  const [second, dna] = [await well('A2'), await sampleType('DNA')];
  // No frame is painted between the two, so the panel has not followed.
  fireEvent.pointerDown(second, { button: 0 });
  fireEvent.pointerDown(dna, { button: 0 });
  fireEvent.click(screen.getByRole('radio', { name: 'DNA' }));
  expect((await well('A1')).textContent).toMatch(/blood/i);
  expect((await well('A2')).textContent).toMatch(/dna/i);
});

test('STEP2-13 a button closes the well configuration', async () => {
  await step2(configured);
  await select('A1');
  fireEvent.click(panel().getByRole('button', { name: 'Close' }));
  expect(await panel().findByText('Select wells to configure them.')).toBeTruthy();
  expect((await well('A1')).getAttribute('aria-selected')).toBe('false');
});

test('STEP2-20 a standard needs an expected result for each target label of its channels', async () => {
  await step2(inTwoChannels(configured));
  await select('A1');
  fireEvent.click(await sampleType('Standard'));
  const lacks = (label: string) =>
    screen.queryByRole('button', { name: new RegExp(`expected result \\(${label}\\)`) });
  await waitFor(() => {
    expect(lacks('LCT −13910')).toBeTruthy();
  });
  expect(lacks('LCT −22018')).toBeTruthy();
  await choose(field('Expected diagnostic · FAM LCT −13910'), 'HETEROZYGOUS');
  await waitFor(() => {
    expect([lacks('LCT −13910'), lacks('LCT −22018')]).toEqual([null, expect.anything()]);
  });
  await choose(field('Expected diagnostic · TEXAS_RED LCT −22018'), 'HETEROZYGOUS');
  await waitFor(() => {
    expect([lacks('LCT −13910'), lacks('LCT −22018')]).toEqual([null, null]);
  });
  expect(screen.getByText('2 of 2 set wells complete')).toBeTruthy();
});

/** The missing fields listed on the card beside a well. */
async function hovered(position: string) {
  fireEvent.pointerOver(await well(position));
  const card = await screen.findByRole('tooltip');
  return within(card).getByText(/^Missing/).textContent;
}
test('STEP2-21 hovering over a well shows which of kit, lot, buffer and sample type are missing', async () => {
  const [fam] = withKit.analyses;
  if (!fam) throw new Error('the run has a channel');
  const [a1, a2] = [fam.wells['A1'], configured.analyses[0]?.wells['A2']];
  if (!a1 || !a2) throw new Error('the run has wells');
  const wells = { A1: { ...a1, sampleType: 'DNA' as const }, A2: { ...a2, sampleType: null } };
  // Two lots and two buffers, so that none is filled in automatically.
  await step2({ ...withKit, analyses: [{ ...fam, wells }] });
  expect(await hovered('A1')).toBe('Missing: kit, lot, reaction buffer');
  expect(await hovered('A2')).toBe('Missing: sample type');
});
test('STEP2-21 hovering over a standard shows the missing expected result of each target label', async () => {
  await step2(inTwoChannels(configured));
  await select('A1');
  fireEvent.click(await sampleType('Standard'));
  await screen.findByRole('gridcell', { name: /^A1, .*missing/ });
  expect(await hovered('A1')).toBe('Missing: expected result (LCT −13910), expected result (LCT −22018)');
});

test('STEP2-23 starting saves the kit versions of the wells, interprets, and shows the results', async () => {
  const { changes, router } = await step2(configured, {
    answers: { [`POST ${paths.interpret}`]: { ...configured, revision: 6 } },
  });
  press('Start interpretation');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(`/run/${aRun.id}/interpretation`);
  });
  expect(changes().map(([call]) => call)).toEqual([`PUT ${paths.run}`, `POST ${paths.interpret}`]);
  expect(JSON.stringify(changes()[0]?.[1])).toContain(`"kitVersion":{"id":"${idOf('b4')}"}`);
});

test('STEP2-24 STEP2-25 ERR-14 a failed start is reported, and the spinner stops', async () => {
  const { router } = await step2(configured, {
    answers: { [`POST ${paths.interpret}`]: refusal('No worker.') },
  });
  press('Start interpretation');
  const title = await screen.findByText('Cannot save run and start interpretation');
  expect(title.closest('[role=alert]')?.textContent).toContain('No worker.');
  expect(screen.queryByText('Interpretation in progress')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start interpretation' }).disabled).toBe(
    false,
  );
  expect(router.state.location.pathname).toBe(`/run/${aRun.id}/configuration`);
});

test('STEP2-26 ERR-49 LOT-127 adding a lot to a well needs the permission of step 1 and shows the same message', async () => {
  const { changes } = await step2(configured, {
    permissions: ['WRITE_KIT_CONFIG_ADMIN'],
    answers: { [`POST ${paths.newLot}`]: lotOf('b9', 'NEW-1') },
  });
  await select('A1');
  type(field(/^Lot/), 'NEW-1');
  addTyped();
  const question = within(await screen.findByRole('alertdialog', { name: 'Add lot NEW-1?' }));
  fireEvent.click(question.getByRole('button', { name: 'Add lot' }));
  expect(await question.findByText('Enter the expiry date, or tick that the label has none')).toBeTruthy();
  expect(changes()).toEqual([]);
  fireEvent.change(question.getByRole('textbox', { name: 'Expiry date' }), {
    target: { value: '31-05-2099' },
  });
  fireEvent.click(question.getByRole('button', { name: 'Add lot' }));
  expect(await screen.findByText('Lot NEW-1 added.')).toBeTruthy();
  expect(changes()[0]).toEqual([`POST ${paths.newLot}`, { name: 'NEW-1', expirationDate: '2099-05-31' }]);
});
test('LOT-127 a lot without a stated expiry date is not added to a well', async () => {
  const { changes } = await step2(configured, { permissions: ['WRITE_KIT_CONFIG_ADMIN'] });
  await select('A1');
  type(field(/^Lot/), 'NEW-1');
  addTyped();
  const question = within(await screen.findByRole('alertdialog', { name: 'Add lot NEW-1?' }));
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  expect(changes()).toEqual([]);
  expect(field(/^Lot/).value).toBe('26B0417');
});
test('STEP2-26 without the permission no lot can be added to a well', async () => {
  await step2(configured, { permissions: ['READ_KIT_CONFIG_ADMIN', 'WRITE_LOT_CONFIG_ADMIN'] });
  await select('A1');
  type(field(/^Lot/), 'NEW-1');
  expect(offer()).toBeNull();
});
test('STEP2-26 a lot that cannot be added to a well is reported as in step 1', async () => {
  await step2(configured, {
    permissions: ['WRITE_KIT_CONFIG_ADMIN'],
    answers: { [`POST ${paths.newLot}`]: refusal('Out of order.') },
  });
  await select('A1');
  type(field(/^Lot/), 'LOST-1');
  addTyped();
  await sayNoExpiry();
  expect(await screen.findByText('The lot could not be added.')).toBeTruthy();
  expect(field(/^Lot/).value).toBe('26B0417');
});

const failing = refusal('Out of order.');
test('STEP1-28 ERR-18 step 2 reports that channels cannot be loaded', async () => {
  await step2(configured, { answers: { [`GET ${paths.colors}`]: failing } });
  const message = await screen.findByText('The channels could not be loaded.');
  expect(message.closest('[role=alert]')).toBeTruthy();
});
test('STEP1-28 ERR-18 step 2 reports that sample types cannot be loaded', async () => {
  await step2(configured, { answers: { 'GET /api/well/sampleTypes': failing } });
  await select('A1');
  const message = await screen.findByText('The sample types could not be loaded.');
  expect(message.closest('[role=alert]')).toBeTruthy();
});

test('WORKLIST-08 a work list is chosen or dropped; Fill in can be undone in one step and stores nothing before saving', async () => {
  const { changes } = await step2(configured, {
    answers: { 'GET /api/work-list/columns': Response.json(null) },
  });
  const list = (name: string) => new File(['Well;Barcode\nA1;T-1\nA2;T-2\n'], name, { type: 'text/csv' });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Fill in from a work list' }));
  const named = (a1: string, a2: string) =>
    [`A1, ${a1},`, `A2, ${a2},`].every(
      (start) => screen.queryByRole('gridcell', { name: (name) => name.startsWith(start) }) !== null,
    );
  const drafts = () => Object.keys(localStorage).filter((key) => key.includes('draft'));

  await well('A1');
  const dropped = { types: ['Files'], files: [list('dropped.csv')] };
  fireEvent.drop(screen.getByRole('region', { name: /^Plate/ }), { dataTransfer: dropped });
  const first = await dialog();
  expect(await first.findByText('2 of 2 rows fit.')).toBeTruthy();
  expect(first.getByText('dropped.csv')).toBeTruthy();
  fireEvent.click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect([named('S-A1', 'S-A2'), changes(), drafts()]).toEqual([true, [], []]);

  press('Work list');
  const chosen = await dialog();
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('there is a field for the file');
  fireEvent.change(input, { target: { files: [list('chosen.csv')] } });
  expect(await chosen.findByText('2 of 2 rows fit.')).toBeTruthy();
  expect([changes(), drafts()]).toEqual([[], []]);
  fireEvent.click(chosen.getByRole('button', { name: 'Fill in' }));
  await waitFor(() => {
    expect(named('T-1', 'T-2')).toBe(true);
  });
  press('Undo');
  await waitFor(() => {
    expect(named('S-A1', 'S-A2')).toBe(true);
  });
});

test('SHELL-55 run, step, kits, files and diagnostics survive a visit to another page', async () => {
  const { router, requests } = await step2(configured);
  await well('A1');
  const asked = () =>
    [`/api/kit/${kit.id}`, paths.colors].map(
      (path) => requests.filter(({ address }) => address.split('?')[0] === path).length,
    );
  const before = asked();
  expect(Math.min(...before)).toBeGreaterThan(0);
  await act(() => router.navigate('/archive'));
  expect(screen.getByText('Elsewhere')).toBeTruthy();
  await act(() => router.navigate(-1));
  await waitFor(() => {
    expect(document.body.textContent).toContain('Step 2 of 2');
  });
  expect(screen.getByText(/^plate\.xlsx/)).toBeTruthy();
  expect(await well('A1')).toBeTruthy();
  await select('A1');
  fireEvent.click(await sampleType('Standard'));
  await choose(await panel().findByRole('combobox', { name: /^Expected diagnostic/ }), 'HETEROZYGOUS');
  expect(asked()).toEqual(before);
});
