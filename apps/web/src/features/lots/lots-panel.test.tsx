import type { Kit, ListedLot } from '@curvewell/domain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { aKitVersion } from '../../../test/a-kit.ts';
import { type Answers, refusal, showPage } from '../../../test/a-page.tsx';
import { idOf } from '../../../test/a-run.ts';
import { text } from '../../locale/text.ts';
import { LotsPanel } from './lots-panel.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const { kit } = aKitVersion;
const kitOf = (id: string, name: string): Kit => ({
  id,
  name,
  isSample: false,
  makesTrials: false,
  owner: null,
  melt: true,
  anneal: false,
  reactionBuffers: [],
  channelAssignments: [],
});
const version = { ...aKitVersion, isEditable: false };
const lotOf = (end: string, name: string, expirationDate = '2099-12-31'): ListedLot => ({
  id: idOf(end),
  name,
  active: true,
  admin: true,
  production: true,
  expirationDate,
  revision: 1,
  kitVersion: version,
  use: {
    runs: 1,
    trialRuns: 0,
    firstRunOn: '2026-01-05',
    lastRunOn: '2026-02-05',
    madeAt: '2026-01-01T08:00:00Z',
    madeBy: null,
  },
  controls: { read: 'lately', failed: null },
});
const lots = [lotOf('a', '26A0001'), lotOf('b', '26B0002', '2020-01-31')];
const SEARCH = `/api/lots/version/${version.id}/search`;
const CATALOGUE = '/api/lots/catalogue';
const counts = { active: 2, expiring: 0, expired: 1, inactive: 0, all: 2 };

/** The panel with a chosen version and its lots, or without one. */
function show({
  at = `/?kit=${kit.id}&version=${version.id}`,
  answers = {},
}: { readonly at?: string; readonly answers?: Answers } = {}) {
  return showPage(<LotsPanel />, {
    at,
    permissions: ['READ_LOT_CONFIG_ADMIN', 'WRITE_LOT_CONFIG_ADMIN'],
    answers: {
      'GET /api/kit': [kitOf(kit.id, kit.name)],
      [`GET /api/kit/${kit.id}/versions`]: [version],
      [`GET ${SEARCH}`]: { content: lots, size: 5, totalElements: 2 },
      [`GET ${CATALOGUE}`]: { content: lots, size: 12, totalElements: 2, counts },
      ...answers,
    },
  });
}

const pick = async (name: string) => {
  fireEvent.click(await screen.findByRole('radio', { name: new RegExp(name) }));
  return screen.findByRole('form', { name: `Lot ${name}` });
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const toggle = () => {
  fireEvent.click(screen.getByRole('switch', { name: 'Active' }));
};

test('LOT-02 the lots of the chosen version are listed', async () => {
  const { requests } = show();
  expect(await screen.findByText('26A0001')).toBeTruthy();
  expect(requests.filter(({ address }) => address.startsWith(SEARCH))).toHaveLength(1);
});

test('LOT-07 LOT-113 without a version no list of a version is requested, but the lots of all kits', async () => {
  const { requests } = show({ at: `/?kit=${kit.id}` });
  expect(await screen.findByText('26A0001')).toBeTruthy();
  expect(screen.getAllByText(`${version.version} · shared`)).toHaveLength(lots.length);
  const asked = requests.filter(({ address }) => address.includes('/lots/'));
  expect(asked.every(({ address }) => address.startsWith(CATALOGUE))).toBe(true);
  expect(asked.at(-1)?.address).toContain(`kitId=${kit.id}`);
});

test('LOT-02 a lot is added as soon as the version of the address is known', async () => {
  const versions = Promise.withResolvers<Response>();
  show({ answers: { [`GET /api/kit/${kit.id}/versions`]: () => versions.promise } });
  await screen.findByText('26A0001');
  expect(button('Add lot').disabled).toBe(true);
  await act(async () => {
    versions.resolve(Response.json([version]));
    await versions.promise;
  });
  await waitFor(() => {
    expect(button('Add lot').disabled).toBe(false);
  });
  fireEvent.click(button('Add lot'));
  expect(await screen.findByRole('form', { name: 'New lot' })).toBeTruthy();
});

test('LOT-115 a filter shows how many lots it finds, and is in the address', async () => {
  const { router, requests } = show({ at: '/?tab=lots&search=26&page=2' });
  fireEvent.click(await screen.findByRole('button', { name: 'Expired, still active 1' }));
  expect(router.state.location.search).toBe('?tab=lots&search=26&show=expired');
  await waitFor(() => {
    expect(requests.at(-1)?.address).toContain('filter=expired');
  });
  expect(screen.getByRole('button', { name: /^Expired, still active/, pressed: true })).toBeTruthy();
});

test('LOT-116 the form is behind a row: Escape closes it and the row has the focus', async () => {
  const { router } = show({ at: '/?tab=lots' });
  await screen.findByText('26A0001');
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  const form = await pick('26B0002');
  expect(router.state.location.search).toBe(`?tab=lots&lot=${idOf('b')}`);
  fireEvent.keyDown(form, { key: 'Escape' });
  expect(screen.queryByRole('form')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '26B0002' }));
  expect(router.state.location.search).toBe('?tab=lots');
});

