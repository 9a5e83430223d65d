import type { DoubtKind, Position, SampleType } from '@curvewell/domain';
import {
  generateCfxExport,
  generateQuantStudioXlsx,
  generateRdes,
  generateRotorGene,
} from '@curvewell/instruments/generate';

import { cfxReports, eachValue, gap, GOOD_WELLS, goodBut, well, WHOLE, type PlateFiles } from './plates.ts';

/** Where a mistake is told first. */
export type Place =
  | 'import: refused'
  | 'step 1: refused'
  | 'step 1: to be confirmed'
  | 'interpretation: refused'
  | `check: ${DoubtKind | 'plate'}`
  | 'approval: refused'
  | 'nowhere';

export interface SetWell {
  readonly name?: string;
  readonly type?: SampleType;
  /** Of the same kit version. */
  readonly lot?: string;
  /** A standard's, as the laboratory words it. */
  readonly expected?: string;
}

/** A plate that is wrong on purpose. */
export interface Mistake {
  readonly name: string;
  readonly files?: PlateFiles;
  /** The kit that somebody chooses; the one that the plate is made for. */
  readonly kit?: string;
  readonly wells?: Readonly<Record<Position, SetWell>>;
  /** How the lot of the plate is. */
  readonly lot?: { readonly expires?: string; readonly active?: boolean };
  /** Where it has to be told at the latest, and in which words. */
  readonly told: { readonly at: Place; readonly says: RegExp };
}

const SAMPLE = { type: 'BLOOD' } as const;
const OTHER_LOT = '26B0431';

/** Of kit and file. */
const FIT: readonly Mistake[] = [
  {
    name: 'wrong kit, read at other temperatures',
    files: { channels: ['FAM'], temperature: { from: 76, to: 95, step: 0.2 } },
    kit: 'Protein thermal shift',
    told: { at: 'step 1: refused', says: /None of its zones was read/ },
  },
  {
    name: 'wrong kit, read at the same temperatures',
    files: { channels: ['FAM'], phases: ['MELT'], temperature: { from: 25, to: 95, step: 0.5 } },
    kit: 'Protein thermal shift',
    told: { at: 'check: failedControls', says: /signal rises|upside down|lies in no zone|no peak explains/ },
  },
  {
    name: 'kit that is not set up for this cycler',
    kit: 'Two-product mix',
    told: { at: 'step 1: refused', says: /has no zones for Bio-Rad CFX96/ },
  },
  {
    name: 'wrong phase: MELT alone for a kit of two phases',
    files: { phases: ['MELT'] },
    told: { at: 'step 1: to be confirmed', says: /does not hold the phase ANNEAL/ },
  },
  {
    name: 'wrong channel: another one than the kit reads',
    files: { channels: ['TEXAS_RED'] },
    kit: 'Protein thermal shift',
    told: { at: 'step 1: refused', says: /This kit reads FAM\. The file holds TEXAS_RED/ },
  },
  {
    name: 'wrong channel: the two dyes swapped',
    files: { wells: GOOD_WELLS.map(swapDyes) },
    told: { at: 'check: failedControls', says: /lies in no zone|No rule|not described|combination/i },
  },
  {
    name: 'one of two channels is missing',
    files: { channels: ['FAM'] },
    told: { at: 'step 1: to be confirmed', says: /also reads TEXAS_RED/ },
  },
  {
    name: 'range too short at its low end',
    files: { temperature: { ...WHOLE, from: 54 } },
    told: { at: 'step 1: to be confirmed', says: /Zone.* A .*not read/ },
  },
  {
    name: 'range too short at its high end',
    files: { temperature: { ...WHOLE, to: 60 } },
    told: { at: 'step 1: to be confirmed', says: /Zone.* B .*not read/ },
  },
  {
    name: 'plate of 384 wells for a cycler of 96',
    files: { plateType: 'RECTANGULAR_384', wells: goodBut(well('A1', 'S-1', [55.3], [58.8])).map(beyond96) },
    told: { at: 'import: refused', says: /well|plate|position/i },
  },
  {
    name: 'files of another cycler',
    files: { analyser: 'LightCycler 480' },
    told: { at: 'import: refused', says: /LightCycler|format|file/i },
  },
  {
    name: 'files without a melting curve',
    files: { write: (run) => generateCfxExport(run).filter(({ name }) => name.includes('Quantification')) },
    told: { at: 'import: refused', says: /melt/i },
  },
];

/** Of the readings. */
const CURVES: readonly Mistake[] = [
  {
    name: 'inverted curves',
    files: { change: eachValue((value) => 8000 - value) },
    told: { at: 'check: failedControls', says: /signal rises/ },
  },
  {
    name: 'gap in the readings',
    files: { change: gap(54, 57) },
    told: { at: 'check: failedControls', says: /nothing was read between/ },
  },
  {
    name: 'too few readings',
    files: { temperature: { ...WHOLE, step: 5 } },
    told: { at: 'import: refused', says: /too short to be a melting curve/ },
  },
  {
    name: 'saturated detector',
    files: { change: eachValue((value) => Math.min(value, 4100)) },
    told: { at: 'check: failedControls', says: /detector’s limit/ },
  },
  {
    name: 'melt in no zone',
    files: { wells: goodBut(well('A1', 'S-1', [68], [58.8])) },
    told: { at: 'check: unresolved', says: /lies in no zone/ },
  },
  {
    name: 'melt that the end of the readings cuts off',
    files: { wells: goodBut(well('A1', 'S-1', [72], [58.8])) },
    told: { at: 'check: unresolved', says: /cut off|lies in no zone/ },
  },
  {
    name: 'threshold of another scale: a 200th of the signal',
    files: { change: eachValue((value) => value / 200) },
    told: { at: 'check: failedControls', says: /another scale/ },
  },
  {
    name: 'threshold of another scale: an eighth of the signal',
    files: { change: eachValue((value) => value / 8) },
    told: { at: 'check: failedControls', says: /limit 60|no peak there counts/ },
  },
  {
    name: 'threshold of another scale: an eighth of the signal, without a positive control',
    files: { change: eachValue((value) => value / 8), wells: GOOD_WELLS.slice(0, 4) },
    told: { at: 'check: curves', says: /no peak there counts/ },
  },
  {
    name: 'constant signal in one well',
    files: { change: eachValue(() => 3000, ['A1']) },
    told: { at: 'check: unresolved', says: /no signal/ },
  },
];

