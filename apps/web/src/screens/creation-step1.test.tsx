import type { Permission } from '@curvewell/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import {
  addTyped,
  analyser,
  choose,
  imported,
  kit,
  lotOf,
  offer,
  paths,
  press,
  sayNoExpiry,
  row,
  showCreation,
  type,
  version,
  withKit,
} from '../../test/a-creation.tsx';
import { refusal } from '../../test/a-page.tsx';
import { idOf } from '../../test/a-run.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const KIT_WRITER: readonly Permission[] = ['READ_KIT_CONFIG_ADMIN', 'WRITE_KIT_CONFIG_ADMIN'];
const field = (name: string) => row(1).getByRole<HTMLInputElement>('combobox', { name });
/** The kit row of a run with a kit, once its lists are loaded. */
const kitShown = () =>
  waitFor(() => {
    expect(field('Kit').value).toBe('LCT-13910');
    expect(field('Kit version').value).toBe('v2');
  });

test('STEP1-01 step 1 shows the required analyser name, the plate id and the read-only run date', async () => {
  await showCreation(withKit);
  const analyserField = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Analyser name' });
  await waitFor(() => {
    expect(analyserField.value).toBe('Bio-Rad CFX96 (1)');
  });
  expect(analyserField.required).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Plate id' }).value).toBe('P-9');
  const date = screen.getByText('Run date');
  expect([date.tagName, date.nextSibling?.textContent]).toEqual(['DT', '20-11-2026 08:12 (UTC)']);
});

test('STEP1-02 rows of a kit and its lots can be added and removed', async () => {
  await showCreation(withKit);
  expect(screen.queryByRole('group', { name: 'Kit 2' })).toBeNull();
  press('Add kit');
  expect(row(2).getByRole('combobox', { name: 'Kit' })).toBeTruthy();
  expect(row(2).getByRole('combobox', { name: 'Lots' })).toBeTruthy();
  press('Remove kit 2');
  expect(screen.queryByRole('group', { name: 'Kit 2' })).toBeNull();
  expect(row(1)).toBeTruthy();
});

test('STEP1-07 a user with permission to write kit configurations adds a buffer by its name', async () => {
  const { changes } = await showCreation(withKit, {
    permissions: KIT_WRITER,
    answers: { 'POST /api/kit': refusal('Out of order.') },
  });
  await kitShown();
  type(field('Reaction buffer'), 'RB-9');
  addTyped();
  await waitFor(() => {
    expect(changes()).toEqual([
      [
        'POST /api/kit',
        {
          kit: { id: kit.id },
          kitVersion: { id: version.id, revision: 4 },
          reactionBuffer: { name: 'RB-9' },
          analyser: { id: analyser.id },
        },
      ],
    ]);
  });
});
test('STEP1-07 without the permission to write kit configurations no buffer can be added', async () => {
  await showCreation(withKit, { permissions: ['READ_KIT_CONFIG_ADMIN', 'WRITE_LOT_CONFIG_ADMIN'] });
  await kitShown();
  type(field('Reaction buffer'), 'RB-9');
  expect(offer()).toBeNull();
});

test('STEP1-08 a user with permission to read kit configurations adds a version', async () => {
  const { changes } = await showCreation(withKit, {
    permissions: KIT_WRITER,
    answers: { 'POST /api/kit': refusal('Out of order.') },
  });
  await kitShown();
  type(field('Kit version'), 'v9');
  addTyped();
  await waitFor(() => {
    expect(changes()).toEqual([
      [
        'POST /api/kit',
        { kit: { id: kit.id }, kitVersion: { version: 'v9' }, analyser: { id: analyser.id } },
      ],
    ]);
  });
});
test('STEP1-08 without the permission to read kit configurations no version can be added', async () => {
  await showCreation(withKit, { permissions: ['WRITE_KIT_CONFIG_ADMIN'] });
  await kitShown();
  type(field('Kit version'), 'v9');
  expect(offer()).toBeNull();
});

test('STEP1-09 a user with permission to write kit configurations adds a lot', async () => {
  const made = lotOf('b9', 'NEW-1');
  const lots = [...(version.lots ?? [])];
  const { changes } = await showCreation(withKit, {
    permissions: ['WRITE_KIT_CONFIG_ADMIN'],
    answers: {
      [`POST ${paths.newLot}`]: () => {
        lots.push(made);
        return made;
      },
      [`GET ${paths.versions}`]: () => [{ ...version, lots }],
    },
  });
  await kitShown();
  type(field('Lots'), 'NEW-1');
  addTyped();
  await sayNoExpiry();
  expect(await row(1).findByText('NEW-1', { selector: 'b' })).toBeTruthy();
  const added = { name: 'NEW-1', expirationDate: '2099-12-31' };
  expect(changes()).toEqual([[`POST ${paths.newLot}`, added]]);
});
test('SHELL-192 a lot that another person adds meanwhile is in the list when it is opened', async () => {
  const lots = [...(version.lots ?? [])];
  await showCreation(withKit, {
    answers: { [`GET ${paths.versions}`]: () => [{ ...version, lots: [...lots] }] },
  });
  await kitShown();
  lots.push(lotOf('b9', 'NEW-1'));
  fireEvent.click(field('Lots'));
  expect(await screen.findByRole('option', { name: /NEW-1/ })).toBeTruthy();
});
test('STEP1-09 without the permission to write kit configurations no lot can be added', async () => {
  await showCreation(withKit, { permissions: ['READ_KIT_CONFIG_ADMIN', 'WRITE_LOT_CONFIG_ADMIN'] });
  await kitShown();
  type(field('Lots'), 'NEW-1');
  expect(offer()).toBeNull();
});

