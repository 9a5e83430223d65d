import { platePositions, type Position, type Run } from '@curvewell/contracts';

import { text } from '../../locale/text.ts';
import type { Scheme } from '../../shared/diagnostic-palette.ts';
import { formatDay } from '../../shared/format.ts';
import { toTabSeparated } from '../../shared/tab-separated.ts';
import { pointsOf, type Curve } from '../curves/curve-series.ts';
import type { WellFact } from '../plate/well-card.tsx';
import type { WellFace } from '../plate/well-face.ts';
import type { TableWell } from '../plate/wells-table.tsx';
import { lookOf } from './result-look.ts';
import { isCommented, type ReviewWell } from './review-wells.ts';

/** Every well of the plate as the interpretation shows it. */
export function resultFaces(
  run: Run,
  { reviews, scheme }: { readonly reviews: ReadonlyMap<Position, ReviewWell>; readonly scheme: Scheme },
): ReadonlyMap<Position, WellFace> {
  return new Map(
    platePositions(run.plateType).map((position) => {
      const review = reviews.get(position);
      return [position, review ? resultFace(review, scheme) : notAnalysed(position)] as const;
    }),
  );
}

const notAnalysed = (position: Position): WellFace => ({
  kind: 'not-analysed',
  label: `${position}, ${text.plate.notAnalysed}`,
});

function resultFace(review: ReviewWell, scheme: Scheme): WellFace {
  const { position, well, sampleType, shown, isUpdated } = review;
  const look = lookOf(shown?.diagnosticColor, scheme);
  const texts = text.interpretation.well;
  const parts = [
    position,
    well.name,
    text.sampleTypes[sampleType].toLowerCase(),
    look.name.toLowerCase(),
    isUpdated ? texts.updated : null,
    well.comments.length > 0 ? texts.comments(well.comments.length) : null,
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
  };
}

/** What the status line and the card say of a well. */
export function reviewFacts(
  position: Position,
  { review, scheme }: { readonly review: ReviewWell | undefined; readonly scheme: Scheme },
): readonly WellFact[] {
  const head: WellFact = { term: '', text: position, tone: 'strong' };
  if (!review) return [head, { term: '', text: text.plate.notAnalysed }];
  const { well, shown, isUpdated } = review;
  const look = lookOf(shown?.diagnosticColor, scheme);
  const facts: (WellFact | null)[] = [
    head,
    well.name === null ? null : { term: '', text: well.name },
    { term: '', text: text.sampleTypes[review.sampleType] },
    well.kitVersion && {
      term: '',
      text: `${well.kitVersion.kit.name} ${well.kitVersion.version} (${well.reactionBuffer?.name ?? ''})`,
    },
    well.lot && { term: text.plate.lot, text: well.lot.name, tone: 'mono' },
    { term: '', text: `${look.code} ${look.name}`, tone: 'strong' },
    isUpdated ? { term: '', text: text.interpretation.well.updated } : null,
    well.expectedDiagnostic && {
      term: '',
      text: text.interpretation.card.expectedShort(lookOf(well.expectedDiagnostic, scheme).name),
    },
  ];
  return facts.filter((fact) => fact !== null);
}

/** The same with what only the card has room for. */
export function reviewCardFacts(
  position: Position,
  given: { readonly review: ReviewWell | undefined; readonly scheme: Scheme },
): readonly WellFact[] {
  const expiry = given.review?.well.lot?.expirationDate;
  const facts = reviewFacts(position, given);
  return expiry === undefined ? facts : [...facts, { term: text.plate.lotExpires, text: formatDay(expiry) }];
}

/** The curves of wells in one phase. */
export function reviewCurves(
  reviews: readonly ReviewWell[],
  { phase, scheme }: { readonly phase: string; readonly scheme: Scheme },
): readonly Curve[] {
  return reviews.flatMap((review) => {
    const data = review.interpreted.data.find(({ type }) => type === phase);
    const points = data && pointsOf(data);
    if (!points || points.length === 0) return [];
    const look = lookOf(review.shown?.diagnosticColor, scheme);
    return [
      {
        position: review.position,
        name: review.well.name ?? '',
        code: look.code,
        diagnostic: look.name,
        tone: look.curve,
        points,
        peaks: data.peaks,
      },
    ];
  });
}

/** Accepted peaks' temperatures, as words. */
const tmWords = ({ interpreted }: ReviewWell): string =>
  interpreted.explanation.phases
    .flatMap(({ peaks }) => peaks)
    .filter(({ accepted }) => accepted)
    .map(({ tm }) => tm.toFixed(2))
    .join(' ');

/** Analysed wells as rows of a plain table. */
export function reviewRows(reviews: readonly ReviewWell[], scheme: Scheme): readonly TableWell[] {
  return reviews.map((review) => {
    const look = lookOf(review.shown?.diagnosticColor, scheme);
    const texts = text.interpretation.well;
    return {
      position: review.position,
      isSelectable: true,
      cells: [
        review.well.name ?? '',
        text.sampleTypes[review.sampleType],
        `${look.code} ${look.name}${review.isUpdated ? `, ${texts.updated}` : ''}`,
        tmWords(review),
        review.well.comments.length === 0 ? '' : texts.comments(review.well.comments.length),
      ],
    };
  });
}

/** Wells as text that pastes into a spreadsheet. */
export function reviewsAsText(reviews: readonly ReviewWell[], scheme: Scheme): string {
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
      tmWords(review),
    ];
  });
  return toTabSeparated([text.interpretation.copyHead, ...rows]);
}
