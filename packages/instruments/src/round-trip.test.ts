import { importReportSchema } from '@curvewell/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { exampleRun, profile } from '../test/example-run.ts';
import { WRITABLE_FORMATS } from '../test/formats.ts';
import type { WritableFormat } from '../test/formats.ts';
import type { SyntheticRun } from '../test/generate/index.ts';
import { vendorDerivative } from '../test/generate/index.ts';
import { readRun } from './index.ts';
import { plateTypeOfPositions } from './assemble/position.ts';

const IS_NIGHT = process.env['NIGHT'] !== undefined;
/** Random runs of each format. */
const RUNS = IS_NIGHT ? 20 : 1;
/** °C between the readings of a whole plate. */
const STEP = IS_NIGHT ? 1 : 4;

async function expectRoundTrip(format: WritableFormat, made: SyntheticRun): Promise<void> {
  const files = await format.generate(made);
  const run = await readRun(files, { profile: profile(format.profile, made.plateType) });
  expect(run.format).toBe(format.format);
  const positions = made.wells.map(({ position }) => position);
  expect(run.plateType).toBe(format.plateUnstated ? plateTypeOfPositions(positions) : made.plateType);
  expect(run.curves.map(({ position, channel, phase }) => [position, channel, phase])).toEqual(
    made.curves.map(({ position, channel, phase }) => [position, channel, phase]),
  );
  run.curves.forEach((curve, index) => {
    const truth = made.curves[index]!;
    const [first = 0, second = 0] = truth.temperature;
    const isDerivative = format.quantity === 'derivative';
    expect(curve.quantity).toBe(format.quantity);
    expect(curve.temperature).toEqual(truth.temperature);
    expect(curve.value).toEqual(isDerivative ? vendorDerivative(truth.value, second - first) : truth.value);
  });
  expect(run.wells).toEqual(
    format.keeps.includes('sampleType')
      ? made.wells
      : made.wells.map(({ position, name }) => ({
          position,
          name: format.nameless ? null : name,
          sampleType: null,
        })),
  );
  expect(run.plateId).toBe(format.keeps.includes('plateId') ? made.plateId : null);
  if (format.keeps.includes('runDate')) expect(run.runDate).toBe(made.runDate);
  importReportSchema.parse(run.report);
}

describe.each(WRITABLE_FORMATS)('$name', (format) => {
  test.each(IS_NIGHT ? format.plates : format.plates.slice(0, 1))(
    'a whole plate is read back exactly: %s',
    async (plateType) => {
      await expectRoundTrip(format, exampleRun({ plateType, channels: format.channels, step: STEP }));
    },
  );

  test('any part of a plate, any step, any phases are read back exactly', async () => {
    const phases = fc.constantFrom(['MELT'] as const, ['ANNEAL'] as const, ['MELT', 'ANNEAL'] as const);
    const runs = fc.record({
      plateType: fc.constantFrom(...format.plates),
      channels: fc.subarray([...format.channels], { minLength: 1 }),
      phases,
      step: fc.constantFrom(...(format.steps ?? [0.2, 0.5, 1])),
      seed: fc.nat(),
      ...(format.wholePlate ? {} : { wellCount: fc.integer({ min: 1, max: 15 }) }),
    });
    await fc.assert(
      fc.asyncProperty(runs, async (options) => {
        await expectRoundTrip(format, exampleRun(options));
      }),
      { numRuns: RUNS },
    );
  });
});
