import {
  comparePositions,
  controlMark,
  isNear,
  nearestBorder,
  shownDiagnostic,
  unresolvedReason,
  isSample,
  type CallBorder,
  type CallExplanation,
  type ChannelName,
  type ChartWell,
  type ControlMark,
  type InterpretedWell,
  type InterpretedWellDiagnostic,
  type PhaseType,
  type Position,
  type Run,
  type SampleType,
  type Well,
} from '@curvewell/contracts';

/** An analysed well in one channel: what was put in, what came out, what was said of it. */
export interface ReviewWell {
  readonly position: Position;
  readonly well: Well;
  readonly sampleType: SampleType;
  readonly interpreted: InterpretedWell;
  /** What the algorithm suggested. */
  readonly initial: InterpretedWellDiagnostic | undefined;
  /** What counts. */
  readonly shown: InterpretedWellDiagnostic | undefined;
  readonly isUpdated: boolean;
  /** Why somebody must look at it: “expected M, found X”; null: nobody must. */
  readonly unresolved: string | null;
  /** What the call came near to; null: nothing as near as the laboratory counts. */
  readonly near: CallBorder | null;
  /** What failed controls make of it. */
  readonly mark: ControlMark | null;
}

/** Interpreted wells with what people have set in place of the suggested diagnostics, which the run tells. */
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

/** The analysed wells of a channel, in reading order. */
export function reviewWells(
  run: Run,
  {
    interpreted,
    channel,
  }: { readonly interpreted: readonly InterpretedWell[]; readonly channel: ChannelName },
): readonly ReviewWell[] {
  const analysis = run.analyses.find((candidate) => candidate.channel === channel);
  return interpreted
    .filter((candidate) => candidate.channel === channel)
    .flatMap((candidate) => {
      const well = analysis?.wells[candidate.position];
      return well ? [reviewWell(well, { interpreted: candidate, run })] : [];
    })
    .sort((first, second) => comparePositions(first.position, second.position));
}

function reviewWell(
  well: Well,
  { interpreted, run }: { readonly interpreted: InterpretedWell; readonly run: Run },
): ReviewWell {
  const shown = shownDiagnostic(interpreted);
  const border = borderOf({ interpreted });
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
    unresolved: unresolvedReason({
      ...{ well, called: interpreted },
      interpretedAt: run.acts.interpreted?.at ?? null,
    }),
    near: border && isNear(border, run.rules.nearBorderPercent) ? border : null,
    mark: controlMark(run, { well, called: interpreted }),
  };
}

/** Borders by the explanation that they lie in, which never changes. */
const borders = new WeakMap<CallExplanation, CallBorder | null>();

/** The border that a call came nearest to, however far that is. */
export function borderOf({ interpreted }: Pick<ReviewWell, 'interpreted'>): CallBorder | null {
  const known = borders.get(interpreted.explanation);
  if (known !== undefined) return known;
  const border = nearestBorder(interpreted);
  borders.set(interpreted.explanation, border);
  return border;
}

/** The wells of all channels that came near a border, the nearest first. */
export function nearestFirst(wells: readonly ReviewWell[]): readonly ReviewWell[] {
  return wells
    .filter(({ near }) => near !== null)
    .sort((first, second) => (first.near?.distance ?? 0) - (second.near?.distance ?? 0));
}

/** Whether a well carries a comment or its suggested result does. */
export function isCommented({ well, interpreted }: ReviewWell): boolean {
  return (
    well.comments.length > 0 ||
    (well.diagnosticComment ?? '') !== '' ||
    interpreted.interpretedWellDiagnostics.some(({ comment }) => (comment ?? '') !== '')
  );
}

interface UnresolvedStep {
  readonly channels: readonly ChannelName[];
  /** Where one is; no position: before the first well, or behind the last. */
  readonly from: { readonly channel: ChannelName; readonly position: Position | null };
  readonly backwards: boolean;
}

/** The next unresolved well in reading order, channel after channel; from the last on to the first. */
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

/** The key that groups wells of one result in the caption: its name, or none. */
export const NO_RESULT = 'none';

/** A caption entry is one of these: wells with the same diagnostic, label and colour. */
export interface ResultGroup {
  readonly key: string;
  readonly diagnostic: InterpretedWellDiagnostic['diagnosticColor'];
  readonly positions: readonly Position[];
}

export function groupKey({ shown }: ReviewWell): string {
  return shown?.diagnosticColor?.id ?? NO_RESULT;
}

/** Wells by their shown diagnostic, only of one sample type if asked; `none` last. */
export function resultGroups(
  wells: readonly ReviewWell[],
  sampleType: SampleType | null,
): readonly ResultGroup[] {
  const groups = new Map<
    string,
    { key: string; diagnostic: ResultGroup['diagnostic']; positions: Position[] }
  >();
  for (const well of wells) {
    const key = groupKey(well);
    const group = groups.get(key) ?? { key, diagnostic: well.shown?.diagnosticColor ?? null, positions: [] };
    if (sampleType === null || well.sampleType === sampleType) group.positions.push(well.position);
    groups.set(key, group);
  }
  return [...groups.values()].sort((first, second) => groupRank(first) - groupRank(second));
}

const ORDER = ['HOMOZYGOUS_WILD_TYPE', 'HETEROZYGOUS', 'HOMOZYGOUS_MUTATED', 'NEGATIVE'];
const LAST = ['TEST_OK', 'TEST_KO'];

function groupRank({ diagnostic }: ResultGroup): number {
  if (diagnostic === null) return 100;
  const { name } = diagnostic.diagnostic;
  if (LAST.includes(name)) return 90 + LAST.indexOf(name);
  return ORDER.includes(name) ? ORDER.indexOf(name) : 50;
}

/** The key of the wells that came near a border, whatever their result. */
export const NEAR_BORDER = 'near-border';

/** The key of the samples that a failed control speaks for. */
export const HELD = 'held';

/** What the caption lists: the results, the wells near a border, and those that a failed control holds. */
export function captionGroups(
  wells: readonly ReviewWell[],
  sampleType: SampleType | null,
): readonly ResultGroup[] {
  const marked = (key: string, isMarked: (well: ReviewWell) => boolean): ResultGroup[] => {
    const all = wells.filter(isMarked);
    const positions = all
      .filter((well) => sampleType === null || well.sampleType === sampleType)
      .map(({ position }) => position);
    return all.length === 0 ? [] : [{ key, diagnostic: null, positions }];
  };
  return [
    ...resultGroups(wells, sampleType),
    ...marked(NEAR_BORDER, ({ near }) => near !== null),
    ...marked(HELD, ({ mark }) => mark === 'held'),
  ];
}

/** What wells can be told apart by: one kit, version and buffer at a time are shown. */
export type KitLevel = 'kit' | 'kitVersion' | 'reactionBuffer';
export const KIT_LEVELS: readonly KitLevel[] = ['kit', 'kitVersion', 'reactionBuffer'];

export interface KitChoice {
  readonly level: KitLevel;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** The one choice there is, or the one that was made. */
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
 * The three filters over a set of wells, each narrowed by the ones before it,
 * and the wells that pass them all. A filter with one option picks itself.
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

/** Controls of the kit, version and buffer of the shown wells, beside the selected ones; none while none is selected. */
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
