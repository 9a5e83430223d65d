import { describe, expect, it, test } from 'vitest';

import { exampleRun } from '../../test/example-run.ts';
import { ANALYSER_PROFILES, readRun } from '../index.ts';
import { writeRdml } from './write-rdml.ts';

type Written = Parameters<typeof writeRdml>[0];

function writtenRun(options: Parameters<typeof exampleRun>[0] = {}, changes: Partial<Written> = {}): Written {
  const { plateType, wells, curves } = exampleRun(options);
  return {
    name: 'LCT & "plate" 07',
    plateType,
    instrument: 'Bio-Rad CFX (785BR00001)',
    runDate: '2026-11-20T08:12:00Z',
    software: { name: 'Curvewell', version: '1.0.0' },
    wells: wells.map((well) => ({ ...well, orderId: null })),
    curves,
    ...changes,
  };
}

async function readBack(run: Written, profile = ANALYSER_PROFILES[0]!) {
  return readRun([{ name: 'run.rdml', bytes: await writeRdml(run) }], { profile });
}

/** Compares bits, because 0 and −0 are different readings. */
const bits = (values: Float64Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');

const readings = ({ curves }: Pick<Written, 'curves'>) =>
  curves.map(({ position, channel, phase, temperature, value }) => [
    position,
    channel,
    phase,
    bits(temperature),
    bits(value),
  ]);

describe('a run as RDML', () => {
  test.each(['RECTANGULAR_96', 'RECTANGULAR_384'] as const)(
    'RESULT-08 is read back equal, bit by bit: %s',
    async (plateType) => {
      const run = writtenRun({ plateType, step: 1 });
      const [cfx96, cfx384] = ANALYSER_PROFILES;
      const read = await readBack(run, plateType === 'RECTANGULAR_96' ? cfx96 : cfx384);
      expect(readings(read)).toEqual(readings(run));
      expect(read.wells.map(({ position, name }) => [position, name])).toEqual(
        run.wells.map(({ position, name }) => [position, name]),
      );
      expect(read).toMatchObject({ plateType, formatVersion: '1.2', runDate: run.runDate });
    },
  );

  it('RESULT-08 keeps numbers that need many digits, and both zeros', async () => {
    const [curve] = exampleRun({ wellCount: 1, channels: ['FAM'], phases: ['MELT'] }).curves;
    const value = curve!.value.map(
      (_, index) => [0.1 + 0.2, -0, 0, 1e-7, 12345.678901234567, -3][index % 6]!,
    );
    const read = await readBack(writtenRun({ wellCount: 1 }, { curves: [{ ...curve!, value }] }));
    expect(readings(read)).toEqual(readings({ curves: [{ ...curve!, value }] }));
  });

  it('RESULT-08 keeps the names of wells that share one, have none, or one that looks like an id', async () => {
    const names = ['S-1', 'S-1', null, '0b0d5a1e-6f0e-4c7a-9a35-000000000001', 'a <b> & "c"', 'S-1'];
    const run = writtenRun({ wellCount: 6, channels: ['FAM'], phases: ['MELT'] });
    const wells = run.wells.map((well, index) => ({
      ...well,
      name: names[index] ?? null,
      orderId: index === 5 ? 'A-77' : null,
      sampleType: index === 1 ? ('NEGATIVE_TEST' as const) : ('BLOOD' as const),
    }));
    const read = await readBack({ ...run, wells });
    expect(read.wells.map(({ name, sampleType }) => [name, sampleType])).toEqual(
      wells.map(({ name, sampleType }) => [name, sampleType === 'BLOOD' ? null : sampleType]),
    );
  });

  it('RESULT-08 uses dye names that every analyser with RDML recognises', async () => {
    const run = writtenRun({ wellCount: 2 });
    const readers = ANALYSER_PROFILES.filter(({ formats }) =>
      formats.some(({ format }) => format === 'rdml'),
    );
    for (const profile of readers) {
      if (profile.plateTypes[0] !== run.plateType) continue;
      const channels = (await readBack(run, profile)).curves.map(({ channel }) => channel);
      expect([...new Set(channels)], profile.id).toEqual(['FAM', 'TEXAS_RED']);
    }
  });
});
