import type { Run } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { filledWells, fillPlate, isControlName, fillWell, confirmFilled, unfillWell } from './fill-in.ts';
import { isTypeOfFile } from './from-file.ts';
import { plateOnRun } from './read-plate-draft.ts';
import { EMPTY_WELL, changeWell, copyWell, type PlateDraft, type WellDraft } from './plate-draft.ts';

const TODAY = '2026-11-20';
const GOOD = { id: 'l1', name: '26B0417', expirationDate: '2027-03-31' };
const OTHER = { id: 'l2', name: '26B0431', expirationDate: '2027-03-31' };
const EXPIRED = { id: 'l3', name: '26C0022', expirationDate: '2026-10-31' };
const BUFFER = { id: 'b1', name: 'RB-2' };
const versionOf = (kit: string) => ({ id: `${kit}-v1`, version: 'v1', kit: { id: kit, name: kit } });

interface RunKitWish {
  readonly kit?: string;
  readonly lots?: readonly (typeof GOOD)[];
  readonly buffer?: typeof BUFFER | null;
}

// The parts that filling in reads.
const runOf = (...kits: readonly RunKitWish[]): Run =>
  ({
    kits: kits.map(({ kit = 'LCT', lots = [GOOD], buffer = BUFFER }) => ({
      kitVersion: versionOf(kit),
      reactionBuffer: buffer,
      lots,
    })),
    analyses: [],
  }) as unknown as Run;

const sourceOf = (...kits: readonly RunKitWish[]) => ({ run: runOf(...kits), day: TODAY });
const named = (name: string, over: Partial<WellDraft> = {}): WellDraft => ({ ...EMPTY_WELL, name, ...over });

describe('what is filled in on a plate because it has one answer', () => {
  it('STEP2-17 a named well gets the only kit, buffer and lot, and is blood; an empty one stays empty', () => {
    const filled = fillWell(named('S-1'), sourceOf({ lots: [GOOD, EXPIRED] }));
    expect(filled).toMatchObject({
      kitVersion: versionOf('LCT'),
      lot: GOOD,
      reactionBuffer: BUFFER,
      sampleType: 'BLOOD',
      filled: ['kitVersion', 'sampleType', 'lot', 'reactionBuffer'],
    });
    expect(fillWell(EMPTY_WELL, sourceOf({}))).toBe(EMPTY_WELL);
  });

  it('nothing is filled in where there are two answers', () => {
    const two = fillWell(named('S-1'), sourceOf({ kit: 'LCT' }, { kit: 'F2' }));
    expect(two).toMatchObject({ kitVersion: null, lot: null, sampleType: 'BLOOD', filled: ['sampleType'] });
    const lots = fillWell(named('S-1'), sourceOf({ lots: [GOOD, OTHER], buffer: null }));
    expect(lots).toMatchObject({ kitVersion: versionOf('LCT'), lot: null, reactionBuffer: null });
    expect(fillWell(named('S-1'), sourceOf({ lots: [EXPIRED] })).lot).toBeNull();
  });

  it('what is there stays: a type from the file, and what a user chose', () => {
    const standard = fillWell(named('S-1', { sampleType: 'STANDARD', lot: null }), sourceOf({}));
    expect(standard).toMatchObject({ sampleType: 'STANDARD', lot: GOOD });
    expect(standard.filled).not.toContain('sampleType');
  });

  it('what may be a control is never taken for blood', () => {
    const controls = ['NTC', 'NTC 1', 'ntc_2', 'PC-1', 'Neg. control', 'STD W', 'H2O', 'WT', 'blank', 'Std1'];
    expect(controls.filter((name) => !isControlName(name))).toEqual([]);
    const samples = ['S-20614', 'Posner', 'Negri', '004123', 'Callas', 'Waterhouse'];
    expect(samples.filter(isControlName)).toEqual([]);
    expect(fillWell(named('NTC 1'), sourceOf({}))).toMatchObject({ sampleType: null, lot: GOOD });
  });

  it('a plate that somebody has started to describe is left as it is', () => {
    const begun: PlateDraft = new Map([
      ['A1', named('S-1', { kitVersion: versionOf('LCT') })],
      ['A2', named('S-2')],
    ]);
    expect(fillPlate(begun, sourceOf({}))).toBe(begun);
  });
});

