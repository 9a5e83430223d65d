import type { Kit, KitVersion, Lot } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import {
  emptyRow,
  expiredLots,
  filledFields,
  filledIn,
  kitsFor,
  lotsFor,
  type KitRow,
  missingIn,
  nameFault,
  nextVersionName,
  savedRows,
  withKit,
  withVersion,
  trialLots,
  withLotsOf,
  theOnlyKit,
} from './kit-rows.ts';

const kit = (id: string): Kit => ({
  id,
  name: id,
  isSample: false,
  makesTrials: false,
  owner: null,
  melt: true,
  anneal: false,
  reactionBuffers: [],
  channelAssignments: [],
});

const lot = (id: string, over: Partial<Lot> = {}): Lot => ({
  id,
  name: id,
  expirationDate: '2099-12-31',
  active: true,
  admin: true,
  production: true,
  kitVersion: { id: 'v', version: 'v1', kit: { id: 'k1', name: 'k1' } },
  revision: 0,
  ...over,
});

const version = (id: string, lots: Lot[], kitId = 'k1'): KitVersion => ({
  id,
  version: id,
  kit: { id: kitId, name: kitId },
  lots,
  validityStartDate: null,
  validityEndDate: null,
  isEditable: true,
  isFirst: true,
  requiredControls: { negative: 1, positive: 0 },
  outsideDiagnostic: null,
  tmShift: null,
  meltTemplates: null,
  curveShapes: null,
  replicates: null,
  channelRules: null,
  amplification: null,
  revision: 0,
});

const TODAY = '2026-11-20';

const row = (over: Partial<KitRow> = {}): KitRow => ({ ...emptyRow(0), ...over });

describe('the kits of a run', () => {
  it('STEP1-04 are offered to one row only', () => {
    const rows = [row({ kitId: 'k1' }), { ...row(), key: 1 }];
    expect(kitsFor({ ...row(), key: 1 }, rows, [kit('k1'), kit('k2')]).map(({ id }) => id)).toEqual(['k2']);
  });

  it('KIT-262 are offered to one row only by their name, in which row both are a choice', () => {
    const kits = [kit('k1'), { ...kit('k2'), name: 'K1' }, kit('k3')];
    const rows = [row({ kitId: 'k1' }), { ...row(), key: 1 }];
    const offered = (index: number) => kitsFor(rows[index] ?? row(), rows, kits).map(({ id }) => id);
    expect(offered(0)).toEqual(['k1', 'k2', 'k3']);
    expect(offered(1)).toEqual(['k3']);
  });

  it('a single kit with one version and one lot is filled in', () => {
    const filled = filledIn(row(), {
      kits: [kit('k1')],
      versions: [version('v1', [lot('a')])],
      only: 'k1',
      day: TODAY,
    });
    expect(filled).toMatchObject({ kitId: 'k1', versionId: 'v1', lotIds: ['a'] });
    expect(missingIn(filled)).toEqual([]);
  });

  it('SHELL-193 the only kit besides sample kits is filled in, and of several none', () => {
    const sample = (id: string): Kit => ({ ...kit(id), isSample: true, makesTrials: true });
    const shown = (kits: readonly Kit[]) =>
      filledIn(row(), { kits, versions: [], only: theOnlyKit(kits, []), day: TODAY }).kitId;
    expect(shown([sample('s1'), kit('own'), sample('s2')])).toBe('own');
    expect(shown([sample('s1')])).toBe('s1');
    expect(shown([sample('s1'), sample('s2')])).toBeNull();
    expect(shown([kit('k1'), kit('k2'), sample('s1')])).toBeNull();
  });

  it('KIT-309 of several kits, the only one on the analyser is filled in, and no sample kit', () => {
    const sample: Kit = { ...kit('s1'), isSample: true };
    const kits = [kit('k1'), kit('k2'), sample];
    expect(theOnlyKit(kits, [kit('k2'), sample])).toBe('k2');
    expect(theOnlyKit(kits, [kit('k1'), kit('k2')])).toBeNull();
    expect(theOnlyKit(kits, [sample])).toBeNull();
  });

  it('nothing is filled in if there is a choice or if it was cleared', () => {
    const versions = [version('v1', [lot('a'), lot('b')]), version('v2', [])];
    expect(filledIn(row({ kitId: 'k1' }), { kits: [], versions, only: null, day: TODAY })).toMatchObject({
      versionId: null,
    });
    const emptied = row({ kitId: 'k1', versionId: 'v1', lotIds: [] });
    expect(
      filledIn(emptied, { kits: [], versions: [version('v1', [lot('a')])], only: null, day: TODAY }).lotIds,
    ).toEqual([]);
  });

  it('STEP1-05 lots of another version are deselected', () => {
    const chosen = row({ kitId: 'k1', versionId: 'v1', lotIds: ['a'] });
    const versions = [version('v1', [lot('a'), lot('b')]), version('v2', [lot('c'), lot('d')])];
    expect(filledIn(chosen, { kits: [], versions, only: null, day: TODAY }).lotIds).toEqual(['a']);
    expect(
      filledIn(withVersion(chosen, 'v2'), { kits: [], versions, only: null, day: TODAY }).lotIds,
    ).toEqual([]);
    expect(withKit(chosen, 'k2')).toEqual(row({ kitId: 'k2' }));
  });

  it('STEP1-22 need a version and lots', () => {
    expect(missingIn(row())).toEqual(['kit', 'version', 'lots']);
    expect(missingIn(row({ kitId: 'k1', versionId: 'v1' }))).toEqual(['lots']);
    expect(savedRows([row({ kitId: 'k1', versionId: 'v1', lotIds: ['a'] })])).toEqual([
      { kitVersion: { id: 'v1' }, reactionBuffer: null, lots: [{ id: 'a' }] },
    ]);
  });

  it('STEP1-23 a lot expires the day after its date', () => {
    const versions = [version('v1', [lot('a', { expirationDate: '2026-10-31' })])];
    const chosen = row({ kitId: 'k1', versionId: 'v1', lotIds: ['a'] });
    expect(expiredLots(chosen, versions, '2026-10-31')).toEqual([]);
    expect(expiredLots(chosen, versions, '2026-11-01').map(({ id }) => id)).toEqual(['a']);
  });
});

