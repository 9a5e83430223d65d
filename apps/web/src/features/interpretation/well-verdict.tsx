import { brokenRuleTexts, flagText, isAsExpected } from '@curvewell/contracts';
import { Badge, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format.ts';
import { DiagnosticCode } from '../../shared/ui/diagnostic-code.tsx';
import { WellMark } from '../../shared/ui/well-mark.tsx';
import { lookOf } from './result-look.ts';
import { useReview } from './review-context.ts';
import { borderOf, type ReviewWell } from './review-wells.ts';
import classes from './well-verdict.module.css';

/** The result of a well, and at once all that is doubtful about it. */
export function WellVerdict({ review }: { readonly review: ReviewWell }) {
  const { scheme } = useReview();
  const texts = text.interpretation.card;
  const { shown, isUpdated } = review;
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
          <span>{texts.isSuggested}</span>
        )}
      </p>
      {isUpdated && <Change review={review} />}
      <Doubts review={review} />
    </section>
  );
}

/** Why, by whom and from what a result was changed. */
function Change({ review: { shown, initial } }: { readonly review: ReviewWell }) {
  const { run, scheme, update } = useReview();
  const texts = text.interpretation;
  const former = lookOf(initial?.diagnosticColor, scheme);
  const color = shown?.diagnosticColor;
  return (
    <blockquote className={classes['change']}>
      {typeof shown?.comment === 'string' && <p>{texts.card.quoted(shown.comment)}</p>}
      <footer>
        {texts.card.was} <DiagnosticCode look={former} small /> {former.name} ·{' '}
        {texts.act(shown?.byName ?? '', shown ? formatDateTime(shown.at) : '')}{' '}
        {run.permissions.canUpdate && color && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              update({ diagnosticColorId: color.id, reason: shown.comment ?? '' });
            }}
          >
            {texts.update.editReason}
          </Button>
        )}
      </footer>
    </blockquote>
  );
}

function Doubts({ review }: { readonly review: ReviewWell }) {
  const { run, scheme, border } = useReview();
  const { well, shown, near, unresolved, interpreted } = review;
  const texts = text.interpretation;
  const nearest = borderOf(review);
  const isOther = !isAsExpected(well, shown?.diagnosticColor ?? null);
  const flags = new Set([...interpreted.explanation.flags.map(flagText), ...brokenRuleTexts(run, well)]);
  const expected = lookOf(well.expectedDiagnostic, scheme);
  return (
    <>
      {(isOther || unresolved !== null) && (
        <p className={classes['doubt']}>
          <IconAlertTriangle size={15} stroke={1.6} />
          <span>
            {isOther && (
              <>
                <b>{texts.card.expected(expected.name)}</b> <DiagnosticCode look={expected} small />
              </>
            )}
            {!isOther && <b>{texts.unresolvedWhy(unresolved ?? '')}</b>}
            {isOther && unresolved !== null && ` · ${texts.card.untilSettled}`}
          </span>
        </p>
      )}
      {[...flags].map((flag) => (
        <p key={flag} className={classes['doubt']}>
          <IconAlertTriangle size={15} stroke={1.6} />
          {flag}
        </p>
      ))}
      {nearest && (
        <p className={near ? classes['doubt'] : classes['far']}>
          {near && <WellMark mark={border.seen.has(well.id) ? 'near-seen' : 'near'} size={15} />}
          <span>
            {!near && `${texts.card.nearest}: `}
            {nearest.text}
          </span>
        </p>
      )}
    </>
  );
}
