import type { ListedKit, ListedVersion } from '@curvewell/domain';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Answers, refusal, showPage } from '../../../../test/a-page.tsx';
import { idOf } from '../../../../test/a-run.ts';
import { KitList } from './kit-list.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const versionOf = (end: string, version: string, differing: Partial<ListedVersion> = {}): ListedVersion => ({
  id: idOf(end),
  version,
  use: 'in-use',
  requiredControls: { negative: 1, positive: 2 },
  activeLots: 1,
  trialLots: 0,
  nextExpiry: '2027-06-30',
  runs: 3,
  lastRunOn: '2026-11-19',
  ...differing,
});
const kitOf = (end: string, name: string, differing: Partial<ListedKit> = {}): ListedKit => ({
  id: idOf(end),
  name,
  isSample: false,
  owner: null,
  channels: ['FAM'],
  diagnostics: 3,
  buffers: ['RB-1'],
  analysers: [{ name: 'CFX96', status: 'VALIDATED' }],
  versions: [versionOf(`${end}1`, 'v1')],
  ...differing,
});
const NO_LOT = { activeLots: 0, nextExpiry: null, runs: 0, lastRunOn: null } as const;
const KITS: readonly ListedKit[] = [
  kitOf('a', 'Alpha', {
    channels: ['FAM', 'TEXAS_RED'],
    versions: [
      versionOf('a3', 'v3', { ...NO_LOT, use: 'trial', trialLots: 1 }),
      versionOf('a2', 'v2', { nextExpiry: '2026-12-19', runs: 1241 }),
      versionOf('a1', 'v1', { ...NO_LOT, use: 'closed', runs: 7, lastRunOn: '2025-03-01' }),
    ],
  }),
  kitOf('b', 'Beta', {
    analysers: ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, status: 'NOT_VALIDATED' })),
    versions: [versionOf('b1', 'v1', { nextExpiry: '2026-11-19' })],
  }),
  kitOf('c', 'Gamma', {
    versions: [
      versionOf('c1', 'v1', { ...NO_LOT, use: 'draft', requiredControls: { negative: 0, positive: 0 } }),
    ],
  }),
];

const show = (at = '/?tab=kits', answers: Answers = {}) =>
  showPage(<KitList />, {
    at,
    permissions: ['READ_KIT_CONFIG_ADMIN'],
    answers: { 'GET /api/kit/catalogue': KITS, ...answers },
  });
