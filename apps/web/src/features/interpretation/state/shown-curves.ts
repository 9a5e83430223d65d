import { isSample, type PhaseType, type UsedTemplate } from '@curvewell/domain';

import type { ReviewWell } from './review-wells.ts';

/** Phases in which any of the wells has a curve, ANNEAL first. */
export function phasesWithData(wells: readonly ReviewWell[]): readonly PhaseType[] {
  return (['ANNEAL', 'MELT'] as const).filter((phase) =>
    wells.some(({ interpreted }) =>
      interpreted.data.some(({ type, chartPoints }) => type === phase && chartPoints.y.steps !== ''),
    ),
  );
}

/** Unselected controls with the same kit, version and buffer; empty without a selection. */
export function controlsBeside(
  wells: readonly ReviewWell[],
  { selected, shown }: { readonly selected: readonly ReviewWell[]; readonly shown: readonly ReviewWell[] },
): readonly ReviewWell[] {
  if (selected.length === 0) return [];
  const [first] = shown;
  const chosen = new Set(selected.map(({ position }) => position));
  return wells.filter(
    ({ position, sampleType, well }) =>
      !isSample(sampleType) &&
      !chosen.has(position) &&
      well.kitVersion?.id === first?.well.kitVersion?.id &&
      well.reactionBuffer?.id === first?.well.reactionBuffer?.id,
  );
}

/** The templates for the products of a single well in a phase; empty for several wells. */
export function templatesOf(wells: readonly ReviewWell[], phase: PhaseType): readonly UsedTemplate[] {
  const [well, another] = wells;
  if (well === undefined || another !== undefined) return [];
  return well.interpreted.explanation.templates?.filter((one) => one.phase === phase) ?? [];
}
