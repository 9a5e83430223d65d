import {
  callSentence,
  flagText,
  isAsExpected,
  type CallExplanation,
  type Comment,
  type Run,
} from '@curvewell/contracts';
import { Alert, Badge, Button, Paper, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

import { useCommentWells } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import type { Scheme } from '../../shared/diagnostic-palette.ts';
import { formatDateTime } from '../../shared/format.ts';
import { DiagnosticCode } from '../../shared/ui/diagnostic-code.tsx';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import { CallWhy } from './call-why.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import { DiagnosticForm } from './diagnostic-form.tsx';
import classes from './interpretation.module.css';
import { lookOf } from './result-look.ts';
import { useReview } from './review-context.ts';
import type { ReviewWell } from './review-wells.ts';

interface WellCardProps {
  readonly review: ReviewWell;
  readonly isExplained: boolean;
  readonly onExplained: (explained: boolean) => void;
  readonly isUpdating: boolean;
}

/** One well: what it is, its result with the reason, what was said of it. */
export function WellCard(props: WellCardProps) {
  const { review, isUpdating, isExplained } = props;
  const { run, interpreted, scheme, setUpdating } = useReview();
  const result = useRef<HTMLElement>(null);
  return (
    <Paper component="article" withBorder radius={8} aria-label={review.position} className={classes['card']}>
      <CardHead review={review} />
      <div className={classes['card-halves']} data-explained={isExplained || undefined}>
        <section ref={result} className={classes['half']}>
          <h2>{text.interpretation.card.suggested}</h2>
          {isUpdating ? (
            <DiagnosticForm
              runId={run.id}
              analyserId={run.analyser}
              review={review}
              scheme={scheme}
              rules={run.rules}
              onClose={() => {
                setUpdating(false);
              }}
            />
          ) : (
            <SuggestedResult
              {...props}
              onExplained={(explained) => {
                flushSync(() => {
                  props.onExplained(explained);
                });
                if (explained) result.current?.scrollIntoView({ block: 'start' });
              }}
            />
          )}
        </section>
        {isExplained && <CallWhy {...{ run, interpreted, review, scheme }} id={whyId(review)} />}
        <CardComments review={review} />
      </div>
    </Paper>
  );
}

const whyId = ({ position }: ReviewWell): string => `why-${position}`;

function CardHead({ review }: Pick<WellCardProps, 'review'>) {
  const { run, channel, scheme } = useReview();
  const { well, position } = review;
  const texts = text.interpretation.card;
  const kit = well.kitVersion && `${well.kitVersion.kit.name} (${well.reactionBuffer?.name ?? ''})`;
  const expected = well.expectedDiagnostic && lookOf(well.expectedDiagnostic, scheme).name;
  return (
    <header className={classes['card-head']}>
      <b className={classes['position']}>{position}</b>
      <b>{well.name ?? texts.noName}</b>
      <span>
        {[kit, hasChannels(run) ? channel : null].filter(Boolean).join(' · ')}
        {well.lot && (
          <>
            {' · '}
            {texts.lot('')}
            <span className="mono">{well.lot.name}</span>
          </>
        )}
        {` · ${text.sampleTypes[review.sampleType]}`}
        {expected !== null && `, ${texts.expectedShort(expected)}`}
      </span>
    </header>
  );
}

function SuggestedResult({ review, isExplained, onExplained }: WellCardProps) {
  const { scheme } = useReview();
  const texts = text.interpretation.card;
  const { shown, initial, isUpdated, interpreted, well } = review;
  const look = lookOf(shown?.diagnosticColor, scheme);
  const former = lookOf(initial?.diagnosticColor, scheme);
  return (
    <>
      <p className={classes['result']}>
        <DiagnosticCode look={look} />
        {look.name}
        {isUpdated && (
          <Badge size="sm" variant="light" tt="none">
            {texts.updated}
          </Badge>
        )}
      </p>
      {isUpdated && (
        <p className={classes['detail']}>
          {texts.was} <DiagnosticCode look={former} small /> {former.name}
          <br />
          {text.interpretation.act(shown?.byName ?? '', shown ? formatDateTime(shown.at) : '')}
        </p>
      )}
      {!isExplained && <Reason explanation={interpreted.explanation} />}
      {!isAsExpected(well, shown?.diagnosticColor ?? null) && (
        <Alert color="warning" p={6}>
          {texts.expected(lookOf(well.expectedDiagnostic, scheme).name)}
        </Alert>
      )}
      <div>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isExplained}
          aria-controls={isExplained ? whyId(review) : undefined}
          rightSection={
            isExplained ? (
              <IconChevronUp size={14} stroke={1.6} />
            ) : (
              <IconChevronDown size={14} stroke={1.6} />
            )
          }
          onClick={() => {
            onExplained(!isExplained);
          }}
        >
          {text.interpretation.why.button}
        </Button>
      </div>
    </>
  );
}

