import {
  comparePositions,
  controlMark,
  filledOf,
  isAsExpected,
  isStopped,
  nearestBorder,
  nearness,
  openReason,
  runSamples,
  samplesByWell,
  shownDiagnostic,
  coversWell,
  unresolvedReason,
  unsettledReason,
  isSample,
  wellMark,
  type CallBorder,
  type CallExplanation,
  type ChannelName,
  type ChartWell,
  type FlagMark,
  type InterpretedWell,
  type InterpretedWellDiagnostic,
  type Nearness,
  type UsedTemplate,
  type PhaseType,
  type Position,
  type Run,
  type SampleResult,
  type SampleType,
  type Well,
} from '@curvewell/domain';

/** The mark of a well: a failed control, an unexpected standard, or a flag of its call. */
export type ReviewMark = 'failed' | 'unlike' | FlagMark;

/** An analysed well in one channel: sample, result, comments. */
export interface ReviewWell {
  readonly position: Position;
  readonly well: Well;
  readonly sampleType: SampleType;
  readonly interpreted: InterpretedWell;
  /** The suggested diagnostic. */
  readonly initial: InterpretedWellDiagnostic | undefined;
  /** The effective diagnostic. */
  readonly shown: InterpretedWellDiagnostic | undefined;
  readonly isUpdated: boolean;
  /** Why the well is unresolved: “expected M, found X”; null if it is resolved. */
  readonly unresolved: string | null;
  /** The most severe mark. */
  readonly mark: ReviewMark | null;
  /** The limit that the call is close to, if nothing more severe applies; the well should be reviewed. */
  readonly near: Nearness | null;
  /** The controls whose failure holds this sample, even if none counts as failed now; null if not held. */
  readonly heldBy: readonly Position[] | null;
  /** Its replicates and their common result; null: none. */
  readonly sample: SampleResult | null;
}

/** Adds the overrides of the run to its interpreted wells. */
export function withUpdates(run: Run, chart: readonly ChartWell[]): readonly InterpretedWell[] {
  const updates = new Map(
    run.analyses
      .flatMap(({ wells }) => Object.values(wells))
      .map(({ id, updatedDiagnostics }) => [id, updatedDiagnostics]),
  );
  return chart.map((well) => ({
    ...well,
    interpretedWellDiagnostics: [...well.interpretedWellDiagnostics, ...(updates.get(well.wellId) ?? [])],
  }));
}

/** The analysed wells of a channel in reading order. */
export function reviewWells(
  run: Run,
  {
    interpreted,
    channel,
  }: { readonly interpreted: readonly InterpretedWell[]; readonly channel: ChannelName },
): readonly ReviewWell[] {
  const analysis = run.analyses.find((candidate) => candidate.channel === channel);
  const called = interpreted.filter((candidate) => candidate.channel === channel);
  const samples = runSamples({ ...run, analyses: analysis === undefined ? [] : [analysis] }, called);
  const sampleOf = samplesByWell(samples);
  const wells = called
    .flatMap((candidate) => {
      const well = analysis?.wells[candidate.position];
      const sample = sampleOf.get(candidate.wellId) ?? null;
      return well ? [reviewWell(well, { interpreted: candidate, run, sample })] : [];
    })
    .sort((first, second) => comparePositions(first.position, second.position));
  const failed = wells.filter(hasFailed);
  return wells.map((well) => (well.heldBy === null ? well : { ...well, heldBy: holdersOf(well, failed) }));
}

/** Whether a control or standard has failed, and so holds the samples it covers. */
export const hasFailed = ({ mark }: Pick<ReviewWell, 'mark'>): boolean =>
  mark === 'failed' || mark === 'unlike';

const holdersOf = ({ well }: ReviewWell, failed: readonly ReviewWell[]): readonly Position[] =>
  failed
    .filter((control) => coversWell(filledOf(control.well), filledOf(well)))
    .map(({ position }) => position);

