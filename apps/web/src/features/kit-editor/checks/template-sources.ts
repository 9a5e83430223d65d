import { MIN_TEMPLATE_WELLS, type EvaluatedWell } from '@curvewell/domain';

/** A target of a run, and the number of wells that contain it alone. */
interface TemplateSource {
  readonly zone: string;
  readonly wells: number;
  readonly isUsed: boolean;
  /** A stored template is used instead of these wells. */
  readonly isKept: boolean;
}

/** The wells that each template of a run is learnt from, by zone. */
export function templateSources(wells: readonly EvaluatedWell[]): TemplateSource[] {
  const used = wells.flatMap(({ templates = [] }) => templates);
  const counts = new Map(used.map((one) => [one.zone, one.wells + (one.teaches ? 1 : 0)]));
  const kept = new Set(used.flatMap((one) => (one.kept === undefined ? [] : [one.zone])));
  return [...counts]
    .map(([zone, count]) => ({
      zone,
      wells: count,
      isUsed: count >= MIN_TEMPLATE_WELLS,
      isKept: kept.has(zone),
    }))
    .sort((a, b) => a.zone.localeCompare(b.zone));
}
