import { filledOf, isSample, coversWell } from './controlled-wells.ts';
import type { LaboratoryRules } from '../laboratory/laboratory-rules.ts';
import { comparePositions, type SampleType } from './plate.ts';
import {
  controlKindSchema,
  DEFAULT_REQUIRED_CONTROLS,
  strictestControls,
  type ControlKind,
  type RequiredControls,
} from '../settings/required-controls.ts';
import type { Run, Well } from '../run/run.ts';

export type ControlledWell = Pick<
  Well,
  'position' | 'channel' | 'sampleType' | 'kitVersion' | 'lot' | 'reactionBuffer'
>;

/** Missing controls of one kind for a group of samples that share controls. */
export interface MissingControl {
  readonly kitVersion: NonNullable<Well['kitVersion']>;
  readonly lot: NonNullable<Well['lot']>;
  readonly reactionBuffer: Well['reactionBuffer'];
  readonly kind: ControlKind;
  readonly asked: number;
  readonly askedBy: 'kit' | 'laboratory';
  /** Positions with a control of this kind, in the channel with the fewest. */
  readonly found: number;
  /** The samples without enough controls, in plate order. */
  readonly positions: string[];
  /** “LCT-13910 v2, lot 26B0417”; null: all samples of the plate belong to one group. */
  readonly group: string | null;
}

interface Asked {
  readonly wells: readonly ControlledWell[];
  readonly requiredOf: (kitVersionId: string) => RequiredControls;
  readonly rules: Pick<LaboratoryRules, 'controls'>;
}

/** Wells of one kit version, lot and reaction buffer, with at least one sample. */
interface Group extends Pick<MissingControl, 'kitVersion' | 'lot' | 'reactionBuffer'> {
  readonly wells: readonly ControlledWell[];
}

const CONTROL_TYPE = {
  negative: 'NEGATIVE_TEST',
  positive: 'POSITIVE_TEST',
} as const satisfies Record<ControlKind, SampleType>;

/** The controls required by a run's kit versions; for a version that the run does not name, the defaults. */
export const requiredOfRun =
  ({ kits }: Pick<Run, 'kits'>) =>
  (kitVersionId: string): RequiredControls =>
    kits.find(({ kitVersion }) => kitVersion.id === kitVersionId)?.requiredControls ??
    DEFAULT_REQUIRED_CONTROLS;

/**
 * The missing controls of a plate by the requirements of its kit versions and its laboratory; the larger
 * number applies.
 */
export function missingControls({ wells, requiredOf, rules }: Asked): MissingControl[] {
  const groups = groupsOf(wells);
  return groups.flatMap((group) => {
    const { kitVersion, lot, reactionBuffer } = group;
    const required = requiredOf(kitVersion.id);
    const strictest = strictestControls(required, rules.controls);
    return controlKindSchema.options.flatMap((kind) => {
      const asked = strictest[kind];
      const lacking = [...Map.groupBy(group.wells, ({ channel }) => channel).values()]
        .map((ofChannel) => controlsOf(ofChannel, kind))
        .filter(({ samples, found }) => samples.length > 0 && found < asked);
      if (lacking.length === 0) return [];
      const positions = new Set(lacking.flatMap(({ samples }) => samples));
      return {
        kitVersion,
        lot,
        reactionBuffer,
        kind,
        asked,
        askedBy: required[kind] < asked ? ('laboratory' as const) : ('kit' as const),
        found: Math.min(...lacking.map(({ found }) => found)),
        positions: [...positions].sort(comparePositions),
        group: groups.length === 1 ? null : groupText(group, groups),
      };
    });
  });
}

function groupsOf(wells: readonly ControlledWell[]): Group[] {
  const complete = wells.flatMap((well) => {
    const { kitVersion, lot, reactionBuffer } = well;
    return kitVersion === null || lot === null ? [] : [{ well, kitVersion, lot, reactionBuffer }];
  });
  const groups = Map.groupBy(complete, ({ kitVersion, lot, reactionBuffer }) =>
    JSON.stringify([kitVersion.id, lot.id, reactionBuffer?.id]),
  );
  return [...groups.values()].flatMap((ofGroup) => {
    const [first] = ofGroup;
    const isNeeded = first !== undefined && ofGroup.some(({ well }) => isSample(well.sampleType));
    if (!isNeeded) return [];
    const { kitVersion, lot, reactionBuffer } = first;
    return { kitVersion, lot, reactionBuffer, wells: ofGroup.map(({ well }) => well) };
  });
}

