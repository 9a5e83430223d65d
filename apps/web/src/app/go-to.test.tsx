import type { Found } from '@curvewell/contracts';
import type { Permission } from '@curvewell/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { refusal, showPage } from '../../test/a-page.tsx';
import { aRun, idOf } from '../../test/a-run.ts';
import type { Sent } from '../../test/fake-network.ts';
import { GoTo } from './go-to.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const NONE = { found: [], more: false };
const nothing: Found = { runs: NONE, samples: NONE, kits: NONE, lots: NONE, people: NONE };
const runPlace = { isInterpreted: true, isArchived: false };
const sampleOf = (name: string): Found['samples']['found'][number] => ({
  name,
  runs: {
    found: [
      { ...runPlace, id: idOf('62'), businessId: 62, position: 'A3', result: null },
      { ...runPlace, id: idOf('41'), businessId: 41, position: 'C7', isArchived: true, result: null },
    ],
    more: false,
  },
});
const one = <Item,>(item: Item) => ({ found: [item], more: false });
const found: Found = {
  ...nothing,
  runs: one({
    ...runPlace,
    id: idOf('62'),
    businessId: 62,
    plateId: 'P-06',
    fileName: 'a.xlsx',
    kitReactionBuffer: 'LCT-13910 (RB-2)',
    status: 'WAIT_FOR_APPROVAL',
  }),
  samples: one(sampleOf('260311-00417')),
};

function show(search: unknown = found, permissions: readonly Permission[] = []) {
  const shown = showPage(
    <>
      <input aria-label="Comment" />
      <GoTo />
    </>,
    {
      at: '/archive',
      permissions,
      answers: {
        'GET /api/search': search,
        'GET /api/run': {
          listObjects: [aRun],
          numberOfObjects: 1,
          numberByStatus: { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: 1, APPROVED: 0, REJECTED: 0 },
          oldestWaiting: null,
        },
      },
    },
  );
  const searched = () =>
    shown.requests.map(({ address }) => address).filter((address) => address.startsWith('/api/search'));
  return { ...shown, searched };
}
const press = (target: Element = document.body) => fireEvent.keyDown(target, { key: 'k', ctrlKey: true });
async function open(): Promise<HTMLElement> {
  press();
  return screen.findByRole('combobox');
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true });

test('SHELL-160 Ctrl K opens a search from anywhere, also from a text field, and Escape closes it', async () => {
  show();
  press(screen.getByRole('textbox', { name: 'Comment' }));
  const field = await screen.findByRole('combobox');
  await waitFor(() => {
    expect(document.activeElement).toBe(field);
  });
  expect(screen.getByRole('dialog', { name: 'Go to' })).toBeDefined();
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('SHELL-160 a page with its own Ctrl K keeps it, and nothing opens above a dialog', async () => {
  show();
  const field = screen.getByRole('textbox', { name: 'Comment' });
  field.addEventListener('keydown', (event) => {
    event.preventDefault();
  });
  press(field);
  const dialog = document.createElement('div');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  press();
  dialog.remove();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(await open()).toBeDefined();
});

test('SHELL-161 without a text it lists the runs that changed last, and the pages and actions of the user', async () => {
  show();
  await open();
  const recent = within(await screen.findByRole('group', { name: 'Recently changed' }));
  expect(recent.getByRole('option').textContent).toContain(String(aRun.businessId));
  const commands = within(screen.getByRole('group', { name: 'Pages and actions' }));
  const names = commands.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toEqual(expect.arrayContaining(['ArchivePage', 'ImportAction', 'Sign outAction']));
  expect(names.filter((name) => /^(Audit|Jobs|Lot|Kit)/.test(name))).toEqual([]);
});

test('SHELL-161 pages that need a permission are listed for those who have it', async () => {
  show(found, ['READ_LOT_CONFIG_ADMIN', 'QA_ADMIN']);
  await open();
  const names = options();
  expect(names).toEqual(expect.arrayContaining(['AuditPage', 'Lot configurationPage']));
  expect(names).not.toContain('Kit configurationPage');
});

test('LIST-136 a found kit or lot says whether it belongs to the user’s own laboratory or to all', async () => {
  const kit = { id: idOf('71'), name: 'HFE' };
  const lot = {
    ...kit,
    active: true,
    expirationDate: '2027-03-31',
    kit,
    version: { id: kit.id, version: 'v1' },
  };
  show({
    ...nothing,
    kits: one({ ...kit, active: true, isOwn: true }),
    lots: one({ ...lot, name: '26B0417', isOwn: false }),
  } satisfies Found);
  await userEvent.type(await open(), 'HFE');
  const group = within(await screen.findByRole('group', { name: 'Kits and lots' }));
  expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('own kit'),
    expect.stringContaining('kit of all laboratories'),
  ]);
});

test('SHELL-162 results are grouped; arrow keys choose, and Enter opens the sample at its well', async () => {
  const { router } = show();
  const field = await open();
  await userEvent.type(field, '260311');
  await screen.findByRole('group', { name: 'Samples' });
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Runs',
    'Samples',
    'Pages and actions',
  ]);
  expect(chosen().textContent).toContain('P-06 · LCT-13910 (RB-2)');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(chosen().textContent).toBe('260311-00417in run 62, well A3');
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(chosen().textContent).toContain('in run 41, well C7Archived');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(`/archive/run/${idOf('41')}/interpretation`);
  });
  expect(router.state.location.search).toBe('?wells=C7');
});

