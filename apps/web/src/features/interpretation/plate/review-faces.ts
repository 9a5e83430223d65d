import {
  channelsText,
  combinedLabel,
  FLAG_CONSEQUENCES,
  hitText,
  isCurveDoubt,
  noCallShort,
  platePositions,
  type CallExplanation,
  type CallFlagCode,
  type ChartPoints,
  type CombinedResult,
  type Position,
  type Run,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { toTabSeparated } from '../../../shared/format/tab-separated.ts';
import type { WellMarkKind } from '../../../shared/ui/plate/well-mark.tsx';
import type { Point } from '../../chart/chart-scale.ts';
import { pointsOf, unpackedPoints, type Curve } from '../../curves/curve-series.ts';
import type { WellSummary } from '../../plate/layout/plate-status.tsx';
import { fact, kitFacts, warning } from '../../plate/card/well-facts.ts';
import type { WellFact } from '../../plate/card/well-hover-card.tsx';
import type { WellFace } from '../../plate/grid/well-face.ts';
import { lookOf } from '../result-look.ts';
import { runWarning, withNotice } from '../state/run-warning.ts';
import { isSharedDoubt, sharedDoubts } from '../state/plate-facts.ts';
import { hasFailed, isCommented, isDoubtOfSample, nearOf, type ReviewWell } from '../state/review-wells.ts';

interface FacesOf {
  readonly reviews: ReadonlyMap<Position, ReviewWell>;
  readonly scheme: Scheme;
  /** Ids of the wells that the user has marked as seen. */
  readonly seen: ReadonlySet<string>;
}

/** The appearance of every well on the plate. */
export function resultFaces(run: Run, { reviews, scheme, seen }: FacesOf): ReadonlyMap<Position, WellFace> {
  const shared = sharedDoubts([...reviews.values()]);
  return new Map(
    platePositions(run.plateType).map((position) => {
      const review = reviews.get(position);
      return [
        position,
        review ? resultFace(review, { run, scheme, seen, shared }) : notAnalysed(position),
      ] as const;
    }),
  );
}

const notAnalysed = (position: Position): WellFace => ({
  kind: 'not-analysed',
  label: `${position}, ${text.plate.notAnalysed}`,
});

interface FaceOf extends Omit<FacesOf, 'reviews'> {
  readonly run: Run;
  /** The doubts that all samples have. */
  readonly shared: ReadonlySet<CallFlagCode>;
}

function resultFace(review: ReviewWell, { scheme, ...of }: FaceOf): WellFace {
  const { position, well, sampleType, shown, isUpdated } = review;
  const look = lookOf(shown?.diagnosticColor, scheme);
  const texts = text.interpretation.well;
  const parts = [
    position,
    well.name,
    text.sampleTypes[sampleType].toLowerCase(),
    look.name.toLowerCase(),
    markWords(review),
    isUpdated ? texts.updated : null,
    well.comments.length > 0 ? texts.comments(well.comments.length) : null,
    heldWords(review),
    review.combined && combinedWords(review.combined),
  ];
  return {
    kind: 'result',
    label: parts.filter(Boolean).join(', '),
    sampleType,
    name: well.name ?? '',
    code: look.code,
    fill: look.fill,
    text: look.text,
    edge: look.edge,
    commented: isCommented(review),
    updated: isUpdated,
    mark: markOf(review, of),
  };
}

/**
 * No call has a shape of its own and no mark. A doubt that all samples have is in the strip, and does not
 * hide that a well is borderline.
 */
function markOf(review: ReviewWell, { run, seen, shared }: Omit<FaceOf, 'scheme'>): WellMarkKind | null {
  const { mark, well } = review;
  if (mark === 'no-call') return null;
  if (isSharedDoubt(review, shared)) return nearOf(run, review) === null ? null : 'near';
  return mark === 'near' && seen.has(well.id) ? 'near-seen' : mark;
}

/** “held by D5” */
export const heldWords = ({ heldBy }: ReviewWell): string | null =>
  heldBy === null ? null : text.plate.heldBy(heldBy);

/** A well without a call says so in its result. */
const markWords = ({ mark }: ReviewWell): string | null =>
  mark === null || mark === 'no-call' ? null : text.plate.marks[mark];

interface Reviewed {
  readonly run: Run;
  /** undefined if not analysed. */
  readonly review: ReviewWell | undefined;
  readonly scheme: Scheme;
}

export function reviewSummary(position: Position, { run, review, scheme }: Reviewed): WellSummary {
  if (!review) return { position, name: null, first: [fact(text.plate.notAnalysed)], second: [] };
  const { well, shown, isUpdated, sampleType } = review;
  const look = lookOf(shown?.diagnosticColor, scheme);
  const held = heldWords(review);
  const first: (WellFact | null)[] = [
    { term: '', text: look.name, tone: 'strong' },
    held === null ? null : { term: '', text: held, tone: 'danger' },
    ...doubtFacts(review),
    isUpdated ? fact(text.interpretation.well.changed(shown?.comment ?? null)) : null,
    review.combined && fact(combinedWords(review.combined)),
  ];
  const expected = expectedResults(run, { position, scheme });
  const second: (WellFact | null)[] = [
    fact(text.sampleTypes[sampleType]),
    expected.length > 0 ? fact(text.plate.expected(expected)) : null,
    ...kitFacts(run, well),
  ];
  return {
    position,
    name: well.name,
    look,
    first: first.filter((one) => one !== null),
    second: second.filter((one) => one !== null),
  };
}

/** “Sample: Carrier. FAM: X Heterozygous in A1; HEX: N Negative in A1” */
export const combinedWords = (combined: CombinedResult): string =>
  text.interpretation.well.combined(combinedLabel(combined), channelsText(combined.channels));

/** The doubts about a well, most severe first. */
function doubtFacts(review: ReviewWell): (WellFact | null)[] {
  const { mark, unresolved, interpreted } = review;
  if (mark === 'no-call') return [warning(noCallShort(interpreted.explanation))];
  // The expected and the found result say more than the mark.
  const words = mark === 'unlike' && unresolved !== null ? null : markWords(review);
  return [
    words === null
      ? null
      : mark === 'doubt'
        ? warning(text.interpretation.well.doubt(doubtShorts(review)))
        : { ...warning(words), ...(hasFailed(review) && { tone: 'danger' }) },
    unresolved === null ? null : warning(text.interpretation.unresolvedWhy(unresolved)),
  ];
}

/** “saturated, spike” */
const doubtShorts = (review: ReviewWell): string => {
  const codes = review.interpreted.explanation.flags.map(({ code }) => code).filter(isCurveDoubt);
  const { openShort, apartShort, combinedShort } = text.interpretation.replicates;
  const isOpen = review.sample?.result === null;
  const ofSample = isOpen ? openShort : review.sample?.isApart === true ? apartShort : combinedShort;
  return [
    ...new Set(codes.map((code) => FLAG_CONSEQUENCES[code].short)),
    ...(isDoubtOfSample(review) ? [ofSample] : []),
  ].join(', ');
};

function expectedResults(
  run: Run,
  { position, scheme }: { readonly position: Position; readonly scheme: Scheme },
): readonly string[] {
  return run.analyses.flatMap(({ channel, wells }) => {
    const expected = wells[position]?.expectedDiagnostic;
    return expected ? [text.plate.expectedIn(channel, lookOf(expected, scheme).code)] : [];
  });
}

/** The facts of the card beside a well, one per line. */
export function reviewFacts(position: Position, reviewed: Reviewed): readonly WellFact[] {
  const { name, look, first, second } = reviewSummary(position, reviewed);
  const [result, ...others] = first;
  return [
    { term: '', text: position, tone: 'strong' },
    ...(name === null ? [] : [fact(name)]),
    ...(result ? [look ? { ...result, text: `${look.code} ${result.text}` } : result] : []),
    ...others,
    ...second,
  ];
}

const NONE_SEEN: ReadonlySet<string> = new Set();

/** Whether a well has a mark on the plate, so that its curve is drawn apart from those with the same result. */
export function markedIn(run: Run, wells: readonly ReviewWell[]): (review: ReviewWell) => boolean {
  const shared = sharedDoubts(wells);
  return (review) => markOf(review, { run, seen: NONE_SEEN, shared }) !== null;
}

interface CurvesOf {
  readonly phase: string;
  readonly scheme: Scheme;
  /** The fluorescence by position, to draw in place of the slopes. */
  readonly fluorescence?: ReadonlyMap<Position, ChartPoints> | null;
  /** Other points by position, to draw in place of both. */
  readonly drawn?: ReadonlyMap<Position, readonly Point[]> | null;
  readonly isMarked?: (review: ReviewWell) => boolean;
  /** Beside the value of a curve, by position. */
  readonly noteOf?: (position: Position) => string | null;
}

export function reviewCurves(
  reviews: readonly ReviewWell[],
  { phase, scheme, fluorescence = null, drawn = null, isMarked = () => false, noteOf = () => null }: CurvesOf,
): readonly Curve[] {
  return reviews.flatMap((review): Curve[] => {
    const data = review.interpreted.data.find(({ type }) => type === phase);
    const read = fluorescence?.get(review.position);
    const measured = fluorescence === null ? data && pointsOf(data) : read && unpackedPoints(read);
    const points = drawn === null ? measured : drawn.get(review.position);
    if (!points || points.length === 0) return [];
    const note = noteOf(review.position);
    return [
      {
        position: review.position,
        name: review.well.name ?? '',
        look: lookOf(review.shown?.diagnosticColor, scheme),
        isMarked: isMarked(review),
        points,
        peaks: data?.peaks ?? [],
        ...(note !== null && { note }),
      },
    ];
  });
}

/** The temperatures of accepted peaks, with the phase if there are two. */
export function tmWords({ phases }: CallExplanation): string {
  return phases
    .toSorted((first, second) => first.type.localeCompare(second.type))
    .flatMap(({ type, peaks }) => {
      const accepted = peaks.filter((peak) => peak.accepted).map(({ tm }) => tm.toFixed(2));
      return accepted.length === 0 ? [] : [[...(phases.length > 1 ? [type] : []), ...accepted].join(' ')];
    })
    .join(', ');
}

/** The doubts about a well, most severe first, and what holds it. */
export const doubtTexts = (review: ReviewWell): readonly string[] =>
  [...doubtFacts(review).map((doubt) => doubt?.text), heldWords(review)].filter(
    (words) => typeof words === 'string',
  );

/** Wells as text for pasting into a spreadsheet, each with what its reader must not overlook about the run. */
export function reviewsAsText(
  reviews: readonly ReviewWell[],
  { run, scheme }: { readonly run: Run; readonly scheme: Scheme },
): string {
  const rows = reviews.map((review) => {
    const { position, well, sampleType, shown } = review;
    return [
      position,
      well.name ?? '',
      text.sampleTypes[sampleType],
      well.kitVersion?.kit.name ?? '',
      well.kitVersion?.version ?? '',
      well.lot?.name ?? '',
      well.reactionBuffer?.name ?? '',
      lookOf(shown?.diagnosticColor, scheme).name,
      hitText(review.interpreted.explanation),
      tmWords(review.interpreted.explanation),
      review.isUpdated ? (shown?.comment ?? '') : '',
      doubtTexts(review).join('; '),
    ];
  });
  return toTabSeparated(withNotice([text.interpretation.copyHead, ...rows], runWarning(run)));
}
