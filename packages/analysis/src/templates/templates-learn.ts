import type { KeptTemplate, PhaseType, SampleType, ZoneSettings } from '@curvewell/domain';

import type { ChannelConfiguration, PhaseConfiguration } from '../configuration.ts';
import type { FoundCurve } from '../well-analyse.ts';
import { TEMPLATE } from '../plate-settings.ts';
import { highestOf, targetCurve, type TargetCurve } from './target-curve.ts';
import { templateShape } from './template-shape.ts';
import type { Template } from './template.ts';
import { shiftedBy, type WellShift } from '../zones/tm-shift.ts';
import { zonesAssign } from '../zones/zones-assign.ts';

/** A training well with its settings. */
export interface TrainingWell {
  readonly sampleType: SampleType;
  /** The expected diagnostic of a standard or control; null: none. */
  readonly expectedDiagnostic: string | null;
  readonly phases: readonly (FoundCurve & { readonly type: PhaseType })[];
  readonly configuration: ChannelConfiguration;
}

/** Whether a control or standard has only one target in a phase, whatever else its curve shows. */
function isOfOneTarget(
  { sampleType, expectedDiagnostic, configuration: { rules } }: TrainingWell,
  { zones }: PhaseConfiguration,
  zone: string,
): boolean {
  if (expectedDiagnostic === null || (sampleType !== 'STANDARD' && sampleType !== 'POSITIVE_TEST'))
    return false;
  const shown = rules.flatMap((rule) => (rule.diagnostic === expectedDiagnostic ? [rule.zones] : []));
  const here = shown.map((names) => names.filter((name) => zones.some((one) => one.name === name)));
  return (
    here.some((names) => names.length > 0) && here.every((names) => names.every((name) => name === zone))
  );
}

/**
 * The zone and curve that a well contributes for a phase; null: more than one target, or none for certain.
 */
function taughtBy(
  well: TrainingWell,
  type: PhaseType,
): { readonly zone: string; readonly curve: TargetCurve } | null {
  const settings = well.configuration.phases.find(({ phaseType }) => phaseType === type);
  const found = well.phases.find((phase) => phase.type === type);
  if (settings === undefined || found === undefined || found.phase.detected === null) return null;
  const counted = zonesAssign(found.peaks, settings).filter(({ accepted }) => accepted);
  const main = highestOf(counted);
  const zone = main?.zone ?? null;
  if (main === null || zone === null || main.significance < TEMPLATE.significance) return null;
  if (counted.length > 1 && !isOfOneTarget(well, settings, zone)) return null;
  const curve = targetCurve(found.phase.detected, main);
  return curve && { zone, curve };
}

/** The contributions of an assay's wells for each phase, in order; null: none. */
export function taughtByWells(
  wells: readonly Omit<TrainingWell, 'configuration'>[],
  configuration: ChannelConfiguration,
  shifts: readonly WellShift[] | null,
): ReadonlyMap<PhaseType, readonly ReturnType<typeof taughtBy>[]> {
  const teaching = wells.map((well, place) => {
    const tmShift = shifts?.[place]?.tmShift;
    return {
      ...well,
      configuration: tmShift === undefined ? configuration : shiftedBy(configuration, tmShift),
    };
  });
  return new Map(
    configuration.phases.map(({ phaseType }) => [
      phaseType,
      teaching.map((well) => taughtBy(well, phaseType)),
    ]),
  );
}

/** Whether a target's zone still contains the Tm of its stored template; zones may have moved since. */
export const isOfPhase = (
  { phase, zone, tm }: Pick<KeptTemplate, 'phase' | 'zone' | 'tm'>,
  {
    phaseType,
    zones,
  }: Pick<PhaseConfiguration, 'phaseType'> & {
    readonly zones: readonly Pick<ZoneSettings, 'name' | 'minTemp' | 'maxTemp'>[];
  },
): boolean =>
  phase === phaseType &&
  zones.some(({ name, minTemp, maxTemp }) => name === zone && tm >= minTemp && tm <= maxTemp);

/** The stored templates of a phase's targets. */
const keptOf = (
  { channel, meltTemplates }: ChannelConfiguration,
  settings: PhaseConfiguration,
): readonly KeptTemplate[] =>
  meltTemplates?.from === 'plate-or-kept'
    ? (meltTemplates.kept ?? []).filter((one) => one.channel === channel && isOfPhase(one, settings))
    : [];

/**
 * The templates of an assay's targets, from its wells in order and from the kit version's stored templates;
 * null: not used by the kit version.
 *
 * @param shifts - the Tm shift, well by well
 */
export function templatesLearn(
  wells: readonly Omit<TrainingWell, 'configuration'>[],
  configuration: ChannelConfiguration,
  shifts: readonly WellShift[] | null,
): readonly Template[] | null {
  if ((configuration.meltTemplates ?? null) === null) return null;
  const taught = taughtByWells(wells, configuration, shifts);
  return configuration.phases.flatMap((settings) => {
    const { phaseType: phase, zones } = settings;
    const kept = keptOf(configuration, settings);
    return zones.map(({ name: zone }) => {
      const ofZone = (taught.get(phase) ?? []).flatMap((one, place) =>
        one?.zone === zone ? [[place, one.curve] as const] : [],
      );
      return {
        phase,
        zone,
        taught: new Map(ofZone),
        shape: templateShape(ofZone.map(([, curve]) => curve)),
        kept: kept.find((one) => one.zone === zone) ?? null,
      };
    });
  });
}