function reviewWell(
  well: Well,
  {
    interpreted,
    run,
    sample,
  }: { readonly interpreted: InterpretedWell; readonly run: Run; readonly sample: SampleResult | null },
): ReviewWell {
  const shown = shownDiagnostic(interpreted);
  const ofControls = controlMark(run, { well, called: interpreted });
  const isUnlike =
    interpreted.sampleType === 'STANDARD' && !isAsExpected(well, shown?.diagnosticColor ?? null);
  const nearTo = { ...run.rules, border: borderOf({ interpreted }) };
  const ownMark = ofControls === 'failed' ? (isUnlike ? 'unlike' : 'failed') : wellMark(interpreted, nearTo);
  const interpretedAt = run.acts.interpreted?.at ?? null;
  const isOpen = openReason(sample ?? undefined, { wellId: well.id }) !== null;
  const isOfSample = isOpen || isApart(sample, shown);
  const mark = isOfSample && (ownMark === null || ownMark === 'near') ? 'doubt' : ownMark;
  const initial = interpreted.interpretedWellDiagnostics.find(
    ({ stateDiagnostic }) => stateDiagnostic === 'INITIAL',
  );
  return {
    position: interpreted.position,
    well,
    sampleType: interpreted.sampleType,
    interpreted,
    initial,
    shown,
    isUpdated: shown?.stateDiagnostic === 'UPDATED',
    unresolved:
      unresolvedReason({ well, called: interpreted, interpretedAt }) ??
      unsettledReason(sample, {
        wellId: well.id,
        comments: sample === null ? [] : commentsOn(run, sample),
        interpretedAt,
      }),
    mark,
    near: mark === 'near' ? nearness(interpreted, nearTo) : null,
    heldBy: ofControls === 'held' ? [] : null,
    sample,
  };
}

/** Whether the replicates of a sample with a result are apart; an override settles that for its well. */
const isApart = (sample: SampleResult | null, shown: InterpretedWellDiagnostic | undefined): boolean =>
  sample !== null && sample.result !== null && sample.isApart && shown?.stateDiagnostic !== 'UPDATED';

/** Whether replicates make the well doubtful: their sample has no result, or they are apart. */
export const isDoubtOfSample = ({ sample, shown }: Pick<ReviewWell, 'sample' | 'shown'>): boolean =>
  sample !== null && (sample.fault !== null || isApart(sample, shown));

/** The comments on all wells of a sample. */
const commentsOn = ({ analyses }: Run, { channel, wells }: SampleResult): Well['comments'] => {
  const here = analyses.find((one) => one.channel === channel)?.wells ?? {};
  return wells.flatMap(({ position }) => here[position]?.comments ?? []);
};

/** The samples of some wells, in the order of the plate. */
export const samplesOf = (wells: readonly ReviewWell[]): readonly SampleResult[] => [
  ...new Set(wells.flatMap(({ sample }) => sample ?? [])),
];

/** Cache by explanation, which never changes. */
const borders = new WeakMap<CallExplanation, CallBorder | null>();

/** The limit that a call is closest to, at any distance. */
export function borderOf({ interpreted }: Pick<ReviewWell, 'interpreted'>): CallBorder | null {
  const known = borders.get(interpreted.explanation);
  if (known !== undefined) return known;
  const border = nearestBorder(interpreted);
  borders.set(interpreted.explanation, border);
  return border;
}

/** The limit that a call is close to, whatever other marks the well has. A well without a call has none. */
export const nearOf = (run: Pick<Run, 'rules'>, { interpreted, mark }: ReviewWell): Nearness | null =>
  mark === 'no-call' || isStopped(interpreted.explanation)
    ? null
    : nearness(interpreted, { ...run.rules, border: borderOf({ interpreted }) });

