import { syntheticRun, type SyntheticRun, type SyntheticWell } from '@curvewell/instruments/generate';
import { describe, expect, it } from 'vitest';

import { REFERENCE_KITS } from '../../src/seed/reference-kits.ts';
import { analysedWithKits, REAL_FILES } from './files-by-kits.ts';
import { eachValue, GOOD_WELLS, goodBut, well, WHOLE } from './plates.ts';
import { reasonAgainstCall } from './strong-melts.ts';
import { isSilent, type Message } from './run-mistake.ts';

const kit = REFERENCE_KITS.find(({ name }) => name === 'LCT-13910');

interface Plate {
  readonly wells?: readonly SyntheticWell[];
  readonly temperature?: typeof WHOLE;
  readonly change?: (run: SyntheticRun) => SyntheticRun;
}

const curvesOf = ({ wells = GOOD_WELLS, temperature = WHOLE, change = (run) => run }: Plate) =>
  change(
    syntheticRun({
      wells,
      temperature,
      channels: ['FAM', 'TEXAS_RED'],
      phases: ['MELT', 'ANNEAL'],
      plateType: 'RECTANGULAR_96',
      noise: 3,
      seed: 41,
    }),
  ).curves;

/** The verdict on A1 in FAM. */
function verdictOn(plate: Plate, leaveOut?: 'MELT' | 'ANNEAL'): string | null {
  if (kit === undefined) throw new Error('no kit');
  const curves = curvesOf(plate).filter(
    ({ position, channel, phase }) => position === 'A1' && channel === 'FAM' && phase !== leaveOut,
  );
  return reasonAgainstCall({ kit, profile: 'bio-rad-cfx96', channel: 'FAM', curves });
}

const HIGH = { ...WHOLE, to: 95 };

describe('DECIDE-85 the independent judge of calls', () => {
  it('DECIDE-85 accepts a call whose zones were read and contain its melts', () => {
    expect(verdictOn({})).toBeNull();
    expect(verdictOn({ temperature: HIGH })).toBeNull();
  });

  it('DECIDE-85 detects a strong melt outside all zones, and ignores a weak one', () => {
    expect(verdictOn({ temperature: HIGH, wells: goodBut(well('A1', 'S-1', [80], [58.8])) })).toMatch(
      /^melt at (79|80)\.\d °C in no zone$/,
    );
    const weak = {
      ...well('A1', 'S-1', [], []),
      melts: [{ channel: 'FAM', tm: 80, amplitude: 40, width: 0.75 }],
    };
    expect(verdictOn({ temperature: HIGH, wells: goodBut(weak as SyntheticWell) })).toBeNull();
  });

  it('DECIDE-85 detects an unread zone at either end, and a missing phase', () => {
    expect(verdictOn({ temperature: { ...WHOLE, from: 54 } })).toBe('zone A not read');
    expect(verdictOn({ temperature: { ...WHOLE, to: 60 } })).toBe('zone B not read');
    expect(verdictOn({}, 'MELT')).toBe('zone C not read');
  });
});

describe('DECIDE-85 files with every kit', () => {
  const [file] = REAL_FILES;
  const read = (plate: Plate) => analysedWithKits(file ?? never(), curvesOf(plate));

  it('DECIDE-85 are read in every channel of every kit, and No call is not a call', () => {
    const found = read({ wells: goodBut(well('A1', 'S-1', [68], [58.8])) });
    expect(found.map((one) => [one.kit, one.channel, one.wells])).toEqual(
      REFERENCE_KITS.flatMap(({ name, channels }) => channels.map(({ channel }) => [name, channel, 5])),
    );
    expect(found[0]).toMatchObject({ kit: 'LCT-13910', channel: 'FAM', called: 4, wrong: [] });
    const flat = read({ change: eachValue(() => 3000) });
    expect(flat.map(({ called }) => called)).toEqual(flat.map(() => 0));
  });

  it('DECIDE-85 include all instruments', () => {
    expect(REAL_FILES).toHaveLength(15);
    expect([...new Set(REAL_FILES.map(({ profile }) => profile))].sort()).toEqual([
      'bio-rad-cfx96',
      'lightcycler-480',
      'quantstudio',
      'rdml',
      'rotor-gene-q',
      'stepone-7500',
    ]);
  });
});

describe('DECIDE-85 a mistake is silent', () => {
  const messagesAt = (at: Message['at']): Message[] => [{ at, text: 'Lot 26B0417 expired' }];
  const pattern = /expired/;

  it('DECIDE-85 if its run was approved and the check does not name it', () => {
    expect(isSilent({ messages: [], reached: 'approved' }, pattern)).toBe(true);
    expect(isSilent({ messages: messagesAt('step 1: to be confirmed'), reached: 'approved' }, pattern)).toBe(
      true,
    );
    expect(isSilent({ messages: messagesAt('check: expiredLots'), reached: 'approved' }, /control/)).toBe(
      true,
    );
    expect(isSilent({ messages: [], reached: 'refused' }, pattern)).toBe(true);
  });

  it('DECIDE-85 but not if the check or the refusal names it, or the run was not approved', () => {
    expect(isSilent({ messages: messagesAt('check: expiredLots'), reached: 'approved' }, pattern)).toBe(
      false,
    );
    expect(isSilent({ messages: messagesAt('approval: refused'), reached: 'refused' }, pattern)).toBe(false);
    expect(isSilent({ messages: [], reached: 'not reached' }, pattern)).toBe(false);
  });
});

function never(): never {
  throw new Error('there are no files');
}
