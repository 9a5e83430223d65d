import {
  apartText,
  brokenRuleTexts,
  FLAG_CONSEQUENCES,
  flagTexts,
  inKitWords,
  kitWords,
  isAsExpected,
  isSample,
  isStopped,
  noCallReasons,
  reportedFlags,
  stoppingFlags,
} from '@curvewell/domain';
import { Badge, Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { WellMark } from '../../../shared/ui/plate/well-mark.tsx';
import { combinedWords, heldWords } from '../plate/review-faces.ts';
import { lookOf } from '../result-look.ts';
import { type Review, useReview } from '../state/review-context.ts';
import { borderOf, nearOf, type ReviewWell } from '../state/review-wells.ts';
import classes from './well-verdict.module.css';

export function WellVerdict({ review }: { readonly review: ReviewWell }) {
  const { scheme } = useReview();
  const texts = text.interpretation.card;
  const { shown, isUpdated } = review;
  const reasons = reasonsOf(review);
  const held = heldWords(review);
  const look = lookOf(shown?.diagnosticColor, scheme);
  return (
    <section className={classes['verdict']}>
      <h2 className="visually-hidden">{texts.suggested}</h2>
      <p className={classes['result']} tabIndex={-1} data-result>
        <DiagnosticCode look={look} />
        {look.name}
        {isUpdated ? (
          <Badge size="md" variant="light" tt="none">
            {texts.updated}
          </Badge>
        ) : (
          <span className={classes['suggested']}>
            {reasons.length === 0 ? texts.isSuggested : texts.reasons(reasons.length)}
            {reasons.length > 0 && review.unresolved !== null && ` · ${texts.untilSettled}`}
          </span>
        )}
        {held !== null && <span className={classes['held']}>{held}</span>}
      </p>
      {reasons.map((reason) => (
        <p key={reason} className={classes['reason']}>
          <IconInfoCircle size={15} stroke={1.6} aria-hidden="true" />
          {reason}
        </p>
      ))}
      {review.combined && <p className={classes['combined']}>{combinedWords(review.combined)}</p>}
      {isUpdated && <Change review={review} />}
      <Doubts review={review} />
    </section>
  );
}

const reasonsOf = ({ mark, isUpdated, interpreted }: ReviewWell): readonly string[] =>
  mark === 'no-call' && !isUpdated ? noCallReasons(interpreted.explanation) : [];

/** The reason, author and previous result of an override. */
function Change({ review: { shown, initial } }: { readonly review: ReviewWell }) {
  const { run, scheme, update } = useReview();
  const texts = text.interpretation;
  const previous = lookOf(initial?.diagnosticColor, scheme);
  return (
    <blockquote className={classes['change']}>
      {typeof shown?.comment === 'string' && <p>{texts.card.quoted(shown.comment)}</p>}
      <footer>
        {texts.card.was} <DiagnosticCode look={previous} small /> {previous.name} ·{' '}
        {texts.act(shown?.byName ?? '', shown ? formatDateTime(shown.at) : '')}{' '}
        {run.permissions.canUpdate && (
          <Button size="compact-xs" variant="subtle" onClick={() => update({ reason: shown?.comment ?? '' })}>
            {texts.update.editReason}
          </Button>
        )}
      </footer>
    </blockquote>
  );
}

/**
 * Other doubts, one list of sentences for each: a doubt in both phases is one alert. Excludes facts about the
 * whole plate, which are above it, and the nearest limit, which has an alert of its own.
 */
function alertsOf(
  { run, interpreted: all }: Pick<Review, 'run' | 'interpreted'>,
  review: ReviewWell,
): readonly (readonly string[])[] {
  const { well, interpreted } = review;
  const words = kitWords(run, all).get(well.kitVersion?.id ?? '');
  const explanation = inKitWords(interpreted.explanation, words);
  const near = nearOf(run, review)?.flag;
  const stopping = stoppingFlags(explanation);
  const flags = reportedFlags(explanation.flags).filter(
    (flag) =>
      FLAG_CONSEQUENCES[flag.code].mark !== null &&
      !stopping.includes(flag) &&
      !(flag.code === near?.code && flag.zone === near.zone),
  );
  const byCode = [...Map.groupBy(flags, ({ code }) => code).values()];
  const rules = isSample(interpreted.sampleType) ? [] : brokenRuleTexts(run, well);
  const { sample } = review;
  // Without a result of the sample, the reason is an alert of its own.
  const apart = sample !== null && sample.result !== null ? apartText(sample) : null;
  return [
    ...byCode.map((of) => flagTexts(of, interpreted.channel)),
    ...(apart === null ? [] : [[apart]]),
    ...rules.map((rule) => [rule]),
  ];
}

function Doubts({ review }: { readonly review: ReviewWell }) {
  const of = useReview();
  return (
    <>
      <Unresolved review={review} />
      {alertsOf(of, review).map((sentences) => (
        <p key={sentences.join()} className={classes['doubt']}>
          <IconAlertTriangle size={15} stroke={1.6} aria-hidden="true" />
          <span>{sentences.join(' ')}</span>
        </p>
      ))}
      <Near review={review} />
    </>
  );
}

/** An unexpected result or a failed control. Reasons for No call are shown above. */
function Unresolved({ review }: { readonly review: ReviewWell }) {
  const { scheme } = useReview();
  const { well, shown, unresolved, mark } = review;
  const texts = text.interpretation;
  const isOther = !isAsExpected(well, shown?.diagnosticColor ?? null);
  if (!isOther && (unresolved === null || mark === 'no-call')) return null;
  const expected = lookOf(well.expectedDiagnostic, scheme);
  return (
    <p className={classes['doubt']}>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden="true" />
      <span>
        {isOther ? (
          <>
            <b>{texts.card.expected(expected.name)}</b> <DiagnosticCode look={expected} small />
          </>
        ) : (
          <b>{texts.unresolvedWhy(unresolved ?? '')}</b>
        )}
        {isOther && unresolved !== null && ` · ${texts.card.untilSettled}`}
      </span>
    </p>
  );
}

/** The limit that the call is close to, or the distance to the nearest limit. */
function Near({ review }: { readonly review: ReviewWell }) {
  const { run, border } = useReview();
  const { well } = review;
  const near = nearOf(run, review);
  const nearest = near ?? borderOf(review);
  // If the reading gives no grounds for a call, no limit matters.
  if (nearest === null || isStopped(review.interpreted.explanation)) return null;
  return (
    <p className={near ? classes['doubt'] : classes['far']}>
      {near && <WellMark mark={border.seen.has(well.id) ? 'near-seen' : 'near'} size={15} />}
      <span>
        {!near && `${text.interpretation.card.nearest}: `}
        {nearest.text}
      </span>
    </p>
  );
}