/** Borderline wells of all channels, nearest to a limit first. */
export function nearestFirst(wells: readonly ReviewWell[]): readonly ReviewWell[] {
  return wells
    .filter(({ near }) => near !== null)
    .sort((first, second) => (first.near?.distance ?? 0) - (second.near?.distance ?? 0));
}

/** Whether the well or its suggested result has a comment. */
export function isCommented({ well, interpreted }: ReviewWell): boolean {
  return (
    well.comments.length > 0 ||
    (well.diagnosticComment ?? '') !== '' ||
    interpreted.interpretedWellDiagnostics.some(({ comment }) => (comment ?? '') !== '')
  );
}

interface UnresolvedStep {
  readonly channels: readonly ChannelName[];
  /** The current position; without one, start before the first or after the last well. */
  readonly from: { readonly channel: ChannelName; readonly position: Position | null };
  readonly backwards: boolean;
}

/** The next unresolved well in reading order, channel by channel, wrapping around. */
export function nextUnresolved(
  wells: readonly ReviewWell[],
  { channels, from, backwards }: UnresolvedStep,
): { readonly well: ReviewWell; readonly isWrapped: boolean } | null {
  const direction = backwards ? -1 : 1;
  const rank = ({ channel }: { readonly channel: ChannelName }): number => channels.indexOf(channel);
  const inOrder = wells
    .filter(({ unresolved }) => unresolved !== null)
    .sort(
      (first, second) =>
        direction *
        (rank(first.interpreted) - rank(second.interpreted) ||
          comparePositions(first.position, second.position)),
    );
  const [first] = inOrder;
  if (!first) return null;
  const next = inOrder.find(({ interpreted: { channel }, position }) => {
    const channelsOn = (rank({ channel }) - rank(from)) * direction;
    if (channelsOn !== 0) return channelsOn > 0;
    return from.position === null || comparePositions(position, from.position) * direction > 0;
  });
  return { well: next ?? first, isWrapped: next === undefined };
}

/** Properties that wells are filtered by. Only one kit, version and buffer are shown at a time. */
export type KitLevel = 'kit' | 'kitVersion' | 'reactionBuffer';
export const KIT_LEVELS: readonly KitLevel[] = ['kit', 'kitVersion', 'reactionBuffer'];

export interface KitChoice {
  readonly level: KitLevel;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** The only choice, or the chosen one. */
  readonly value: string | null;
}

const levelOf = (level: KitLevel, { well }: ReviewWell): { id: string; name: string } | null => {
  switch (level) {
    case 'kit':
      return well.kitVersion?.kit ?? null;
    case 'kitVersion':
      return well.kitVersion && { id: well.kitVersion.id, name: well.kitVersion.version };
    case 'reactionBuffer':
      return well.reactionBuffer;
  }
};

/**
 * The three filters over a set of wells, each narrowed by the previous ones, and the remaining wells. A
 * filter with a single option is preset.
 */
export function filterByKit(
  wells: readonly ReviewWell[],
  chosen: Partial<Record<KitLevel, string>>,
): {
  readonly choices: readonly KitChoice[];
  readonly undecided: KitLevel | null;
  readonly wells: readonly ReviewWell[];
} {
  const choices: KitChoice[] = [];
  let undecided: KitLevel | null = null;
  let passing = wells;
  for (const level of KIT_LEVELS) {
    const options = new Map(
      passing.flatMap((well) => {
        const option = levelOf(level, well);
        return option ? [[option.id, option] as const] : [];
      }),
    );
    const wanted = chosen[level];
    const value =
      options.size === 1
        ? ([...options.keys()][0] ?? null)
        : wanted !== undefined && options.has(wanted)
          ? wanted
          : null;
    choices.push({ level, options: [...options.values()], value });
    if (value === null && options.size > 1) undecided ??= level;
    if (value !== null) passing = passing.filter((well) => levelOf(level, well)?.id === value);
  }
  return { choices, undecided, wells: undecided === null ? passing : [] };
}

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
