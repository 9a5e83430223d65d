import type { UpdateRun } from '@curvewell/contracts';
import type { MeltTemplateSettings, Run } from '@curvewell/domain';

import { fitOfRows } from '../src/features/runs/index.ts';
import type { TestApp } from './create-test-app.ts';
import { configuration, importedRun, interpretedAs, withWells } from './run-factory.ts';

const STANDARDS = ['B1', 'B2', 'B3', 'B4', 'B5'];

/** Sets the template requirements of a kit version. */
export const switchTemplates = (
  { db }: TestApp,
  { versionId, from }: { readonly versionId: string; readonly from: MeltTemplateSettings['from'] | null },
) => db.kitVersion.update({ where: { id: versionId }, data: { meltTemplatesFrom: from } });

interface TemplateRunOptions {
  /** Positions of wells that must show zone A alone. */
  readonly standards?: readonly string[];
  /** A version of the kit with a lot; null: the tests' version. */
  readonly versionId?: string | null;
}

/** The plate setup with another version of its kit, and its first lot. */
async function withVersion({ db }: TestApp, run: Run, versionId: string): Promise<UpdateRun> {
  const body = await configuration(db, run);
  const { id: lotId } = await db.lot.findFirstOrThrow({ where: { kitVersionId: versionId } });
  const other = { kitVersion: { id: versionId }, lot: { id: lotId } };
  const findings = await fitOfRows(db, {
    run: { analyserId: run.analyser, plateType: run.plateType, importReport: run.importReport },
    places: (body.kits ?? []).flatMap(({ reactionBuffer }) =>
      reactionBuffer === null ? [] : [{ kitVersionId: versionId, reactionBufferId: reactionBuffer.id }],
    ),
  });
  return {
    ...withWells(body, () => other),
    confirmedFit: findings.flat().map(({ key }) => key),
    kits: body.kits?.map((kit) => ({ ...kit, kitVersion: other.kitVersion, lots: [other.lot] })),
  };
}

/** Zone A with its share that melts in zone B, and an additional amount of B. */
const well = (position: string, name: string, { amount = 1, beside = 0 } = {}) => ({
  position,
  name,
  sampleType: null,
  melts: [
    { channel: 'FAM' as const, tm: 54.2, amplitude: 1000 * amount, width: 0.75 },
    { channel: 'FAM' as const, tm: 61.2, amplitude: 300 * amount + beside, width: 0.75 },
  ],
});

/** Five standards that must show zone A alone, a sample of the same, and one that also has B. */
export async function templateRun(
  test: TestApp,
  seed: number,
  { standards = STANDARDS, versionId = null }: TemplateRunOptions = {},
): Promise<Run> {
  const run = await importedRun(test, {
    seed,
    wells: [
      well('A1', 'S-1', { amount: 0.8 }),
      well('A2', 'S-2', { beside: 200 }),
      ...standards.map((position, k) => well(position, 'ST', { amount: 0.9 + 0.05 * k })),
    ],
  });
  const body =
    versionId === null ? await configuration(test.db, run) : await withVersion(test, run, versionId);
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HOMOZYGOUS_WILD_TYPE', kit: { name: 'LCT-13910' } },
  });
  const standard = { sampleType: 'STANDARD', expectedDiagnostic: { id } } as const;
  const setup = withWells(body, (position) => (STANDARDS.includes(position) ? standard : {}));
  return interpretedAs(test, run, setup);
}
