import type { Run } from '@curvewell/domain';

import type { TestApp } from './create-test-app.ts';
import { configuration, importedRun, interpretedAs, withWells } from './run-factory.ts';

const REFERENCES: Readonly<Record<string, number>> = { A: 55.3, B: 60.8, C: 55.3, D: 60.8 };
/** °C. */
export const LIMIT = 0.8;

export const referenceOf = (zone: string): number | undefined => REFERENCES[zone];

/** Enables the correction in the tests' kit version. Returns its id. */
export async function switchedOn({ db }: TestApp): Promise<string> {
  const { id } = await db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  await db.kitVersion.update({ where: { id }, data: { tmShiftLimit: LIMIT } });
  for (const [name, referenceTm] of Object.entries(REFERENCES))
    await db.zone.updateMany({
      where: { name, phase: { kitVersionId: id, channel: 'FAM' } },
      data: { referenceTm },
    });
  return id;
}

const well = (position: string, name: string, tm?: number) => ({
  position,
  name,
  sampleType: null,
  melts: tm === undefined ? [] : [{ channel: 'FAM' as const, tm, amplitude: 1000, width: 0.75 }],
});

interface Shifted {
  readonly controls?: number;
  readonly seed?: number;
  /** The spread of the controls, °C. */
  readonly apart?: number;
}

/**
 * A sample near the upper limit of zone A and one in zone B, positive controls of zone A, and an empty well.
 */
export async function shiftedRun(
  test: TestApp,
  shift: number,
  { controls = 3, seed = 1, apart = 0 }: Shifted = {},
): Promise<Run> {
  const run = await importedRun(test, {
    seed,
    wells: [
      well('A1', 'S-1', 57.3 + shift),
      well('A2', 'S-2', 60.8 + shift),
      ...['B1', 'B2', 'B3']
        .slice(0, controls)
        .map((position, i) => well(position, 'PC', 55.3 + shift + (i - 1) * apart)),
      well('A4', 'NTC'),
    ],
  });
  const body = withWells(await configuration(test.db, run), (position) =>
    position.startsWith('B') ? { sampleType: 'POSITIVE_TEST' } : {},
  );
  return interpretedAs(test, run, body);
}
