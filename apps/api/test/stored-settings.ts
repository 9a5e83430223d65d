import { evaluatedSettingsSchema, type ChannelName, type EvaluatedSettings } from '@curvewell/domain';

import type { Db } from '../src/database/db.ts';

/** The settings that the factory's runs are interpreted with, in one channel. */
export async function storedSettings(db: Db, channel: ChannelName = 'FAM'): Promise<EvaluatedSettings> {
  const kit = await db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
  const buffer = await db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
  const where = {
    kitVersion: { kitId: kit.id, version: 'v2' },
    reactionBufferId: buffer.id,
    channel,
    analyser: { name: 'Bio-Rad CFX96' },
  } as const;
  const version = await db.kitVersion.findFirstOrThrow({
    where: where.kitVersion,
    include: { outsideDiagnostic: true },
  });
  const phases = await db.phase.findMany({ where, include: { zones: true } });
  const rules = await db.combinationRule.findMany({
    where,
    include: { diagnosticColor: true },
    orderBy: { order: 'asc' },
  });
  return evaluatedSettingsSchema.parse({
    kitId: kit.id,
    reactionBufferId: buffer.id,
    channel,
    phases: phases.map(({ phaseType, minThreshold, slopeThreshold, minQuality, inversed, zones }) => ({
      phaseType,
      minThreshold,
      slopeThreshold,
      minQuality,
      inversed,
      zones: zones.map(({ name, minTemp, maxTemp, label, minThreshold: own, minQuality: ownQuality }) => ({
        name,
        minTemp,
        maxTemp,
        label,
        minThreshold: own,
        minQuality: ownQuality,
      })),
    })),
    rules: rules.map(({ zones, expressions, diagnosticColor }) => ({
      zones,
      expressions,
      diagnostic: diagnosticColor?.diagnosticName ?? null,
    })),
    outsideDiagnostic: version.outsideDiagnostic?.diagnosticName ?? null,
    tmShift: version.tmShiftLimit === null ? null : { limit: version.tmShiftLimit },
    meltTemplates: version.meltTemplatesFrom === null ? null : { from: 'plate' },
  });
}
