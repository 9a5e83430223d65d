import type { DoubtKind, Position, SampleType } from '@curvewell/domain';
import {
  generateCfxExport,
  generateQuantStudioXlsx,
  generateRdes,
  generateRotorGene,
} from '@curvewell/instruments/generate';

import { cfxReports, eachValue, gap, GOOD_WELLS, goodBut, well, WHOLE, type PlateFiles } from './plates.ts';

/** The step that first reports a mistake. */
export type Place =
  | 'import: refused'
  | 'step 1: refused'
  | 'step 1: to be confirmed'
  | 'interpretation: refused'
  | `check: ${DoubtKind | 'plate'}`
  | 'approval: refused'
  | 'nowhere';

export interface ConfiguredWell {
  readonly name?: string;
  readonly type?: SampleType;
  /** Another lot of the same kit version. */
  readonly lot?: string;
  /** The expected diagnostic of a standard, as the laboratory words it. */
  readonly expected?: string;
}

/** A plate with a deliberate mistake. */
export interface Mistake {
  readonly name: string;
  readonly files?: PlateFiles;
  /** The selected kit; default: the plate's. */
  readonly kit?: string;
  readonly wells?: Readonly<Record<Position, ConfiguredWell>>;
  /** The state of the plate's lot. */
  readonly lot?: { readonly expires?: string; readonly active?: boolean };
  /** The latest step that must report it, and a pattern for the message. */
  readonly expected: { readonly at: Place; readonly pattern: RegExp };
}

const SAMPLE = { type: 'BLOOD' } as const;
const OTHER_LOT = '26B0431';

/** Mistakes of kit and file. */
const FIT: readonly Mistake[] = [
  {
    name: 'wrong kit, read at other temperatures',
    files: { channels: ['FAM'], temperature: { from: 76, to: 95, step: 0.2 } },
    kit: 'Protein thermal shift',
    expected: { at: 'step 1: refused', pattern: /None of the kit’s zones was read/ },
  },
  {
    name: 'wrong kit, read at the same temperatures',
    files: { channels: ['FAM'], phases: ['MELT'], temperature: { from: 25, to: 95, step: 0.5 } },
    kit: 'Protein thermal shift',
    expected: {
      at: 'check: failedControls',
      pattern: /signal rises|upside down|lies in no zone|no peak explains/,
    },
  },
  {
    name: 'kit that is not set up for this cycler',
    kit: 'Two-product mix',
    expected: { at: 'step 1: refused', pattern: /has no zones for Bio-Rad CFX96/ },
  },
  {
    name: 'wrong phase: MELT alone for a kit of two phases',
    files: { phases: ['MELT'] },
    expected: { at: 'step 1: to be confirmed', pattern: /does not contain the phase ANNEAL/ },
  },
  {
    name: 'wrong channel: another one than the kit reads',
    files: { channels: ['TEXAS_RED'] },
    kit: 'Protein thermal shift',
    expected: { at: 'step 1: refused', pattern: /This kit reads FAM\. The file contains TEXAS_RED/ },
  },
  {
    name: 'wrong channel: the two dyes swapped',
    files: { wells: GOOD_WELLS.map(swapDyes) },
    expected: { at: 'check: failedControls', pattern: /lies in no zone|No rule|not described|combination/i },
  },
  {
    name: 'one of two channels is missing',
    files: { channels: ['FAM'] },
    expected: { at: 'step 1: to be confirmed', pattern: /also reads TEXAS_RED/ },
  },
  {
    name: 'range too short at its low end',
    files: { temperature: { ...WHOLE, from: 54 } },
    expected: { at: 'step 1: to be confirmed', pattern: /Zone.* A .*not read/ },
  },
  {
    name: 'range too short at its high end',
    files: { temperature: { ...WHOLE, to: 60 } },
    expected: { at: 'step 1: to be confirmed', pattern: /Zone.* B .*not read/ },
  },
  {
    name: 'plate of 384 wells for a cycler of 96',
    files: { plateType: 'RECTANGULAR_384', wells: goodBut(well('A1', 'S-1', [55.3], [58.8])).map(beyond96) },
    expected: { at: 'import: refused', pattern: /well|plate|position/i },
  },
  {
    name: 'files of another cycler',
    files: { analyser: 'LightCycler 480' },
    expected: { at: 'import: refused', pattern: /LightCycler|format|file/i },
  },
  {
    name: 'files without a melting curve',
    files: { write: (run) => generateCfxExport(run).filter(({ name }) => name.includes('Quantification')) },
    expected: { at: 'import: refused', pattern: /melt/i },
  },
];

/** Mistakes in the readings. */
const CURVES: readonly Mistake[] = [
  {
    name: 'inverted curves',
    files: { change: eachValue((value) => 8000 - value) },
    expected: { at: 'check: failedControls', pattern: /signal rises/ },
  },
  {
    name: 'gap in the readings',
    files: { change: gap(54, 57) },
    expected: { at: 'check: failedControls', pattern: /nothing was read between/ },
  },
  {
    name: 'too few readings',
    files: { temperature: { ...WHOLE, step: 5 } },
    expected: { at: 'import: refused', pattern: /too short to be a melting curve/ },
  },
  {
    name: 'saturated detector',
    files: { change: eachValue((value) => Math.min(value, 4100)) },
    expected: { at: 'check: failedControls', pattern: /detector’s limit/ },
  },
  {
    name: 'melt in no zone',
    files: { wells: goodBut(well('A1', 'S-1', [68], [58.8])) },
    expected: { at: 'check: unresolved', pattern: /lies in no zone/ },
  },
  {
    name: 'melt that the end of the readings cuts off',
    files: { wells: goodBut(well('A1', 'S-1', [72], [58.8])) },
    expected: { at: 'check: unresolved', pattern: /cut off|lies in no zone/ },
  },
  {
    name: 'threshold of another scale: a 200th of the signal',
    files: { change: eachValue((value) => value / 200) },
    expected: { at: 'check: failedControls', pattern: /another scale/ },
  },
  {
    name: 'threshold of another scale: an eighth of the signal',
    files: { change: eachValue((value) => value / 8) },
    expected: { at: 'check: failedControls', pattern: /threshold 60|no peak there counts/ },
  },
  {
    name: 'threshold of another scale: an eighth of the signal, without a positive control',
    files: { change: eachValue((value) => value / 8), wells: GOOD_WELLS.slice(0, 4) },
    expected: { at: 'check: curves', pattern: /no peak there counts/ },
  },
  {
    name: 'constant signal in one well',
    files: { change: eachValue(() => 3000, ['A1']) },
    expected: { at: 'check: unresolved', pattern: /no signal/ },
  },
];

