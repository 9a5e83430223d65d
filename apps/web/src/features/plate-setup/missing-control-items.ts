import { missingControls, requiredOfRun, type MissingControl, type Run } from '@curvewell/domain';

import type { PlateDraft } from './draft/plate-draft.ts';

/** The controls that a plate lacks as it is set; a well is set alike in every channel, so one stands for all. */
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
