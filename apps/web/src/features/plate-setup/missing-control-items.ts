import { missingControls, requiredOfRun, type MissingControl, type Run } from '@curvewell/domain';

import type { PlateDraft } from './draft/plate-draft.ts';

/** The controls that a plate lacks. Settings are equal in all channels, so one channel is enough. */
export function missingControlItems(run: Pick<Run, 'kits' | 'rules'>, plate: PlateDraft): MissingControl[] {
  return missingControls({
    wells: [...plate].map(([position, { sampleType, kitVersion, lot, reactionBuffer }]) => ({
      position,
      channel: 'FAM' as const,
      sampleType,
      kitVersion,
      lot,
      reactionBuffer,
    })),
    requiredOf: requiredOfRun(run),
    rules: run.rules,
  });
}
