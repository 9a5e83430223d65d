import { type KeptTemplate, templateHashText, templateRunsText } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';

import { keptTemplateQueries } from '../../data/kept-templates.ts';
import type { ConfigurationPlace } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import type { DraftChange } from './draft/draft-changes.ts';

interface TemplateChanges {
  readonly changes: readonly DraftChange[];
  /** Whether the stored templates of both versions are known. */
  readonly isLoaded: boolean;
  readonly isFailed: boolean;
}

/**
 * The stored templates in which two versions differ. They are no part of a draft, but decide whether a second peak
 * counts.
 *
 * @param otherId - null: the same version, whose stored templates are the same
 */
export function useTemplateChanges(place: ConfigurationPlace, otherId: string | null): TemplateChanges {
  const enabled = otherId !== null;
  const own = useQuery({ ...keptTemplateQueries.list(place), enabled });
  const other = useQuery({
    ...keptTemplateQueries.list({ ...place, versionId: otherId ?? '' }),
    enabled,
  });
  if (!enabled) return { changes: [], isLoaded: true, isFailed: false };
  const isLoaded = own.data !== undefined && other.data !== undefined;
  return {
    changes: isLoaded
      ? templateChanges(
          other.data.map(({ template }) => template),
          own.data.map(({ template }) => template),
        )
      : [],
    isLoaded,
    isFailed: own.isError || other.isError,
  };
}

/** The stored templates that differ, by channel, phase and zone. */
export function templateChanges(
  before: readonly KeptTemplate[],
  after: readonly KeptTemplate[],
): DraftChange[] {
  const places = Map.groupBy([...before, ...after], placeOf);
  return [...places].flatMap(([at, [template]]) => {
    if (template === undefined) return [];
    const [from, to] = [before, after].map((all) => textOf(all.find((one) => placeOf(one) === at)));
    const field = text.kits.changes.template(template.zone, template.phase);
    return from === undefined || to === undefined || from === to
      ? []
      : [{ channel: template.channel, field, from, to }];
  });
}

const placeOf = ({ channel, phase, zone }: KeptTemplate): string => `${channel} ${phase} ${zone}`;

/** “Tm 60.81 °C, 12 wells of run 41 of Step laboratory, SHA-256 0123456789ab…” */
const textOf = (template: KeptTemplate | undefined): string =>
  template === undefined
    ? text.kits.changes.nothing
    : `${text.kits.checks.templates.learntFrom(template.tm, template.wells, templateRunsText(template.runs))}, ${templateHashText(template)}`;