const linkOf = (name: string) => screen.findByRole('link', { name });
const cells = async (name: string) => {
  const row = (await linkOf(name)).closest('tr');
  return [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
};
const shownNames = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

describe('the list of kits', () => {
  it('KIT-184 shows what a kit may be used for, and until when', async () => {
    show();
    expect(await cells('Alpha')).toEqual([
      '',
      'AlphaFAM, TEXAS_RED · 3 diagnostics',
      'v2v3 in trial',
      'RB-1',
      'All laboratories',
      'CFX96Validated',
      '1 lotnext 19-12-2026',
      '1,24819-11-2026',
      ' 1 2',
      '',
    ]);
    expect((await cells('Beta'))[6]).toBe('1 lotexpired 19-11-2026');
    expect((await cells('Gamma')).slice(2)).toEqual([
      'v1draft',
      'RB-1',
      'All laboratories',
      'CFX96Validated',
      'no lot',
      'none',
      'none set',
      '',
    ]);
  });

  it('KIT-184 keeps the mark of a sample kit apart from its channels', async () => {
    show('/', { 'GET /api/kit/catalogue': [kitOf('d', 'Delta', { isSample: true })] });
    expect((await cells('Delta'))[1]).toBe('DeltaSample FAM · 3 diagnostics');
  });

  it('KIT-184 marks the expiry of lots within 30 days, and after', async () => {
    show();
    await linkOf('Alpha');
    expect(screen.getByText('next 19-12-2026').dataset['tone']).toBe('warning');
    expect(screen.getByText('expired 19-11-2026').dataset['tone']).toBe('danger');
  });

  it('KIT-184 says that lots have no expiry date, instead of the default day', async () => {
    const versions = [versionOf('d1', 'v1', { nextExpiry: '2099-12-31' })];
    show('/', { 'GET /api/kit/catalogue': [kitOf('d', 'Delta', { versions })] });
    expect((await cells('Delta'))[6]).toBe('1 lotno expiry date');
  });

  it('KIT-184 shows three analysers and how many more there are', async () => {
    show();
    await linkOf('Beta');
    expect(screen.getAllByText('Not validated', { selector: '.visually-hidden' })).toHaveLength(3);
    expect(screen.getByText('+2')).toBeTruthy();
  });

  it.each([
    ['In use 2', ['Alpha', 'Beta']],
    ['Draft or trial 2', ['Alpha', 'Gamma']],
    ['Not validated 1', ['Beta']],
    ['No controls set 1', ['Gamma']],
  ])('KIT-185 the filter “%s” finds %j', async (filter, names) => {
    const { router } = show();
    fireEvent.click(await screen.findByRole('button', { name: filter }));
    expect(shownNames()).toEqual(names);
    expect(router.state.location.search).toContain('show=');
    expect(screen.getByText(names.length === 1 ? '1 kit' : `${names.length} kits`)).toBeTruthy();
  });

  it('KIT-265 shows the owner of a kit, and filters and finds kits of the laboratory', async () => {
    const owner = { id: kitOf('d', '').id, name: 'North' };
    show('/?tab=kits&search=north', { 'GET /api/kit/catalogue': [...KITS, kitOf('d', 'Delta', { owner })] });
    expect((await cells('Delta'))[4]).toBe('North');
    expect(shownNames()).toEqual(['Delta']);
    cleanup();
    show('/?tab=kits&show=own', { 'GET /api/kit/catalogue': [...KITS, kitOf('d', 'Delta', { owner })] });
    await linkOf('Delta');
    expect(shownNames()).toEqual(['Delta']);
    expect(screen.getByRole('button', { name: 'Own 1' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('KIT-185 is searched, sorted and shared by its address', async () => {
    show('/?tab=kits&sort=runs,desc');
    await linkOf('Alpha');
    expect(shownNames()).toEqual(['Alpha', 'Beta', 'Gamma']);
    fireEvent.click(screen.getByRole('button', { name: 'Active lots' }));
    expect(shownNames()).toEqual(['Beta', 'Alpha', 'Gamma']);
    const search = screen.getByRole('searchbox', { name: 'Search kits' });
    fireEvent.change(search, { target: { value: 'gam' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(shownNames()).toEqual(['Gamma']);
    expect(screen.getByRole('button', { name: 'All 1' })).toBeTruthy();
  });

  it('KIT-185 says that no kit matches, and shows all again', async () => {
    show('/?tab=kits&search=nothing&show=in-use');
    expect(await screen.findByText('No kit matches “nothing”.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all kits' }));
    expect(shownNames()).toHaveLength(3);
  });

  it('KIT-186 unfolds a row to all versions with their use', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Show the versions of Alpha' }));
    const rows = ['v3', 'v2', 'v1'].map((version) =>
      screen.getByRole('link', { name: `Alpha ${version}` }).closest('tr'),
    );
    expect(
      rows.map((row) => within(row ?? document.body).getByText(/in trial|in use|closed/).textContent),
    ).toEqual(['in trial', 'in use', 'closed']);
    expect(rows[0]?.textContent).toContain('1 inactive lot');
    expect(screen.getByRole('link', { name: 'Alpha v1' }).getAttribute('href')).toContain(
      `kit=${idOf('a')}&version=${idOf('a1')}`,
    );
  });

  it('KIT-187 arrows, j and k go between rows, right and left unfold and fold', async () => {
    show();
    const alpha = await linkOf('Alpha');
    alpha.focus();
    const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
    key('ArrowRight');
    key('j');
    expect(document.activeElement?.textContent).toBe('v3');
    key('ArrowUp');
    expect(document.activeElement).toBe(alpha);
    key('ArrowLeft');
    expect(screen.queryByRole('link', { name: 'Alpha v3' })).toBeNull();
    key('ArrowDown');
    expect(document.activeElement?.textContent).toBe('Beta');
    key('k');
    expect(document.activeElement).toBe(alpha);
    key('f');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All 3' }));
    alpha.focus();
    // The browser's own keys stay its own.
    fireEvent.keyDown(alpha, { key: 'f', ctrlKey: true });
    expect(document.activeElement).toBe(alpha);
    key('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('KIT-188 can be loaded again after a failure', async () => {
    let fails = true;
    show('/', { 'GET /api/kit/catalogue': () => (fails ? refusal('It has been logged.') : KITS) });
    expect(await screen.findByText('The kits could not be loaded.')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await linkOf('Alpha')).toBeTruthy();
  });
});
