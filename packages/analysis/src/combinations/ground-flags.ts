import type { CallExplanation, CallFlag, CallFlagCode, Peak } from '@curvewell/domain';

import type { ChannelConfiguration, PhaseConfiguration } from '../configuration.ts';
import { unreadPart } from '../zones/zone-coverage.ts';
import { expressionZones } from './operands.ts';

type ExplainedPhase = CallExplanation['phases'][number];

const WHOLE = { zone: null, temperature: null, measured: null, limit: null } as const;

/**
 * The zones that a call needs. With a peak in a zone: those named by rules with a diagnostic, in a
 * combination or a condition. Without: all, because NONE means that nothing melts in any of them; and so for a
 * combination with a negative diagnostic of the kit's own, which means that nothing else melts.
 */
export function neededZones(
  { phases, rules }: ChannelConfiguration,
  zonesHit: ReadonlySet<string>,
): ReadonlySet<string> {
  const isNegative = rules.some(
    ({ zones, meaning }) =>
      meaning === 'negative' && zones.length === zonesHit.size && zones.every((zone) => zonesHit.has(zone)),
  );
  if (zonesHit.size === 0 || isNegative)
    return new Set(phases.flatMap(({ zones }) => zones.map(({ name }) => name)));
  return new Set(
    rules.flatMap(({ zones, diagnostic, expressions }) =>
      diagnostic === null ? [] : [...zones, ...expressions.flatMap(expressionZones)],
    ),
  );
}

const isOutside = ({ accepted, zone }: Peak): boolean => accepted && zone === null;

/** Required phases without readings. */
function missingPhases(
  phases: readonly ExplainedPhase[],
  configuration: ChannelConfiguration,
  needed: ReadonlySet<string>,
): CallFlag[] {
  return configuration.phases
    .filter(({ phaseType, zones }) => {
      const isNeeded = zones.some(({ name }) => needed.has(name));
      return isNeeded && !phases.some(({ type }) => type === phaseType);
    })
    .map(({ phaseType: phase }) => ({ ...WHOLE, phase, code: 'phase-not-read' }));
}

/** Flags a zone that was not completely read, unless a peak was found in it. */
function coverageFlags(
  phase: ExplainedPhase,
  { zones }: PhaseConfiguration,
  needed: ReadonlySet<string>,
): CallFlag[] {
  return zones.flatMap((zone): CallFlag[] => {
    const unread = unreadPart(zone, phase);
    if (unread === null) return [];
    const isHit = phase.peaks.some((peak) => peak.accepted && peak.zone === zone.name);
    const code: CallFlagCode = isHit || !needed.has(zone.name) ? 'zone-not-covered' : 'zone-not-read';
    return [{ phase: phase.type, zone: zone.name, code, ...unread }];
  });
}

function outsideFlags({ type: phase, peaks }: ExplainedPhase, code: CallFlagCode): CallFlag[] {
  return peaks
    .filter(isOutside)
    .map(({ tm, height }) => ({ ...WHOLE, phase, code, temperature: tm, measured: tm, limit: height }));
}

/**
 * Flags what a channel's call lacks: unread phases and zones, and peaks outside all zones. Depends only on
 * the explained phases and the settings.
 */
export function groundFlags(
  phases: readonly ExplainedPhase[],
  configuration: ChannelConfiguration,
): CallFlag[] {
  const settingsOf = (phase: ExplainedPhase) =>
    configuration.phases.find(({ phaseType }) => phaseType === phase.type);
  const zonesHit = new Set(
    phases.flatMap(({ peaks }) =>
      peaks.flatMap(({ accepted, zone }) => (accepted && zone !== null ? zone : [])),
    ),
  );
  const isCalledOutside = zonesHit.size === 0 && (configuration.outsideDiagnostic ?? null) !== null;
  const outside: CallFlagCode = isCalledOutside ? 'outside-peak' : 'unexpected-peak';
  // A phase without zones is ignored, unless no phase has any; then no peak is explained.
  if (configuration.phases.every(({ zones }) => zones.length === 0))
    return phases.flatMap((phase) => (settingsOf(phase) === undefined ? [] : outsideFlags(phase, outside)));
  const needed = neededZones(configuration, zonesHit);
  return [
    ...missingPhases(phases, configuration, needed),
    ...phases.flatMap((phase) => {
      const settings = settingsOf(phase);
      if (settings === undefined || settings.zones.length === 0) return [];
      return [...coverageFlags(phase, settings, needed), ...outsideFlags(phase, outside)];
    }),
  ];
}

/** Flags that depend on zones and are evaluated again with other zones. */
export const OF_ZONES: ReadonlySet<CallFlagCode> = new Set([
  'borderline-zone',
  'borderline-threshold',
  'unexpected-peak',
  'outside-peak',
  'low-quality',
  'zone-not-covered',
  'zone-not-read',
  'phase-not-read',
  'failed-control',
  'zones-too-near',
  'wider-than-zone',
  'apart-from-zone',
  'narrower-than-zone',
]);