test('LOT-116 Escape does not discard unsaved changes', async () => {
  show();
  const form = await pick('26A0001');
  toggle();
  fireEvent.keyDown(form, { key: 'Escape' });
  expect(screen.getByRole('form', { name: 'Lot 26A0001' })).toBeTruthy();
});

test('LOT-116 an address with a lot opens its form', async () => {
  show({ at: `/?lot=${idOf('b')}` });
  expect(await screen.findByRole('form', { name: 'Lot 26B0002' })).toBeTruthy();
});

test('LOT-117 j and k go to the next and previous lot', async () => {
  show();
  const first = await screen.findByRole('radio', { name: '26A0001' });
  first.focus();
  fireEvent.keyDown(first, { key: 'j' });
  expect(await screen.findByRole('form', { name: 'Lot 26B0002' })).toBeTruthy();
  fireEvent.keyDown(document.activeElement ?? first, { key: 'k' });
  expect(await screen.findByRole('form', { name: 'Lot 26A0001' })).toBeTruthy();
});

test('LOT-118 a lot without a limit is listed as one without expiry date', async () => {
  show();
  expect(await screen.findByText('no expiry date')).toBeTruthy();
  expect(screen.queryByText('31-12-2099')).toBeNull();
  expect(screen.getByRole('img', { name: 'used since 05-01-2026, no expiry date' })).toBeTruthy();
});

test('LOT-125 the form of a lot without an expiry date asks for the date until one is entered', async () => {
  show();
  await screen.findByText('26A0001');
  fireEvent.click(button('Add lot'));
  const form = await screen.findByRole('form', { name: 'New lot' });
  const day = within(form).getByRole('textbox', { name: 'Expiry date' });
  expect(day.getAttribute('value')).toBe('31-12-2099');
  expect(within(form).getByText(/^No expiry date set\. Enter the date on the label/)).toBeTruthy();
  fireEvent.change(day, { target: { value: '31-05-2027' } });
  expect(within(form).queryByText(/^No expiry date set/)).toBeNull();
});

test('LOT-126 a new lot is saved only with the date on its label, or once the user ticks that there is none', async () => {
  const { changes } = show({ answers: { [`POST /api/lots/version/${version.id}`]: lotOf('c', '27C0003') } });
  await screen.findByText('26A0001');
  fireEvent.click(button('Add lot'));
  const form = await screen.findByRole('form', { name: 'New lot' });
  fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: '27C0003' } });
  fireEvent.submit(form);
  const unsaid = 'Enter the expiry date, or tick that the label has none';
  expect(await within(form).findByText(unsaid)).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();

  const none = within(form).getByRole<HTMLInputElement>('checkbox', { name: 'No expiry date on the label' });
  const day = within(form).getByRole('textbox', { name: 'Expiry date' });
  fireEvent.click(none);
  expect(within(form).queryByText(unsaid)).toBeNull();
  fireEvent.change(day, { target: { value: '31-05-2027' } });
  fireEvent.blur(day);
  expect(none.checked).toBe(false);
  fireEvent.click(none);
  expect(day.getAttribute('value')).toBe('31-12-2099');
  fireEvent.submit(form);
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => {
    expect(changes()[0]?.[1]).toEqual({ name: '27C0003', active: true, expirationDate: '2099-12-31' });
  });
});

test('LOT-119 a lot that leaves the list when it is saved stays open as saved', async () => {
  const saved = { ...lots[0], active: false, revision: 2 };
  let isSaved = false;
  show({
    at: '/',
    answers: {
      [`GET ${CATALOGUE}`]: () =>
        isSaved
          ? { content: lots.slice(1), size: 12, totalElements: 1, counts }
          : { content: lots, size: 12, totalElements: 2, counts },
      [`PUT /api/lots/${idOf('a')}`]: () => {
        isSaved = true;
        return saved;
      },
    },
  });
  const form = await pick('26A0001');
  toggle();
  fireEvent.submit(form);
  await waitFor(() => {
    expect(screen.queryByRole('radio', { name: '26A0001' })).toBeNull();
  });
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(false);
  expect(button('Save').disabled).toBe(true);
});

