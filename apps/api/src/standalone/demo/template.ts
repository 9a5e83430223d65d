import type { Tx } from '../../database/db.ts';
import { demoWells } from './plate.ts';

const NAME = 'LCT-13910 with controls';
const KIT = 'LCT-13910';
const KIT_VERSION = 'v2';
const BUFFER = 'RB-2';

/** Creates a first plate template: samples, and standards and controls in the last column. */
export async function seedDemoTemplate(tx: Tx, laboratoryName: string): Promise<void> {
  const { id: laboratoryId } = await tx.laboratory.findFirstOrThrow({ where: { name: laboratoryName } });
  if ((await tx.template.count({ where: { laboratoryId } })) > 0) return;
  const version = await tx.kitVersion.findFirstOrThrow({
    where: { version: KIT_VERSION, kit: { name: KIT } },
    include: { kit: { include: { diagnostics: true } } },
  });
  const { id: reactionBufferId } = await tx.reactionBuffer.findFirstOrThrow({ where: { name: BUFFER } });
  const diagnostics = new Map(version.kit.diagnostics.map(({ diagnosticName, id }) => [diagnosticName, id]));
  const { id: templateId } = await tx.template.create({
    data: { laboratoryId, name: NAME, plateType: 'RECTANGULAR_96' },
  });
  await tx.templateWell.createMany({
    data: demoWells().flatMap(({ position, sampleType, truth }) =>
      (['FAM', 'TEXAS_RED'] as const).map((channel) => ({
        templateId,
        laboratoryId,
        position,
        channel,
        sampleType,
        reactionBufferId,
        kitVersionId: version.id,
        expectedDiagnosticId: sampleType === 'STANDARD' ? (diagnostics.get(truth[channel]) ?? null) : null,
      })),
    ),
  });
}
