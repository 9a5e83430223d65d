import type { UpdateRun } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';

import { kitQueries } from '../../data/kits.ts';
import { templateQueries } from '../../data/templates.ts';

const kitIdsOf = (run: Run): readonly string[] => [
  ...new Set(run.kits.map(({ kitVersion }) => kitVersion.kit.id)),
];

export const templatesOf = (run: Run) =>
  templateQueries.list({ kitIds: kitIdsOf(run), plateType: run.plateType });

/** What the kits of a run offer. */
export const assaysOf = (run: Run) =>
  kitQueries.assays({
    kitIds: kitIdsOf(run),
    analyserId: run.analyser,
    channelNames: run.analyses.map(({ channel }) => channel),
  });

/** The kits of a run in the form for saving, with one lot added. */
export function runKitsWithLot(
  run: Run,
  { kitVersionId, lotId }: { readonly kitVersionId: string; readonly lotId: string },
): NonNullable<UpdateRun['kits']> {
  return run.kits.map(({ kitVersion: { id }, reactionBuffer, lots }) => ({
    kitVersion: { id },
    reactionBuffer: reactionBuffer && { id: reactionBuffer.id },
    lots: [...lots.map((lot) => lot.id), ...(id === kitVersionId ? [lotId] : [])].map((lot) => ({ id: lot })),
  }));
}