test('LOT-05 another kit resets version, search and page', async () => {
  const other = { id: idOf('3'), name: 'LCT-2' };
  const at = `/?kit=${kit.id}&version=${version.id}&search=26&page=2`;
  const { router } = show({
    at,
    answers: {
      'GET /api/kit': [kitOf(kit.id, kit.name), kitOf(other.id, other.name)],
      [`GET /api/kit/${other.id}/versions`]: [],
    },
  });
  await waitFor(() => {
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Kit' }).value).toBe(kit.name);
  });
  fireEvent.click(screen.getByRole('combobox', { name: 'Kit' }));
  fireEvent.click(await screen.findByRole('option', { name: other.name }));
  expect(router.state.location.search).toBe(`?kit=${other.id}`);
});

test('LOT-06 another version clears the selected lot', async () => {
  const next = { ...version, id: idOf('4'), version: 'v3' };
  show({
    answers: {
      [`GET /api/kit/${kit.id}/versions`]: [version, next],
      [`GET /api/lots/version/${next.id}/search`]: { content: [], size: 5, totalElements: 0 },
    },
  });
  await pick('26A0001');
  fireEvent.click(screen.getByRole('combobox', { name: 'Kit version' }));
  fireEvent.click(await screen.findByRole('option', { name: 'v3' }));
  await waitFor(() => {
    expect(screen.queryByRole('form', { name: 'Lot 26A0001' })).toBeNull();
  });
});

test('LOT-08 a selected lot shows its name, whether it is active, and its expiry', async () => {
  show();
  const form = within(await pick('26B0002'));
  expect(screen.getByRole('heading', { name: 'Lot 26B0002' })).toBeTruthy();
  expect(form.getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(true);
  expect(form.getByDisplayValue('31-01-2020')).toBeTruthy();
});

test('LOT-10 while a lot has unsaved changes no other can be selected', async () => {
  show();
  await pick('26A0001');
  const isOff = () => screen.getByRole<HTMLFieldSetElement>('group', { name: 'Lots' }).disabled;
  expect(isOff()).toBe(false);
  toggle();
  expect(isOff()).toBe(true);
  fireEvent.click(button('Cancel'));
  expect(isOff()).toBe(false);
});

test('LOT-11 Save is disabled until something has changed', async () => {
  show();
  await pick('26A0001');
  expect(button('Save').disabled).toBe(true);
  toggle();
  expect(button('Save').disabled).toBe(false);
  toggle();
  expect(button('Save').disabled).toBe(true);
});

test('LOT-12 the name of an existing lot cannot be changed', async () => {
  show();
  const form = within(await pick('26A0001'));
  expect(form.queryByDisplayValue('26A0001')).toBeNull();
  expect(form.queryByRole('textbox', { name: 'Name' })).toBeNull();
});

test('LOT-13 ERR-45 saving an expired lot asks for confirmation', async () => {
  const path = `/api/lots/${idOf('b')}`;
  const { changes } = show({ answers: { [`PUT ${path}`]: { ...lots[1], active: false, revision: 2 } } });
  const form = await pick('26B0002');
  toggle();
  fireEvent.submit(form);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Expiry date already passed' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  expect(changes()).toEqual([]);
  fireEvent.submit(form);
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => {
    expect(changes()).toMatchObject([[expect.stringContaining(`PUT ${path}`), { active: false }]]);
  });
});