/** Mistakes of lots, controls and standards. */
const PLATE: readonly Mistake[] = [
  {
    name: 'lot expired',
    lot: { expires: '2026-01-14' },
    expected: { at: 'check: expiredLots', pattern: /Lot 26B0417 expired/ },
  },
  {
    name: 'lot without an expiry date',
    lot: { expires: '2099-12-31' },
    expected: { at: 'check: openLots', pattern: /no expiry date/ },
  },
  {
    name: 'trial lot',
    lot: { active: false },
    expected: { at: 'approval: refused', pattern: /Trial lot 26B0417/ },
  },
  {
    name: 'no control at all',
    wells: { A4: SAMPLE, A5: SAMPLE },
    expected: { at: 'check: missingControls', pattern: /No negative control/ },
  },
  {
    name: 'no negative control beside a positive one',
    wells: { A4: SAMPLE },
    expected: { at: 'check: missingControls', pattern: /No negative control/ },
  },
  {
    name: 'control of another lot alone',
    wells: { A4: { type: 'NEGATIVE_TEST', lot: OTHER_LOT } },
    expected: { at: 'check: missingControls', pattern: /No negative control/ },
  },
  {
    name: 'negative control failed in one channel alone',
    files: { wells: goodBut(well('A4', 'NTC', [], [58.8])) },
    expected: { at: 'check: failedControls', pattern: /A4 TEXAS_RED/ },
  },
  {
    name: 'positive control failed in one channel alone',
    files: { wells: goodBut(well('A5', 'POS', [55.3, 60.8], [])) },
    expected: { at: 'check: failedControls', pattern: /A5 TEXAS_RED/ },
  },
  {
    name: 'sample and negative control swapped',
    wells: { A1: { type: 'NEGATIVE_TEST' }, A4: SAMPLE },
    expected: { at: 'check: failedControls', pattern: /A1 FAM/ },
  },
  {
    name: 'sample and positive control swapped',
    files: { wells: goodBut(well('A3', 'S-3', [], [])) },
    wells: { A3: { type: 'POSITIVE_TEST' }, A5: SAMPLE },
    expected: { at: 'check: failedControls', pattern: /A3 FAM/ },
  },
  {
    name: 'standard not as expected',
    wells: { A1: { type: 'STANDARD', expected: 'Heterozygous' } },
    expected: { at: 'check: standards', pattern: /A1 FAM/ },
  },
  {
    name: 'sample name used twice',
    wells: { A2: { name: 'S-1' } },
    expected: { at: 'check: plate', pattern: /2 wells with the name S-1/ },
  },
  {
    name: 'two lots mixed',
    wells: {
      A3: { lot: OTHER_LOT },
      A5: { type: 'NEGATIVE_TEST', lot: OTHER_LOT },
    },
    files: { wells: goodBut(well('A5', 'NTC-2', [], [])) },
    expected: { at: 'check: plate', pattern: /2 lots of LCT-13910 v2/ },
  },
];

/** Mistakes of the file date and the analyser. */
const RUN: readonly Mistake[] = [
  {
    name: 'file without a date',
    files: { phases: ['MELT'], write: generateRdes, analyser: 'RDML / RDES' },
    expected: { at: 'check: runDate', pattern: /Run date not in the file/ },
  },
  {
    name: 'file with a time without a zone',
    files: { write: cfxReports((text) => text.replace(' UTC', '')) },
    expected: { at: 'check: runDate', pattern: /without a time zone/ },
  },
  {
    name: 'kit not validated on this analyser',
    files: { write: generateRotorGene, analyser: 'Rotor-Gene Q' },
    expected: { at: 'check: kitStatus', pattern: /is not validated on this analyser/ },
  },
  {
    name: 'kit in a performance study',
    files: { write: generateQuantStudioXlsx, analyser: 'QuantStudio' },
    expected: { at: 'check: kitStatus', pattern: /performance study/ },
  },
];

export const MISTAKES: readonly Mistake[] = [...FIT, ...CURVES, ...PLATE, ...RUN];

/** Without a mistake no message may appear. */
export const NO_MISTAKE: Mistake = { name: 'nothing wrong', expected: { at: 'nowhere', pattern: /^$/ } };

function swapDyes(one: (typeof GOOD_WELLS)[number]): (typeof GOOD_WELLS)[number] {
  return {
    ...one,
    melts: one.melts.map((melt) => ({ ...melt, channel: melt.channel === 'FAM' ? 'TEXAS_RED' : 'FAM' })),
  };
}

/** Moves wells to a row that a 96-well plate lacks. */
function beyond96(one: (typeof GOOD_WELLS)[number]): (typeof GOOD_WELLS)[number] {
  return { ...one, position: one.position.replace('A', 'P') };
}