/** Of lots, controls and standards. */
const PLATE: readonly Mistake[] = [
  {
    name: 'lot expired',
    lot: { expires: '2026-01-14' },
    told: { at: 'check: expiredLots', says: /Lot 26B0417 expired/ },
  },
  {
    name: 'lot without an expiry date',
    lot: { expires: '2099-12-31' },
    told: { at: 'check: openLots', says: /no expiry date/ },
  },
  {
    name: 'trial lot',
    lot: { active: false },
    told: { at: 'approval: refused', says: /Trial lot 26B0417/ },
  },
  {
    name: 'no control at all',
    wells: { A4: SAMPLE, A5: SAMPLE },
    told: { at: 'check: missingControls', says: /No negative control/ },
  },
  {
    name: 'no negative control beside a positive one',
    wells: { A4: SAMPLE },
    told: { at: 'check: missingControls', says: /No negative control/ },
  },
  {
    name: 'control of another lot alone',
    wells: { A4: { type: 'NEGATIVE_TEST', lot: OTHER_LOT } },
    told: { at: 'check: missingControls', says: /No negative control/ },
  },
  {
    name: 'negative control failed in one channel alone',
    files: { wells: goodBut(well('A4', 'NTC', [], [58.8])) },
    told: { at: 'check: failedControls', says: /A4 TEXAS_RED/ },
  },
  {
    name: 'positive control failed in one channel alone',
    files: { wells: goodBut(well('A5', 'POS', [55.3, 60.8], [])) },
    told: { at: 'check: failedControls', says: /A5 TEXAS_RED/ },
  },
  {
    name: 'sample and negative control swapped',
    wells: { A1: { type: 'NEGATIVE_TEST' }, A4: SAMPLE },
    told: { at: 'check: failedControls', says: /A1 FAM/ },
  },
  {
    name: 'sample and positive control swapped',
    files: { wells: goodBut(well('A3', 'S-3', [], [])) },
    wells: { A3: { type: 'POSITIVE_TEST' }, A5: SAMPLE },
    told: { at: 'check: failedControls', says: /A3 FAM/ },
  },
  {
    name: 'standard not as expected',
    wells: { A1: { type: 'STANDARD', expected: 'Heterozygous' } },
    told: { at: 'check: standards', says: /A1 FAM/ },
  },
  {
    name: 'sample name used twice',
    wells: { A2: { name: 'S-1' } },
    told: { at: 'check: plate', says: /2 wells with the name S-1/ },
  },
  {
    name: 'two lots mixed',
    wells: {
      A3: { lot: OTHER_LOT },
      A5: { type: 'NEGATIVE_TEST', lot: OTHER_LOT },
    },
    files: { wells: goodBut(well('A5', 'NTC-2', [], [])) },
    told: { at: 'check: plate', says: /2 lots of LCT-13910 v2/ },
  },
];

/** Of the files’ date, and of the cycler. */
const RUN: readonly Mistake[] = [
  {
    name: 'file without a date',
    files: { phases: ['MELT'], write: generateRdes, analyser: 'RDML / RDES' },
    told: { at: 'check: runDate', says: /Run date not in the file/ },
  },
  {
    name: 'file with a time without a zone',
    files: { write: cfxReports((text) => text.replace(' UTC', '')) },
    told: { at: 'check: runDate', says: /without a time zone/ },
  },
  {
    name: 'kit not validated on this analyser',
    files: { write: generateRotorGene, analyser: 'Rotor-Gene Q' },
    told: { at: 'check: kitStatus', says: /is not validated on this analyser/ },
  },
  {
    name: 'kit in a performance study',
    files: { write: generateQuantStudioXlsx, analyser: 'QuantStudio' },
    told: { at: 'check: kitStatus', says: /performance study/ },
  },
];

export const MISTAKES: readonly Mistake[] = [...FIT, ...CURVES, ...PLATE, ...RUN];

/** Without a mistake: nothing may be told of it. */
export const NO_MISTAKE: Mistake = { name: 'nothing wrong', told: { at: 'nowhere', says: /^$/ } };

function swapDyes(one: (typeof GOOD_WELLS)[number]): (typeof GOOD_WELLS)[number] {
  return {
    ...one,
    melts: one.melts.map((melt) => ({ ...melt, channel: melt.channel === 'FAM' ? 'TEXAS_RED' : 'FAM' })),
  };
}

/** In a row that a plate of 96 wells does not have. */
function beyond96(one: (typeof GOOD_WELLS)[number]): (typeof GOOD_WELLS)[number] {
  return { ...one, position: one.position.replace('A', 'P') };
}