test.each([
  ['Kit', 'no kit name'],
  ['Kit version', 'no kit version name'],
  ['Reaction buffer', 'no rb name'],
])('STEP1-15 STEP1-16 ERR-16 a blank name in “%s” is refused: %s', async (label, message) => {
  const { changes } = await showCreation(withKit, { permissions: KIT_WRITER });
  await kitShown();
  type(field(label), ' ');
  addTyped();
  expect(row(1).getByText(message)).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('STEP1-17 a missing kit is reported', async () => {
  const { changes } = await showCreation(imported);
  expect(row(1).queryByText('no kit selected')).toBeNull();
  press('Next');
  expect(row(1).getByText('no kit selected')).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('STEP1-18 a lot can be added once it has a name and a kit is selected', async () => {
  await showCreation(imported, { permissions: KIT_WRITER });
  await screen.findByRole('combobox', { name: /^Analyser name/ });
  expect(field('Lots').disabled).toBe(true);
  await choose(field('Kit'), 'LCT-13910');
  await waitFor(() => {
    expect(field('Lots').disabled).toBe(false);
  });
  fireEvent.click(field('Lots'));
  expect(offer()).toBeNull();
  type(field('Lots'), 'NEW-1');
  expect(offer()?.textContent).toBe('Add “NEW-1”');
});

test.each([
  [KIT_WRITER, 'Type the name of a lot to add it', 'Type the name of a lot to add it'],
  [[], 'Choose a lot', 'No lot yet. Ask an administrator to add one.'],
] as const)(
  'KIT-310 a kit without a lot says so, and how to add one: %j',
  async (permissions, placeholder, sentence) => {
    const answers = { [`GET ${paths.versions}`]: [{ ...version, lots: [] }] };
    await showCreation(imported, { permissions, answers });
    await screen.findByRole('combobox', { name: /^Analyser name/ });
    await choose(field('Kit'), 'LCT-13910');
    await screen.findByText('LCT-13910 has no lot yet.');
    expect(field('Lots').placeholder).toBe(placeholder);
    fireEvent.click(field('Lots'));
    expect(row(1).getByText(sentence)).toBeTruthy();
  },
);

test('STEP1-20 ERR-17 a lot that cannot be added is reported and removed', async () => {
  await showCreation(withKit, {
    permissions: KIT_WRITER,
    answers: { [`POST ${paths.newLot}`]: refusal('Out of order.') },
  });
  await kitShown();
  type(field('Lots'), 'LOST-1');
  addTyped();
  await sayNoExpiry();
  expect(
    (await screen.findByText('The lot could not be added.')).closest('[role=alert]')?.textContent,
  ).toContain('Out of order.');
  expect(row(1).queryByText('LOST-1')).toBeNull();
  expect(row(1).getByText('26B0417', { selector: 'b' })).toBeTruthy();
});

test.each([
  ['Kit', 'The kit could not be added.'],
  ['Kit version', 'The kit version could not be added.'],
  ['Reaction buffer', 'The reaction buffer could not be added.'],
])('KIT-31 a %s that cannot be added is reported with the failed operation', async (name, title) => {
  await showCreation(withKit, {
    permissions: KIT_WRITER,
    answers: { 'POST /api/kit': refusal('Out of order.') },
  });
  await kitShown();
  type(field(name), 'X-9');
  addTyped();
  expect((await screen.findByText(title)).closest('[role=alert]')?.textContent).toContain('Out of order.');
});

test('STEP1-21 Next requires the name of an analyser', async () => {
  // The analyser from the import counts as filled in and can be cleared.
  const { changes } = await showCreation(imported);
  await screen.findByText(/filled in because/);
  await choose(field('Kit'), 'LCT-13910');
  await choose(field('Lots'), /26B0417/);
  press('Clear filled-in values');
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  press('Next');
  expect(screen.getAllByText('Choose an analyser.')).not.toEqual([]);
  expect(screen.getByRole('combobox', { name: 'Analyser name' }).getAttribute('aria-invalid')).toBe('true');
  expect(changes()).toEqual([]);
});

test('STEP1-24 with an expired lot Next shows a notice with only OK, then continues', async () => {
  const expired = lotOf('b5', '26B0417', '2026-10-31');
  const { changes } = await showCreation(withKit, {
    answers: { [`GET ${paths.versions}`]: [{ ...version, lots: [expired] }] },
  });
  await kitShown();
  press('Next');
  const notice = within(await screen.findByRole('alertdialog', { name: 'Expired lot' }));
  expect(notice.getByText(/^Lot 26B0417 of LCT-13910 \(v2\) expired on 31-10-2026/)).toBeTruthy();
  expect(notice.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['OK']);
  expect(changes()).toEqual([]);
  fireEvent.click(notice.getByRole('button', { name: 'OK' }));
  expect(await screen.findByText(/Step 2 of 2/)).toBeTruthy();
});

test('STEP1-25 Next uploads the analyser and the ids of the kits', async () => {
  const { changes } = await showCreation(withKit);
  await kitShown();
  press('Next');
  await waitFor(() => {
    expect(changes()[0]).toEqual([
      `POST ${paths.upload}`,
      { analyser: [`{"id":"${analyser.id}"}`], kitIds: [kit.id], revision: ['3'] },
    ]);
  });
});

test('STEP1-26 after the upload the colours of each channel and buffer are loaded, and step 2 is shown', async () => {
  const { requests, router } = await showCreation(withKit);
  await kitShown();
  press('Next');
  expect(await screen.findByText(/Step 2 of 2/)).toBeTruthy();
  expect(router.state.location.search).toBe('?step=2');
  const order = () => requests.map(({ address }) => address.split('?')[0]);
  await waitFor(() => {
    expect(order()).toContain(paths.colors);
  });
  expect(order().indexOf(paths.colors)).toBeGreaterThan(order().indexOf(paths.upload));
  const asked = requests.find(({ address }) => address.startsWith(paths.colors));
  expect(asked?.address.split('?')[1]).toBe(`rbIds=${idOf('b3')}&channelNames=FAM`);
});

test('STEP1-27 step 1 can be cancelled', async () => {
  const { changes, router } = await showCreation(withKit);
  press('Cancel');
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel run 1284?' }));
  expect(changes()).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Yes' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(changes()).toEqual([[`DELETE ${paths.run}`, null]]);
});

const failing = { step1: refusal('Out of order.') };

test.each([
  ['analysers', { 'GET /api/analysers': failing.step1 }],
  ['kits', { 'GET /api/kit': failing.step1 }],
  ['lots', { [`GET ${paths.versions}`]: failing.step1 }],
  ['kit status', { [`GET ${paths.status}`]: failing.step1 }],
])('STEP1-28 ERR-18 step 1 reports that %s cannot be loaded', async (what, answers) => {
  await showCreation(withKit, { answers });
  const message = await screen.findByText(`The ${what} could not be loaded.`);
  expect(message.closest('[role=alert]')).toBeTruthy();
});

const goOnByKey = (): void => {
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Plate id' }), { key: 'Enter', ctrlKey: true });
};
const FITS = { findings: [], zones: [], range: null, offers: [] };

test('SHELL-228 Ctrl Enter while kit and file are compared continues once the comparison is complete', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await showCreation(withKit, { answers: { [`GET ${paths.run}/fit`]: () => promise } });
  await kitShown();
  goOnByKey();
  expect(screen.queryByText(/Step 2 of 2/)).toBeNull();
  resolve(Response.json(FITS));
  expect(await screen.findByText(/Step 2 of 2/)).toBeTruthy();
});

test('TRUST-680 a stored plate id is saved without its invisible characters, which are refused', async () => {
  const stored = { ...withKit, plateId: 'P\u200b-9' };
  const { changes } = await showCreation(stored, { answers: { [`GET ${paths.run}/fit`]: FITS } });
  await kitShown();
  goOnByKey();
  await waitFor(() => {
    expect(changes()).toContainEqual([`PUT ${paths.run}`, expect.objectContaining({ plateId: 'P-9' })]);
  });
});

test('SHELL-287 Ctrl Enter continues with the focus on the heading, as after an import, but not while the key is held', async () => {
  await showCreation(withKit, { answers: { [`GET ${paths.run}/fit`]: FITS } });
  await kitShown();
  const press = (repeat: boolean): void => {
    fireEvent.keyDown(screen.getByRole('heading', { level: 1 }), { key: 'Enter', ctrlKey: true, repeat });
  };
  press(true);
  await expect(screen.findByText(/Step 2 of 2/, {}, { timeout: 300 })).rejects.toThrow();
  press(false);
  expect(await screen.findByText(/Step 2 of 2/)).toBeTruthy();
});

test('SHELL-228 Ctrl Enter with a kit that does not fit the file leads to the reason', async () => {
  const finding = {
    key: 'k',
    kitVersionId: version.id,
    code: 'no-zone-read',
    severity: 'impossible',
    kit: 'LCT-13910',
    text: 'No zone.',
  };
  const { changes } = await showCreation(withKit, {
    answers: { [`GET ${paths.run}/fit`]: { ...FITS, findings: [finding] } },
  });
  const heading = await screen.findByRole('heading', { name: 'File and kit do not fit: LCT-13910' });
  goOnByKey();
  expect(document.activeElement).toBe(heading);
  expect(changes()).toEqual([]);
});
