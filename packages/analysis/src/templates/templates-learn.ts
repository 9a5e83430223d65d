import type { KeptTemplate, PhaseType, SampleType, ZoneSettings } from '@curvewell/domain';

import type { ChannelConfiguration, PhaseConfiguration } from '../configuration.ts';
import type { FoundCurve } from '../well-analyse.ts';
import { TEMPLATE } from '../plate-settings.ts';
import { highestOf, targetCurve, type TargetCurve } from './target-curve.ts';
import { templateShape } from './template-shape.ts';
import type { Template } from './template.ts';
import { shiftedBy, type WellShift } from '../zones/tm-shift.ts';
import { zonesAssign } from '../zones/zones-assign.ts';

/** A well that may teach, with the settings that it is read by. */
export interface TrainingWell {
  readonly sampleType: SampleType;
  /** Name of the diagnostic that a standard or control must show; null: none. */
  readonly expectedDiagnostic: string | null;
  readonly phases: readonly (FoundCurve & { readonly type: PhaseType })[];
  readonly configuration: ChannelConfiguration;
}

/** Whether a control or standard holds one target alone in a phase, whatever its curve shows beside it. */
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

/** What a well teaches of a phase: its zone and its curve; null: it holds more than one target, or none for certain. */
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

/** What the wells of an assay, in their order, teach of each phase's targets; null: nothing. */
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

/** Whether a target still melts where its kept template was learnt: zones may have been moved since. */
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

/** What a kit version keeps of the targets of a phase. */
const keptOf = (
  { channel, meltTemplates }: ChannelConfiguration,
  settings: PhaseConfiguration,
): readonly KeptTemplate[] =>
  meltTemplates?.from === 'plate-or-kept'
    ? (meltTemplates.kept ?? []).filter((one) => one.channel === channel && isOfPhase(one, settings))
    : [];

/**
 * The templates of an assay's targets, from its wells in their order and from what the kit version keeps; null: the kit
 * version does not ask for them.
 *
 * @param shifts - how the zones follow the controls, well by well
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
