import { type CallFlagCode, type ChannelName, platePositions } from '@curvewell/domain';

import { itemAt } from '../../src/at.ts';
import { plateAnalyse } from '../../src/index.ts';
import { uniform } from '../random.ts';
import type { Fault } from './faults.ts';
import { type KitPlate, kitPlates, type KitWell } from './kits.ts';
import { configurationOf, curveOf, type Readings } from './methods.ts';
import { withShareOf } from './spoil.ts';

const SNR = 300;
const COLUMNS = 12;
const ROWS = 8;
const POSITIONS = platePositions('RECTANGULAR_96');

/** A plate with its readings, the contents of its wells, and the affected wells. */
interface SpoiltPlate {
  readonly plate: KitPlate;
  readonly readings: readonly Readings[];
  readonly isSpoilt: readonly boolean[];
  /** Another channel of the same wells. */
  readonly beside: { readonly plate: KitPlate; readonly readings: readonly Readings[] } | null;
}

/** The result for one well. */
export interface FaultCall {
  readonly isSpoilt: boolean;
  readonly isWrong: boolean;
  /** NEGATIVE although it has a target, or nothing of it was read. */
  readonly isWronglyNegative: boolean;
  readonly isCalled: boolean;
  readonly flags: readonly CallFlagCode[];
}

const isEdge = (well: number): boolean =>
  well < COLUMNS || well >= COLUMNS * (ROWS - 1) || well % COLUMNS === 0 || well % COLUMNS === COLUMNS - 1;

/** Every second well of a row, shifted from row to row, so that each column has equally many. */
const isOther = (well: number): boolean => (well + Math.floor(well / COLUMNS)) % 2 === 0;

function isBefallen({ extent }: Fault, well: number): boolean {
  switch (extent) {
    case 'plate':
      return true;
    case 'edge':
      return isEdge(well);
    case 'columns':
      return well % COLUMNS < 2;
    case 'every other well':
    case 'neighbour':
    case 'channel':
      return isOther(well);
  }
}

/** The well whose signal leaks in: the next in the row, or the previous one. */
const nextTo = (well: number): number => (well % COLUMNS === COLUMNS - 1 ? well - 1 : well + 1);

const readingsOf = ({ wells }: KitPlate): Readings[] =>
  wells.map(({ well: { temperature, fluorescence } }) => ({ temperature, fluorescence }));

function spoilt(fault: Fault, plate: KitPlate, other: KitPlate, seed: number): SpoiltPlate {
  const random = uniform(seed + 60_000_000);
  const { extent, share = 0, spoil } = fault;
  const clean = readingsOf(plate);
  const channel = readingsOf(other);
  const readings = clean.map((own, well): Readings => {
    if (!isBefallen(fault, well)) return own;
    if (extent === 'neighbour') return withShareOf(own, itemAt(clean, nextTo(well)), share);
    if (extent === 'channel') return withShareOf(own, itemAt(channel, well), share);
    if (extent === 'columns') return itemAt(clean, well % COLUMNS === 0 ? well + 1 : well - 1);
    return spoil === undefined ? own : spoil(own, random);
  });
  const isSpoilt = clean.map((_, well) => isBefallen(fault, well));
  const beside = extent === 'channel' ? { plate: other, readings: channel } : null;
  return { plate, readings, isSpoilt, beside };
}

const assayOf = (
  { kit }: KitPlate,
  { readings, channel }: { readonly readings: readonly Readings[]; readonly channel: ChannelName },
) => ({
  configuration: { ...configurationOf(kit), channel },
  wells: readings.map((one, i) => ({
    position: itemAt(POSITIONS, i),
    ...({ sampleType: 'DNA', expectedDiagnostic: null, controlGroup: '' } as const),
    phases: [{ type: 'MELT' as const, curve: curveOf(one) }],
  })),
});

function callOf(
  { must, may }: KitWell,
  { zonesHit, diagnostic }: { readonly zonesHit: readonly string[]; readonly diagnostic: string | null },
  isBlind: boolean,
) {
  const isCalled = diagnostic !== null;
  const isOff = zonesHit.some((zone) => !may.includes(zone)) || must.some((zone) => !zonesHit.includes(zone));
  const isNegative = diagnostic === 'NEGATIVE' && (must.length > 0 || isBlind);
  return { isCalled, isWrong: isCalled && (isBlind || isOff), isWronglyNegative: isNegative };
}

function calls({ plate, readings, isSpoilt, beside }: SpoiltPlate, isBlind: boolean): FaultCall[] {
  const assays = [
    assayOf(plate, { readings, channel: 'FAM' }),
    ...(beside === null ? [] : [assayOf(beside.plate, { readings: beside.readings, channel: 'TEXAS_RED' })]),
  ];
  const [called = []] = plateAnalyse({ assays });
  return called.map(({ explanation }, well) => ({
    isSpoilt: isSpoilt[well] === true,
    ...callOf(itemAt(plate.wells, well), explanation, isBlind && isSpoilt[well] === true),
    flags: explanation.flags.map(({ code }) => code),
  }));
}

const platesOf = new Map<string, readonly KitPlate[]>();

/** Plates of the kits whose targets are at least 2 °C apart, at SNR 300. */
function cleanPlates(seed: number, step: number | undefined): readonly KitPlate[] {
  const key = `${seed} ${step ?? ''}`;
  const known = platesOf.get(key);
  if (known !== undefined) return known;
  const made = kitPlates(seed, { snr: SNR, ...(step !== undefined && { step }) }).filter(
    ({ kit }) => !kit.isNear,
  );
  platesOf.set(key, made);
  return made;
}

/** Every well of a seed's plates with a fault, plate by plate; null: without a fault. */
export function faultCalls(fault: Fault | null, seed: number): FaultCall[][] {
  const plates = cleanPlates(seed, fault?.step);
  return plates.map((plate, i) => {
    const other = itemAt(plates, (i + 1) % plates.length);
    const none = { plate, readings: readingsOf(plate), isSpoilt: plate.wells.map(() => false), beside: null };
    return calls(fault === null ? none : spoilt(fault, plate, other, seed + i), fault?.isBlind === true);
  });
}

/** Number of wells by result. */
export interface FaultFigures {
  readonly wells: number;
  readonly wrong: number;
  readonly silent: number;
  readonly negative: number;
  readonly silentNegative: number;
  readonly notCalled: number;
  readonly flagged: number;
  /** In the unaffected wells: flags with codes that they lack without the fault. */
  readonly newFlags: number;
  readonly beside: number;
}

export function faultFigures(spoiltCalls: readonly FaultCall[], clean: readonly FaultCall[]): FaultFigures {
  const wells = spoiltCalls.filter(({ isSpoilt }) => isSpoilt);
  const count = (is: (call: FaultCall) => boolean): number => wells.filter(is).length;
  const hasNew = (call: FaultCall, i: number): boolean =>
    !call.isSpoilt && call.flags.some((code) => clean[i]?.flags.includes(code) !== true);
  return {
    wells: wells.length,
    wrong: count(({ isWrong }) => isWrong),
    silent: count(({ isWrong, flags }) => isWrong && flags.length === 0),
    negative: count(({ isWronglyNegative }) => isWronglyNegative),
    silentNegative: count(({ isWronglyNegative, flags }) => isWronglyNegative && flags.length === 0),
    notCalled: count(({ isCalled }) => !isCalled),
    flagged: count(({ flags }) => flags.length > 0),
    newFlags: spoiltCalls.filter(hasNew).length,
    beside: spoiltCalls.length - wells.length,
  };
}
