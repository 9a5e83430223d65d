import type { Comment, Position, Run, Well } from '@curvewell/domain';
import { Button, Kbd, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

import { useCommentWells } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { focusPlate } from '../../plate/grid/plate-grid.tsx';
import { CallWhy, whySentence } from './call-why.tsx';
import { CommentForm } from '../comments/comment-form.tsx';
import { CommentList } from '../comments/comment-list.tsx';
import { DiagnosticForm } from '../override/diagnostic-form.tsx';
import classes from '../interpretation.module.css';
import { lookOf } from '../result-look.ts';
import { useReview } from '../state/review-context.ts';
import type { ReviewWell } from '../state/review-wells.ts';
import { useCqs } from '../state/use-amplification.ts';
import { cqWords } from '../state/cq-words.ts';
import { WellVerdict } from './well-verdict.tsx';

interface WellCardProps {
  readonly review: ReviewWell;
  readonly isExplained: boolean;
  readonly onExplained: (explained: boolean) => void;
}

/** The card of a single selected well. Header and result are fixed; reason and comments scroll. */
export function LoneWellCard(props: WellCardProps) {
  const { review } = props;
  const { run, scheme, updating, closeUpdate, setSaved, gridRef } = useReview();
  const card = useRef<HTMLElement>(null);
  const focusIn = (selector: string): void => card.current?.querySelector<HTMLElement>(selector)?.focus();
  const cancel = (): void => {
    flushSync(closeUpdate);
    if (updating?.fromPlate === true) focusPlate(gridRef.current);
    else focusIn('[data-update]');
  };
  return (
    <article ref={card} aria-label={review.position} className={classes['lone']}>
      <CardHead review={review} onCancel={updating ? cancel : undefined} />
      {updating ? (
        <div className={classes['lone-body']}>
          <DiagnosticForm
            // Opening the form to edit a reason resets it, and so does another channel.
            key={`${review.well.id} ${updating.reason ?? ''}`}
            runId={run.id}
            analyserId={run.analyser}
            review={review}
            scheme={scheme}
            rules={run.rules}
            start={updating}
            onCancel={cancel}
            onSaved={(saved) => {
              flushSync(closeUpdate);
              focusIn('[data-result]');
              setSaved(saved);
            }}
          />
        </div>
      ) : (
        <>
          <WellVerdict review={review} />
          <div className={classes['lone-body']}>
            <Reason {...props} />
            <CardComments review={review} />
            <p className={classes['kit']}>
              <KitAndLot review={review} />
            </p>
            <CqLine position={review.position} />
          </div>
        </>
      )}
    </article>
  );
}

const whyId = ({ position }: ReviewWell): string => `why-${position}`;

interface CardHeadProps {
  readonly review: ReviewWell;
  /** Set while a form is open. */
  readonly onCancel?: (() => void) | undefined;
}

const CancelForm = ({ onCancel }: { readonly onCancel: () => void }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    rightSection={<Kbd size="xs">Esc</Kbd>}
    aria-keyshortcuts="Escape"
    onClick={onCancel}
  >
    {text.interpretation.update.leave}
  </Button>
);

function CardHead({ review, onCancel }: CardHeadProps) {
  const { run, channel, scheme } = useReview();
  const { well, position, sampleType } = review;
  const texts = text.interpretation.card;
  const expected = well.expectedDiagnostic && lookOf(well.expectedDiagnostic, scheme).name;
  const what = [hasChannels(run) ? channel : null, text.sampleTypes[sampleType]].filter(Boolean).join(' · ');
  return (
    <header className={classes['card-head']}>
      <div className={classes['who']}>
        <b className={classes['position']}>{position}</b>
        <b>{well.name ?? texts.noName}</b>
        <span>
          {what}
          {expected !== null && `, ${texts.expectedShort(expected)}`}
        </span>
      </div>
      {onCancel ? <CancelForm onCancel={onCancel} /> : <HeadActions />}
    </header>
  );
}

/** “Cq 27.4 (from the file), not quantification” */
function CqLine({ position }: { readonly position: Position }) {
  const cqs = useCqs();
  const well = cqs?.get(position);
  return well === undefined ? null : (
    <p className={classes['kit']}>{text.interpretation.card.amplification(cqWords(well))}</p>
  );
}

function KitAndLot({ review: { well } }: Pick<WellCardProps, 'review'>) {
  const { run } = useReview();
  const target = targetLabel(run, well);
  return (
    <span>
      {well.kitVersion && `${well.kitVersion.kit.name} (${well.reactionBuffer?.name ?? ''})`}
      {target !== '' && ` · ${target}`}
      {well.lot && (
        <>
          {' · '}
          {text.interpretation.card.lot('')}
          <span className="mono">{well.lot.name}</span>
        </>
      )}
      {well.orderId !== null && (
        <>
          {' · '}
          {text.interpretation.card.order}
          <span className="mono">{well.orderId}</span>
        </>
      )}
    </span>
  );
}

/** The target of a well's channel, if its kit has several channels. */
function targetLabel({ kits }: Run, { kitVersion, channel }: Well): string {
  const assigned = kits.find((one) => one.kitVersion.id === kitVersion?.id)?.channelAssignments ?? [];
  return (assigned.length > 1 && assigned.find((one) => one.channel === channel)?.label) || '';
}

/** Clears the selection, or changes the result of the well. */
function HeadActions() {
  const { run, act, update } = useReview();
  const { update: texts } = text.interpretation;
  const hint = run.permissions.canUpdate ? undefined : texts.notAllowed;
  return (
    <div className={classes['head-actions']}>
      <span className={classes['hint']} id="update-hint">
        {hint}
      </span>
      <Button size="compact-sm" variant="subtle" onClick={() => act({ type: 'none' })}>
        {text.interpretation.clearSelection}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-describedby="update-hint"
        data-update
        disabled={hint !== undefined}
        onClick={() => update()}
      >
        {texts.button}
        <Kbd size="xs" ml={6}>
          u
        </Kbd>
      </Button>
    </div>
  );
}

/** The call in a sentence, which unfolds to the full explanation. */
function Reason({ review, isExplained, onExplained }: WellCardProps) {
  const { run, interpreted, scheme } = useReview();
  const { explanation } = review.interpreted;
  return (
    <section className={classes['reason']}>
      <div className={classes['reason-head']}>
        <Button
          size="compact-xs"
          mih={24}
          variant="subtle"
          color="gray"
          c="var(--ink)"
          aria-expanded={isExplained}
          aria-controls={isExplained ? whyId(review) : undefined}
          rightSection={
            isExplained ? (
              <IconChevronUp size={14} stroke={1.6} />
            ) : (
              <IconChevronDown size={14} stroke={1.6} />
            )
          }
          onClick={() => onExplained(!isExplained)}
        >
          {text.interpretation.why.button}
        </Button>
        {!isExplained && <p className={classes['detail']}>{whySentence(explanation)}</p>}
      </div>
      {isExplained && (
        <CallWhy run={run} interpreted={interpreted} review={review} scheme={scheme} id={whyId(review)} />
      )}
    </section>
  );
}

/** Whether a run has several channels, which must then be named. */
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
    <section className={classes['comment-section']}>
      <div className={classes['comment-section-head']}>
        <h2>{texts.card.comments(comments.length)}</h2>
        {hasChannels(run) && (
          <Switch
            size="xs"
            label={texts.card.onlyChannel}
            checked={isOnlyChannel}
            onChange={(event) => showOnlyChannel(event.currentTarget.checked)}
          />
        )}
      </div>
      {comments.length === 0 ? (
        <p className={classes['detail']}>{texts.card.noComment}</p>
      ) : (
        <CommentList runId={run.id} comments={comments} canUpdate={canUpdate} />
      )}
      {canUpdate && <CommentForm label={texts.comment.add} onSave={save} />}
    </section>
  );
}

function otherComments(run: Run, { position, interpreted }: ReviewWell): readonly Comment[] {
  return run.analyses
    .filter(({ channel }) => channel !== interpreted.channel)
    .flatMap(({ wells }) => wells[position]?.comments ?? []);
}

/** An entry of two lines for a well among many: name and result, and what is open. */
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
      <span className={classes['line-end']} data-tone={review.unresolved === null ? undefined : 'warning'}>
        {review.unresolved ?? text.sampleTypes[review.sampleType]}
      </span>
    </button>
  );
}