describe('LOT-105 inactive lots', () => {
  const trial = lot('t', { active: false });
  const offers = (lots: Lot[]) => ({
    kits: [],
    versions: [version('v1', lots)],
    only: null,
    day: TODAY,
  });
  const chosen = row({ kitId: 'k1', versionId: 'v1' });

  it('are offered to users who may see them, and never filled in', () => {
    const { versions } = offers([lot('a'), trial]);
    expect(lotsFor(chosen, versions).map(({ id }) => id)).toEqual(['a', 't']);
    expect(filledIn(chosen, offers([trial])).lotIds).toEqual([]);
    expect(filledIn(chosen, offers([lot('a'), trial])).lotIds).toEqual(['a']);
  });

  it('stay selected, also for users who may not see them', () => {
    const { name, expirationDate } = trial;
    const kitVersion = { id: 'v1', version: 'v1', kit: { id: 'k1', name: 'k1' } };
    const kits = [
      {
        kitVersion,
        reactionBuffer: null,
        channelAssignments: [],
        requiredControls: { negative: 1, positive: 0 },
        status: 'VALIDATED' as const,
        lots: [{ id: 't', name, expirationDate, active: false }],
        validityEndDate: null,
      },
    ];
    const versions = withLotsOf({ kits }, [version('v1', [lot('a')])]);
    const kept = filledIn({ ...chosen, lotIds: ['t'] }, { ...offers([]), versions });
    expect(kept.lotIds).toEqual(['t']);
    expect(trialLots(kept, versions, kit('k')).map((one) => one.name)).toEqual(['t']);
    expect(trialLots({ ...kept, lotIds: ['a'] }, versions, kit('k'))).toEqual([]);
  });

  it('KIT-140 every lot of a sample kit makes the run a trial run', () => {
    const versions = [version('v1', [lot('a'), lot('b')])];
    const row = { ...chosen, lotIds: ['a'] };
    expect(trialLots(row, versions, { ...kit('k'), isSample: true, makesTrials: true })).toEqual([
      { name: 'a', sampleKit: 'k' },
    ]);
    expect(trialLots(row, versions, { ...kit('k'), isSample: true })).toEqual([]);
  });
});

describe('names of new items', () => {
  it('STEP1-10 the first version is v1, later ones are numbered', () => {
    expect(nextVersionName([])).toBe('v1');
    expect(nextVersionName(['v1', 'v2'])).toBe('v3');
  });

  it('STEP1-11 STEP1-14 must be neither empty nor taken, regardless of case', () => {
    expect(nameFault(' ', [])).toBe('missing');
    expect(nameFault('lct-13910', ['LCT-13910'])).toBe('taken');
    expect(nameFault('F2-F5', ['LCT-13910'])).toBeNull();
  });
});

describe('filling in single choices', () => {
  const buffered = {
    ...kit('k1'),
    reactionBuffers: [{ id: 'b', name: 'RB-2', active: true, channels: [], configured: true }],
  };

  it('STEP1-03 includes the only buffer and the only unexpired lot', () => {
    const lots = [lot('old', { expirationDate: '2026-11-19' }), lot('good')];
    const offers = { kits: [buffered], versions: [version('v', lots)], only: 'k1', day: TODAY };
    const shown = filledIn(row(), offers);
    expect(shown).toMatchObject({ kitId: 'k1', versionId: 'v', bufferId: 'b', lotIds: ['good'] });
    expect([...filledFields(row(), shown)]).toEqual(['kitId', 'versionId', 'bufferId', 'lotIds']);
  });

  it('skips two possible values and chosen fields', () => {
    const offers = {
      kits: [buffered],
      only: 'k1',
      day: TODAY,
      versions: [version('v', [lot('one'), lot('two')])],
    };
    const chosen = row({ kitId: 'k1' });
    const shown = filledIn(chosen, offers);
    expect(shown.lotIds).toEqual([]);
    expect([...filledFields(chosen, shown)]).toEqual(['versionId', 'bufferId']);
  });
});
