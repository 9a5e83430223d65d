import {
  combinedByWell,
  comparePositions,
  controlMark,
  filledOf,
  isAsExpected,
  isStopped,
  nearestBorder,
  nearness,
  openCombinedReason,
  openReason,
  runCombined,
  runSamples,
  samplesByWell,
  shownDiagnostic,
  coversWell,
  unresolvedReason,
  unsettledReason,
  wellMark,
  type CallBorder,
  type CallExplanation,
  type ChannelName,
  type ChartWell,
  type CombinedResult,
  type FlagMark,
  type InterpretedWell,
  type InterpretedWellDiagnostic,
  type Nearness,
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
  /** The combined result of its sample; null: none. */
  readonly combined: CombinedResult | null;
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
    combined = runCombined(run, interpreted),
  }: {
    readonly interpreted: readonly InterpretedWell[];
    readonly channel: ChannelName;
    /** Of all channels. */
    readonly combined?: readonly CombinedResult[];
  },
): readonly ReviewWell[] {
  const analysis = run.analyses.find((candidate) => candidate.channel === channel);
  const called = interpreted.filter((candidate) => candidate.channel === channel);
  const samples = runSamples({ ...run, analyses: analysis === undefined ? [] : [analysis] }, called);
  const sampleOf = samplesByWell(samples);
  const combinedOf = combinedByWell(combined);
  const wells = called
    .flatMap((candidate) => {
      const well = analysis?.wells[candidate.position];
      const sample = sampleOf.get(candidate.wellId) ?? null;
      const ofSample = { sample, combined: combinedOf.get(candidate.wellId) ?? null };
      return well ? [reviewWell(well, { interpreted: candidate, run, ...ofSample })] : [];
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
    combined,
  }: { readonly interpreted: InterpretedWell; readonly run: Run } & Pick<ReviewWell, 'sample' | 'combined'>,
): ReviewWell {
  const shown = shownDiagnostic(interpreted);
  const ofControls = controlMark(run, { well, called: interpreted });
  const isUnlike =
    interpreted.sampleType === 'STANDARD' && !isAsExpected(well, shown?.diagnosticColor ?? null);
  const nearTo = { ...run.rules, border: borderOf({ interpreted }) };
  const ownMark = ofControls === 'failed' ? (isUnlike ? 'unlike' : 'failed') : wellMark(interpreted, nearTo);
  const interpretedAt = run.acts.interpreted?.at ?? null;
  const isOpen =
    openReason(sample ?? undefined, { wellId: well.id }) !== null ||
    openCombinedReason(combined ?? undefined, well.id) !== null;
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
      unsettledReason(
        { sample, combined },
        { wellId: well.id, comments: commentsOn(run, { sample, combined }), interpretedAt },
      ),
    mark,
    near: mark === 'near' ? nearness(interpreted, nearTo) : null,
    heldBy: ofControls === 'held' ? [] : null,
    sample,
    combined,
  };
}

/** Whether the replicates of a sample with a result are apart; an override settles that for its well. */
const isApart = (sample: SampleResult | null, shown: InterpretedWellDiagnostic | undefined): boolean =>
  sample !== null && sample.result !== null && sample.isApart && shown?.stateDiagnostic !== 'UPDATED';

/** Whether its sample makes the well doubtful: it has no result or combined result, or its replicates are apart. */
export const isDoubtOfSample = (
  review: Pick<ReviewWell, 'sample' | 'combined' | 'shown' | 'well'>,
): boolean => {
  const { sample, combined, shown, well } = review;
  return (
    (sample !== null && (sample.fault !== null || isApart(sample, shown))) ||
    openCombinedReason(combined ?? undefined, well.id) !== null
  );
};

const commentsOn = (
  { analyses }: Run,
  { sample, combined }: Pick<ReviewWell, 'sample' | 'combined'>,
): Well['comments'] => {
  const ofChannels = combined?.channels ?? (sample === null ? [] : [sample]);
  return ofChannels.flatMap(({ channel, wells }) => {
    const here = analyses.find((one) => one.channel === channel)?.wells ?? {};
    return wells.flatMap(({ position }) => here[position]?.comments ?? []);
  });
};

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