describe('what a well and a plate need to be filled in', () => {
  it('is a name, a type or a kit', () => {
    const source = sourceOf({});
    expect(fillWell({ ...EMPTY_WELL, sampleType: 'DNA' }, source)).toMatchObject({
      kitVersion: versionOf('LCT'),
      sampleType: 'DNA',
    });
    const withKit = { ...EMPTY_WELL, kitVersion: versionOf('LCT') };
    expect(fillWell(withKit, source)).toMatchObject({ lot: GOOD, sampleType: null });
  });

  it('STEP2-17 is a plate of which no well has a kit: each of its wells', () => {
    const fresh: PlateDraft = new Map([
      ['A1', named('S-1')],
      ['A2', EMPTY_WELL],
    ]);
    const filled = fillPlate(fresh, sourceOf({}));
    expect([...filled.keys()]).toEqual(['A1', 'A2']);
    expect(filled.get('A1')).toMatchObject({ kitVersion: versionOf('LCT'), lot: GOOD });
    expect(filled.get('A2')).toBe(EMPTY_WELL);
  });

  it('is one buffer in all rows of its kit version, whatever those of others have', () => {
    const second = { id: 'b2', name: 'RB-3' };
    const well = named('S-1', { kitVersion: versionOf('LCT') });
    const bufferOf = (...kits: readonly RunKitWish[]) => fillWell(well, sourceOf(...kits)).reactionBuffer;
    expect(bufferOf({}, { buffer: BUFFER })).toEqual(BUFFER);
    expect(bufferOf({}, { buffer: second })).toBeNull();
    expect(bufferOf({}, { buffer: null })).toBeNull();
    expect(bufferOf({}, { kit: 'F2', buffer: second })).toEqual(BUFFER);
    expect(bufferOf({}, { kit: 'F2', buffer: null })).toEqual(BUFFER);
    expect(bufferOf({ kit: 'F2' })).toBeNull();
  });

  it('what was passed already, or never filled in, stays as it is', () => {
    const well = named('S-1');
    expect(confirmFilled(well, 'lot')).toBe(well);
    expect(unfillWell(well)).toBe(well);
    const filled = fillWell(well, sourceOf({}));
    const once = confirmFilled(filled, 'lot');
    expect(confirmFilled(once, 'lot')).toBe(once);
  });

  it('is a name that is no control’s, alone or among others', () => {
    const controls = ['Kontrolle 3', 'Kontroll', 'wild type', 'wild-type', 'wildtype', 'x NTC', 'NTC/x'];
    expect(controls.filter((name) => !isControlName(name))).toEqual([]);
    expect(['xNTC', 'NTCx', 'Kontrollör'].filter(isControlName)).toEqual(['Kontrollör']);
  });
});

describe('the mark of what was filled in', () => {
  const filled = fillWell(named('S-1'), sourceOf({}));

  it('goes when the field is changed or passed; of a new kit nothing old stays marked', () => {
    expect(changeWell(filled, { field: 'sampleType', value: 'DNA' }).filled).not.toContain('sampleType');
    expect(confirmFilled(filled, 'lot').filled).toEqual(['kitVersion', 'sampleType', 'reactionBuffer']);
    expect(changeWell(filled, { field: 'kitVersion', value: versionOf('F2') }).filled).toEqual([
      'sampleType',
    ]);
  });

  it('is not copied with the settings: a person has chosen those', () => {
    expect(copyWell(filled)(named('S-2'))).toEqual({ ...named('S-2'), ...without(filled), name: 'S-2' });
  });

  it('all that is marked can be taken away; what was passed stays', () => {
    expect(unfillWell(filled)).toEqual(named('S-1'));
    expect(unfillWell(confirmFilled(filled, 'sampleType'))).toEqual(named('S-1', { sampleType: 'BLOOD' }));
    expect(
      filledWells(
        new Map([
          ['A1', filled],
          ['A2', unfillWell(filled)],
        ]),
      ),
    ).toEqual(['A1']);
  });

  it('after another lot in step 1 a kept plate gets the one that is left', () => {
    const plate = new Map([['A1', without(filled)]]);
    const [well] = plateOnRun(plate, sourceOf({ lots: [OTHER] })).values();
    expect(well).toMatchObject({ lot: OTHER, filled: ['lot'] });
  });
});

it('a type is from the file only as long as nobody has described the plate', () => {
  const wells = { A1: { name: 'S-1', sampleType: 'DNA', kitVersion: null } };
  const read = { ...runOf(), analyses: [{ wells }] } as unknown as Run;
  expect(isTypeOfFile(read, { position: 'A1', sampleType: 'DNA' })).toBe(true);
  expect(isTypeOfFile(read, { position: 'A1', sampleType: 'BLOOD' })).toBe(false);
  const described = { ...wells, A2: { name: null, sampleType: null, kitVersion: versionOf('LCT') } };
  const saved = { ...runOf(), analyses: [{ wells: described }] } as unknown as Run;
  expect(isTypeOfFile(saved, { position: 'A1', sampleType: 'DNA' })).toBe(false);
});

function without(well: WellDraft): WellDraft {
  const { filled: _marks, ...rest } = well;
  return rest;
}