test('SHELL-162 a sample of a run that is not interpreted opens at its well in the plate setup', async () => {
  const run = {
    ...runPlace,
    id: idOf('63'),
    businessId: 63,
    position: 'B5',
    isInterpreted: false,
    result: null,
  };
  const sample = { name: '260311-00500', runs: one(run) };
  const { router } = show({ ...nothing, samples: one(sample) });
  await userEvent.type(await open(), '260311');
  fireEvent.click(await screen.findByRole('option', { name: /in run 63, well B5/ }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(`/run/${idOf('63')}/configuration`);
  });
  expect(router.state.location.search).toBe('?step=2&wells=B5');
});

test('SHELL-162 Ctrl Enter opens a new tab and leaves the search open', async () => {
  const { router } = show();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const field = await open();
  await userEvent.type(field, '260311');
  await screen.findByRole('group', { name: 'Runs' });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(opened).toHaveBeenCalledWith(`/run/${idOf('62')}/interpretation`, '_blank');
  expect(router.state.location.pathname).toBe('/archive');
  expect(screen.getByRole('combobox')).toBe(field);
});

test('SHELL-163 several samples have a line each, with the numbers of their runs', async () => {
  show({ ...nothing, samples: { found: [sampleOf('260311-1'), sampleOf('260311-2')], more: true } });
  await userEvent.type(await open(), '260311');
  await screen.findByRole('group', { name: 'Samples' });
  expect(options().slice(0, 2)).toEqual(['260311-1in runs 62, 41', '260311-2in runs 62, 41']);
  expect(screen.getByRole('status').textContent).toBe(
    '2 results shown. Enter more of the name to narrow the search.',
  );
});

const withResult = (name: string, more = false) => {
  const { runs } = sampleOf(name);
  const [first, ...others] = runs.found;
  return { name, runs: { more, found: [{ ...first!, result: 'Carrier · 2 wells' }, ...others] } };
};

test('LIST-142 a sample has its signed result before each run, or that of its newest run', async () => {
  show({ ...nothing, samples: one(withResult('260311-1')) });
  await userEvent.type(await open(), '260311');
  await screen.findByRole('group', { name: 'Samples' });
  expect(options().slice(0, 2)).toEqual([
    '260311-1Carrier · 2 wells, in run 62, well A3',
    '260311-1in run 41, well C7Archived',
  ]);
});

test('TRUST-645 a line for several runs has the result of the newest, and says that it is not that of the others', async () => {
  const found = [withResult('260311-1'), withResult('260311-2', true)];
  show({ ...nothing, samples: { found, more: false } });
  await userEvent.type(await open(), '260311');
  await screen.findByRole('group', { name: 'Samples' });
  expect(options().slice(0, 2)).toEqual([
    '260311-1Carrier · 2 wells, in run 62; the sample is also in run 41',
    '260311-2Carrier · 2 wells, in run 62; the sample is also in runs 41, …',
  ]);
});

test('SHELL-163 a single sample says with its last run that it is in others', async () => {
  const sample = sampleOf('260311-1');
  show({ ...nothing, samples: one({ ...sample, runs: { ...sample.runs, more: true } }) });
  await userEvent.type(await open(), '260311');
  await screen.findByRole('group', { name: 'Samples' });
  expect(options().slice(0, 2)).toEqual([
    '260311-1in run 62, well A3',
    '260311-1in run 41, well C7; the sample is also in other runsArchived',
  ]);
});

test('SHELL-164 an answer for an earlier text is never shown', async () => {
  const answers: Record<string, (response: Response) => void> = {};
  const { searched } = show(
    ({ address }: Sent) =>
      new Promise<Response>((resolve) => {
        answers[new URLSearchParams(address.split('?')[1]).get('search') ?? ''] = resolve;
      }),
  );
  const field = await open();
  fireEvent.change(field, { target: { value: 'first' } });
  await waitFor(() => {
    expect(searched()).toHaveLength(1);
  });
  fireEvent.change(field, { target: { value: 'second' } });
  answers['first']?.(Response.json(found));
  await waitFor(() => {
    expect(searched()).toHaveLength(2);
  });
  expect(screen.queryByRole('group', { name: 'Runs' })).toBeNull();
  answers['second']?.(Response.json({ ...nothing, samples: one(sampleOf('second-1')) }));
  await screen.findByRole('group', { name: 'Samples' });
  expect(screen.queryByRole('group', { name: 'Runs' })).toBeNull();
});

test('SHELL-165 a failed search says so; pages and actions stay', async () => {
  show(() => refusal('Out of order.'));
  await userEvent.type(await open(), 'archive');
  await waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe('The search failed.');
  });
  expect(options()).toEqual(['ArchivePage', 'Search the list of runs for “archive”']);
});

test('SHELL-166 two letters are not sent, and a number is', async () => {
  const { searched } = show(nothing);
  const field = await open();
  fireEvent.change(field, { target: { value: 'ar' } });
  expect(screen.getByRole('status').textContent).toMatch(
    /at least 3 letters or digits, or the number of a run/,
  );
  fireEvent.change(field, { target: { value: '7' } });
  await waitFor(() => {
    expect(searched()).toEqual(['/api/search?search=7']);
  });
});

test('SHELL-167 a text leads to the list of runs that contain it', async () => {
  const { router } = show(nothing);
  const field = await open();
  await userEvent.type(field, 'lct 100%');
  fireEvent.click(await screen.findByRole('option', { name: 'Search the list of runs for “lct 100%”' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(new URLSearchParams(router.state.location.search).get('search')).toBe('lct 100%');
});
