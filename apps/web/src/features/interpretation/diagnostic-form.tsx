import { MAX_REASON, MIN_REASON, type DiagnosticColor, type LaboratoryRules } from '@curvewell/contracts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';

import { useForgetSeen } from '../../data/decisions.ts';
import { useUpdateDiagnostic } from '../../data/interpretation.ts';
import { kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import type { Scheme } from '../../shared/diagnostic-palette.ts';
import { DiagnosticCode } from '../../shared/ui/diagnostic-code.tsx';
import { giveFocusBack } from '../../shared/ui/focus-back.ts';
import { hasOpenList } from '../../shared/ui/open-list.ts';
import { ReasonButtons, reasonOfKey } from '../../shared/ui/reason-buttons.tsx';
import { toastError } from '../../shared/ui/toast.tsx';
import classes from './diagnostic-form.module.css';
import { DiagnosticChoice } from './diagnostic-choice.tsx';
import { lookOf } from './result-look.ts';
import type { FormStart } from './review-context.ts';
import type { ReviewWell } from './review-wells.ts';

interface DiagnosticFormProps {
  readonly runId: string;
  readonly analyserId: string;
  readonly review: ReviewWell;
  readonly scheme: Scheme;
  readonly rules: Pick<LaboratoryRules, 'overrideNeedsReason' | 'commonReasons'>;
  readonly start?: FormStart;
  readonly onSaved: (saved: { readonly name: string; readonly reason: string | undefined }) => void;
  readonly onCancel: () => void;
}

const NONE: readonly DiagnosticColor[] = [];
const texts = text.interpretation.update;

/** Sets another diagnostic beside the suggested one of a single well: which, and why. */
export function DiagnosticForm(props: DiagnosticFormProps) {
  const { runId, analyserId, review, scheme, rules, start = {}, onSaved, onCancel } = props;
  const { well, shown, initial } = review;
  const current = shown?.diagnosticColor?.id ?? null;
  const [choice, choose] = useState(start.diagnosticColorId ?? null);
  const [typed, type] = useState(start.reason ?? '');
  const field = useRef<HTMLInputElement>(null);
  const { mutateAsync, isPending } = useUpdateDiagnostic(runId);
  const forgetSeen = useForgetSeen(runId);
  const { data: offered = NONE, isError } = useQuery({
    ...kitQueries.diagnostics({
      kitId: well.kitVersion?.kit.id ?? '',
      analyserId,
      reactionBufferId: well.reactionBuffer?.id ?? '',
      channel: well.channel,
    }),
    enabled: well.kitVersion !== null && well.reactionBuffer !== null,
  });
  const chosen = offered.find(({ id }) => id === choice);
  const reason = typed.trim();
  // The reason of a change can be put in better words.
  const isReworded = choice === current && start.reason !== undefined;
  const hint = hintOf({
    isOther: choice !== null && (choice !== current || isReworded),
    isSaid: reason.length >= MIN_REASON || (reason === '' && !rules.overrideNeedsReason),
  });
  const reasons = [start.offered ?? [], rules.commonReasons.override].flat();

  const save = async (why: string): Promise<void> => {
    if (isPending) return;
    if (!chosen) {
      toastError(texts.noDiagnostic, null);
      return;
    }
    const given = why === '' ? undefined : why;
    try {
      await mutateAsync({ wellId: well.id, diagnosticColorId: chosen.id, reason: given });
    } catch (error) {
      toastError(texts.failed, error);
      // What was pressed is off while it is saved, and has lost the focus.
      giveFocusBack(field.current);
      return;
    }
    forgetSeen(well.id);
    onSaved({ name: lookOf(chosen, scheme).name, reason: given });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      if (hasOpenList(event.target)) return;
      event.stopPropagation();
      onCancel();
    }
    const common = reasonOfKey(event.key, reasons);
    if (common === undefined || !chosen || isTyping(event.target)) return;
    event.preventDefault();
    void save(common);
  };

  return (
    <form
      className={classes['form']}
      aria-label={texts.button}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void save(reason);
      }}
    >
      <span className={classes['term']}>{texts.suggested}</span>
      <span className={classes['suggested']}>
        <DiagnosticCode look={lookOf(initial?.diagnosticColor, scheme)} small />{' '}
        {lookOf(initial?.diagnosticColor, scheme).name}
        {review.near && <span> · {review.near.text}</span>}
      </span>
      <DiagnosticChoice
        offered={offered.filter(({ id }) => id !== current || start.reason !== undefined)}
        value={choice}
        onChange={choose}
        scheme={scheme}
        error={isError ? texts.optionsFailed : undefined}
      />
      <span className={classes['term']} id="reason-term">
        {text.reason.label}
        {rules.overrideNeedsReason && <i aria-hidden="true"> *</i>}
      </span>
      <div className={classes['reasons']} role="group" aria-labelledby="reason-term">
        <p className={classes['note']}>{texts.oneClick}</p>
        <div className={classes['choices']}>
          <ReasonButtons
            reasons={reasons}
            size="xs"
            disabled={!chosen || isPending}
            onPick={(common) => void save(common)}
          />
        </div>
        <div className={classes['typed']}>
          <TextInput
            ref={field}
            size="xs"
            flex={1}
            aria-label={text.reason.label}
            required={rules.overrideNeedsReason}
            placeholder={texts.anotherReason}
            maxLength={MAX_REASON}
            value={typed}
            rightSectionWidth={70}
            rightSection={<span className={classes['length']}>{texts.length(typed.length, MAX_REASON)}</span>}
            onChange={(event) => {
              type(event.currentTarget.value);
            }}
          />
          <Button
            size="xs"
            type="submit"
            aria-describedby="reason-hint"
            disabled={hint !== null}
            loading={isPending}
          >
            {texts.validate}
          </Button>
        </div>
        <p className={classes['note']}>
          <b id="reason-hint">{hint}</b> {texts.reasonStands}
        </p>
      </div>
    </form>
  );
}

function hintOf({ isOther, isSaid }: { readonly isOther: boolean; readonly isSaid: boolean }): string | null {
  if (!isOther) return texts.other;
  return isSaid ? null : texts.giveReason;
}

/** Digits typed into a text are no choice of a reason. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'text' && !target.readOnly;