/** The samples of a group in one channel, and the number of their controls of a kind. */
function controlsOf(
  wells: readonly ControlledWell[],
  kind: ControlKind,
): { readonly samples: readonly string[]; readonly found: number } {
  const samples = wells.filter(({ sampleType }) => isSample(sampleType));
  const [sample] = samples;
  const controls = wells.filter(
    (well) =>
      well.sampleType === CONTROL_TYPE[kind] &&
      sample !== undefined &&
      coversWell(filledOf(well), filledOf(sample)),
  );
  return {
    samples: samples.map(({ position }) => position),
    found: controls.length,
  };
}

const versionText = ({ kitVersion }: Pick<MissingControl, 'kitVersion'>): string =>
  `${kitVersion.kit.name} ${kitVersion.version}`;

/** Names the buffer only if another group has the same version and lot. */
function groupText(group: Group, groups: readonly Group[]): string {
  const { kitVersion, lot, reactionBuffer } = group;
  const isShared = groups.some(
    (other) => other !== group && other.kitVersion.id === kitVersion.id && other.lot.id === lot.id,
  );
  const buffer = isShared && reactionBuffer !== null ? `, ${reactionBuffer.name}` : '';
  return `${versionText(group)}, lot ${lot.name}${buffer}`;
}

/** Decided before checks had facts: the status and requirements of its kits are those of today. */
export const lacksSignedFacts = ({ acts, signedFacts }: Pick<Run, 'acts' | 'signedFacts'>): boolean =>
  (acts.approved ?? acts.rejected) !== null && signedFacts === undefined;

/** “No negative control on this plate. LCT-13910 v2 asks for 1.” */
export function missingControlText(missing: MissingControl): string {
  const { kind, asked, askedBy, found, group } = missing;
  if (found > 0) {
    const controls = found === 1 ? `1 ${kind} control` : `${found} ${kind} controls`;
    return `${controls} for ${group ?? versionText(missing)}, ${asked} required.`;
  }
  const none =
    group === null ? `No ${kind} control on this plate.` : `No ${kind} control for ${group} on this plate.`;
  return `${none} ${askedBy === 'kit' ? versionText(missing) : 'The laboratory'} requires ${asked}.`;
}

/** “1 negative control and 2 positive controls”; empty: none. */
const requiredText = (required: RequiredControls): string =>
  controlKindSchema.options
    .filter((kind) => required[kind] > 0)
    .map((kind) => `${required[kind]} ${kind} ${required[kind] === 1 ? 'control' : 'controls'}`)
    .join(' and ');

/**
 * What a well's kit and laboratory require of the plate, and what of it is missing, one sentence each. For a
 * decided run, what was missing as signed: the requirements may have changed since.
 */
export function requiredControlTexts(
  well: Pick<Well, 'position' | 'channel' | 'kitVersion'>,
  run: Pick<Run, 'kits' | 'rules' | 'analyses' | 'acts' | 'signedFacts'>,
): string[] {
  const { position, channel, kitVersion } = well;
  if (kitVersion === null) return [];
  if (run.signedFacts !== undefined) {
    const missing = run.signedFacts
      // Older facts name no positions.
      .filter(
        ({ kind, positions: of }) => kind === 'missingControls' && (of.length === 0 || of.includes(position)),
      )
      .map(({ text }) => text);
    return missing.length === 0 ? ['No required control was missing in the signed check.'] : missing;
  }
  const requiredOf = requiredOfRun(run);
  const required = requiredText(strictestControls(requiredOf(kitVersion.id), run.rules.controls));
  const wells = Object.values(run.analyses.find((one) => one.channel === channel)?.wells ?? {});
  return [
    ...(lacksSignedFacts(run) ? ['The decision did not store which controls were required. Today:'] : []),
    required === '' ? 'No control is required.' : `Required for each lot: ${required}.`,
    ...missingControls({ wells, requiredOf, rules: run.rules })
      .filter((missing) => missing.positions.includes(position))
      .map(missingControlText),
  ];
}