/** The call in a sentence, and what it is near to; the explanation says both where it is open. */
function Reason({ explanation }: { readonly explanation: CallExplanation }) {
  return (
    <>
      <p className={classes['detail']}>{callSentence(explanation)}</p>
      {[...new Set(explanation.flags.map(flagText))].map((flag) => (
        <p key={flag} className={classes['warning']}>
          {flag}
        </p>
      ))}
    </>
  );
}

/** Whether a run is read in several channels, so that they have to be told apart. */
const hasChannels = (run: Run): boolean => run.analyses.length > 1;

function CardComments({ review }: Pick<WellCardProps, 'review'>) {
  const { run } = useReview();
  const { canUpdate } = run.permissions;
  const [isOnlyChannel, showOnlyChannel] = useLocalStorage({
    key: 'curvewell.only-channel',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const texts = text.interpretation;
  const { mutateAsync } = useCommentWells(run.id);
  const comments = isOnlyChannel
    ? review.well.comments
    : [...review.well.comments, ...otherComments(run, review)];
  const save = async (value: string): Promise<void> => {
    try {
      await mutateAsync({ wellIds: [review.well.id], value });
    } catch (error) {
      toastError(texts.comment.failed, error);
      throw error;
    }
    toastSuccess(texts.comment.added(1));
  };
  return (
    <section className={classes['half']}>
      <h2>{texts.card.comments(comments.length)}</h2>
      {hasChannels(run) && (
        <Switch
          size="xs"
          label={texts.card.onlyChannel}
          checked={isOnlyChannel}
          onChange={(event) => {
            showOnlyChannel(event.currentTarget.checked);
          }}
        />
      )}
      {comments.length === 0 ? (
        <p className={classes['detail']}>{texts.card.noComment}</p>
      ) : (
        <CommentList runId={run.id} comments={comments} canUpdate={canUpdate} />
      )}
      {canUpdate && <CommentForm label={texts.comment.add} onSave={save} />}
    </section>
  );
}

/** Comments of this position in the other channels. */
function otherComments(run: Run, { position, interpreted }: ReviewWell): readonly Comment[] {
  return run.analyses
    .filter(({ channel }) => channel !== interpreted.channel)
    .flatMap(({ wells }) => wells[position]?.comments ?? []);
}

/** One line of 40 px for a well among many. */
export function WellLine({
  review,
  scheme,
  onOpen,
}: {
  readonly review: ReviewWell;
  readonly scheme: Scheme;
  readonly onOpen: (event: { ctrlKey: boolean; metaKey: boolean }) => void;
}): ReactNode {
  const look = lookOf(review.shown?.diagnosticColor, scheme);
  return (
    <button type="button" className={classes['line']} onClick={onOpen}>
      <span className="visually-hidden">{text.interpretation.card.open}</span>
      <b>{review.position}</b>
      <span>{review.well.name ?? text.interpretation.card.noName}</span>
      <DiagnosticCode look={look} />
      <span>{look.name}</span>
      <span className={classes['line-end']}>{text.sampleTypes[review.sampleType]}</span>
    </button>
  );
}