test('LOT-14 a lot with unsaved changes cannot be deleted', async () => {
  const { changes } = show({
    answers: {
      [`GET ${SEARCH}`]: {
        content: lots.map((lot) => ({ ...lot, use: { ...lot.use, runs: 0 } })),
        size: 5,
        totalElements: 2,
      },
    },
  });
  await pick('26A0001');
  toggle();
  fireEvent.click(button('Delete'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  toggle();
  fireEvent.click(button('Delete'));
  expect(await screen.findByRole('alertdialog', { name: 'Delete lot 26A0001?' })).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('LOT-15 an unchanged form sends nothing', async () => {
  const { changes } = show();
  fireEvent.submit(await pick('26A0001'));
  expect(changes()).toEqual([]);
});

test('LOT-20 ERR-48 a lot without a kit is not added, and the missing kit is reported', async () => {
  show({ at: '/' });
  fireEvent.click(button('Add lot'));
  expect(await screen.findByText('No kit selected')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'New lot' })).toBeNull();
});

test('REVIEW-346 with a kit but no version, the missing version is reported', async () => {
  show({ at: `/?kit=${kit.id}` });
  fireEvent.click(button('Add lot'));
  expect(await screen.findByText('No kit version selected')).toBeTruthy();
  expect(screen.queryByText('No kit selected')).toBeNull();
});

test('LOT-21 a lot without a name is not saved, and the missing name is reported', async () => {
  const { changes } = show();
  await screen.findByText('26A0001');
  fireEvent.click(button('Add lot'));
  fireEvent.submit(await screen.findByRole('form', { name: 'New lot' }));
  expect(await screen.findByText('Lot not saved')).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('LOT-23 ERR-49 saving a lot is confirmed', async () => {
  show({ answers: { [`PUT /api/lots/${idOf('a')}`]: { ...lots[0], active: false, revision: 2 } } });
  const form = await pick('26A0001');
  toggle();
  fireEvent.submit(form);
  expect(await screen.findByText('Lot 26A0001 saved.')).toBeTruthy();
});

test('ERR-49 adding a lot is confirmed', async () => {
  show({ answers: { [`POST /api/lots/version/${version.id}`]: lotOf('c', '27C0003') } });
  await screen.findByText('26A0001');
  fireEvent.click(button('Add lot'));
  const form = await screen.findByRole('form', { name: 'New lot' });
  fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: '27C0003' } });
  fireEvent.click(within(form).getByRole('checkbox', { name: 'No expiry date on the label' }));
  fireEvent.submit(form);
  // It locks the version, so a confirmation appears.
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }));
  expect(await screen.findByText('Lot 27C0003 added.')).toBeTruthy();
});

test('LOT-24 ERR-35 the error title says whether fetching or configuring lots failed', async () => {
  show({ answers: { [`PUT /api/lots/${idOf('a')}`]: refusal('It has been logged.') } });
  const form = await pick('26A0001');
  toggle();
  fireEvent.submit(form);
  expect(await screen.findByText('Lot not saved')).toBeTruthy();
  show({ answers: { [`GET ${SEARCH}`]: refusal('It has been logged.') } });
  expect(await screen.findAllByText('Lots not loaded')).not.toEqual([]);
});

test('LOT-120 a row says whether controls with the lot have failed, or that there is none yet', async () => {
  const unread = { read: 'never', failed: null };
  const with_ = (end: string, changes: object) => ({ ...lotOf(end, `26A000${end}`), ...changes });
  const content = [
    with_('a', { controls: { read: 'lately', failed: { run: 1281, rule: '1-3s' } } }),
    with_('b', { controls: { read: 'lately', failed: { run: 1282, rule: null } } }),
    with_('c', {}),
    with_('d', { controls: unread }),
    with_('e', { controls: unread, use: { ...lotOf('e', 'x').use, runs: 0 } }),
    with_('f', { controls: { read: 'before', failed: null } }),
  ];
  show({
    at: '/?tab=lots',
    answers: { [`GET ${CATALOGUE}`]: { content, size: 12, totalElements: 6, counts } },
  });
  await screen.findByText('26A000a');
  const table = within(screen.getByRole('table', { name: 'Lots' }));
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  // The cell of the radio comes first.
  const column = heads.indexOf('Controls') + 1;
  const rows = table.getAllByRole('row').slice(1);
  const cells = rows.map((row) => row.querySelectorAll('td')[column]);
  expect(cells.map((cell) => cell?.textContent)).toEqual([
    '1-3s in run 1281',
    'failed in run 1282',
    'none failed in 30 days',
    'no controls yet',
    'not used yet',
    'no controls in 30 days',
  ]);
});

test('SHELL-286 the time to the expiry of a lot is in days for two years, then in years', async () => {
  expect([1, 730, 731, 25_600].map((days) => text.lots.days(days))).toEqual([
    '1 day',
    '730 days',
    '2 years',
    '70 years',
  ]);
  const later = [lotOf('a', '26A0001', '2090-12-31')];
  show({ answers: { [`GET ${SEARCH}`]: { content: later, size: 5, totalElements: 1 } } });
  const row = (await screen.findByText('26A0001')).closest('tr');
  expect(row?.textContent).toMatch(/31-12-2090\d\d years/);
});

// The form of the first lot stayed open beside the list that “Go to” had led to.
test('SHELL-226 a link to other lots asks about the open form, and closes it', async () => {
  const place = `/?tab=lots&kit=${kit.id}&version=${version.id}`;
  const { router } = show({ at: place });
  await pick('26A0001');
  toggle();
  await act(() => router.navigate(`${place}&search=26B`));
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  expect(screen.getByRole('form', { name: 'Lot 26A0001' })).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'OK' }));
  await waitFor(() => {
    expect(screen.queryByRole('form')).toBeNull();
  });
  expect(router.state.location.search).toContain('search=26B');
});
