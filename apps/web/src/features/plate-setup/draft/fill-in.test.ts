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

// Only the fields that filling in reads.
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

describe('automatic filling of a plate', () => {
  it('STEP2-17 a named well gets the only kit, buffer and lot, and blood; an empty well stays empty', () => {
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

  it('fills nothing with two possible values', () => {
    const two = fillWell(named('S-1'), sourceOf({ kit: 'LCT' }, { kit: 'F2' }));
    expect(two).toMatchObject({ kitVersion: null, lot: null, sampleType: 'BLOOD', filled: ['sampleType'] });
    const lots = fillWell(named('S-1'), sourceOf({ lots: [GOOD, OTHER], buffer: null }));
    expect(lots).toMatchObject({ kitVersion: versionOf('LCT'), lot: null, reactionBuffer: null });
    expect(fillWell(named('S-1'), sourceOf({ lots: [EXPIRED] })).lot).toBeNull();
  });

  it("keeps existing values: a type from the file, and the user's choices", () => {
    const standard = fillWell(named('S-1', { sampleType: 'STANDARD', lot: null }), sourceOf({}));
    expect(standard).toMatchObject({ sampleType: 'STANDARD', lot: GOOD });
    expect(standard.filled).not.toContain('sampleType');
  });

  it('never types a possible control as blood', () => {
    const controls = ['NTC', 'NTC 1', 'ntc_2', 'PC-1', 'Neg. control', 'STD W', 'H2O', 'WT', 'blank', 'Std1'];
    expect(controls.filter((name) => !isControlName(name))).toEqual([]);
    const samples = ['S-20614', 'Posner', 'Negri', '004123', 'Callas', 'Waterhouse'];
    expect(samples.filter(isControlName)).toEqual([]);
    expect(fillWell(named('NTC 1'), sourceOf({}))).toMatchObject({ sampleType: null, lot: GOOD });
  });

  it('leaves a plate that the user has started unchanged', () => {
    const begun: PlateDraft = new Map([
      ['A1', named('S-1', { kitVersion: versionOf('LCT') })],
      ['A2', named('S-2')],
    ]);
    expect(fillPlate(begun, sourceOf({}))).toBe(begun);
  });
});

describe('a well to be filled in', () => {
  it('has a name, a type or a kit', () => {
    const source = sourceOf({});
    expect(fillWell({ ...EMPTY_WELL, sampleType: 'DNA' }, source)).toMatchObject({
      kitVersion: versionOf('LCT'),
      sampleType: 'DNA',
    });
    const withKit = { ...EMPTY_WELL, kitVersion: versionOf('LCT') };
    expect(fillWell(withKit, source)).toMatchObject({ lot: GOOD, sampleType: null });
  });

  it('STEP2-17 is on a plate without kits: then all wells qualify', () => {
    const fresh: PlateDraft = new Map([
      ['A1', named('S-1')],
      ['A2', EMPTY_WELL],
    ]);
    const filled = fillPlate(fresh, sourceOf({}));
    expect([...filled.keys()]).toEqual(['A1', 'A2']);
    expect(filled.get('A1')).toMatchObject({ kitVersion: versionOf('LCT'), lot: GOOD });
    expect(filled.get('A2')).toBe(EMPTY_WELL);
  });

  it('gets the buffer of its kit version if all rows of that version agree', () => {
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

  it('keeps what was confirmed or never filled in', () => {
    const well = named('S-1');
    expect(confirmFilled(well, 'lot')).toBe(well);
    expect(unfillWell(well)).toBe(well);
    const filled = fillWell(well, sourceOf({}));
    const once = confirmFilled(filled, 'lot');
    expect(confirmFilled(once, 'lot')).toBe(once);
  });

  it('has a name that is not that of a control, alone or with others', () => {
    const controls = ['Kontrolle 3', 'Kontroll', 'wild type', 'wild-type', 'wildtype', 'x NTC', 'NTC/x'];
    expect(controls.filter((name) => !isControlName(name))).toEqual([]);
    expect(['xNTC', 'NTCx', 'Kontrollör'].filter(isControlName)).toEqual(['Kontrollör']);
  });
});

describe('the mark of a filled-in field', () => {
  const filled = fillWell(named('S-1'), sourceOf({}));

  it('is removed when the field is changed or confirmed, and when the kit changes', () => {
    expect(changeWell(filled, { field: 'sampleType', value: 'DNA' }).filled).not.toContain('sampleType');
    expect(confirmFilled(filled, 'lot').filled).toEqual(['kitVersion', 'sampleType', 'reactionBuffer']);
    expect(changeWell(filled, { field: 'kitVersion', value: versionOf('F2') }).filled).toEqual([
      'sampleType',
    ]);
  });

  it('is not copied with the settings, because the user chose those', () => {
    expect(copyWell(filled)(named('S-2'))).toEqual({ ...named('S-2'), ...without(filled), name: 'S-2' });
  });

  it('allows clearing all marked fields; confirmed ones stay', () => {
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

  it('a stored plate gets the only remaining lot after a change in step 1', () => {
    const plate = new Map([['A1', without(filled)]]);
    const [well] = plateOnRun(plate, sourceOf({ lots: [OTHER] })).values();
    expect(well).toMatchObject({ lot: OTHER, filled: ['lot'] });
  });
});

it('a type counts as from the file only until the plate setup is saved', () => {
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
