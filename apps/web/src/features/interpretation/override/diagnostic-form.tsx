import {
  diagnosticsForSample,
  isSample,
  MAX_REASON,
  MIN_REASON,
  needsReason,
  type DiagnosticColor,
  type LaboratoryRules,
} from '@curvewell/domain';
import { Button, Kbd, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { useForgetSeen } from '../../../data/decisions.ts';
import { useUpdateDiagnostic } from '../../../data/interpretation.ts';
import { kitQueries } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { ctrlEnter } from '../../../shared/navigation/ctrl-enter.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { restoreFocus } from '../../../shared/ui/dialogs/focus-back.ts';
import { hasOpenList } from '../../../shared/ui/fields/open-list.ts';
import { ReasonButtons, reasonOfKey } from '../../../shared/ui/fields/reason-buttons.tsx';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import { Form } from '../../../shared/forms/form.tsx';
import classes from './diagnostic-form.module.css';
import { choiceOf, DiagnosticChoice } from './diagnostic-choice.tsx';
import { lookOf } from '../result-look.ts';
import type { FormStart, SavedChange } from '../state/review-context.ts';
import type { ReviewWell } from '../state/review-wells.ts';

interface DiagnosticFormProps {
  readonly runId: string;
  readonly analyserId: string;
  readonly review: ReviewWell;
  readonly scheme: Scheme;
  readonly rules: Pick<LaboratoryRules, 'overrideNeedsReason' | 'commonReasons'>;
  readonly start?: FormStart;
  readonly onSaved: (saved: SavedChange) => void;
  readonly onCancel: () => void;
}

const NONE: readonly DiagnosticColor[] = [];
const texts = text.interpretation.update;

/** The results that a well may be set to. Includes the current one only when its reason is edited. */
function useChoices({
  analyserId,
  review,
  start,
}: Pick<DiagnosticFormProps, 'analyserId' | 'review' | 'start'>) {
  const { well, shown, sampleType } = review;
  const {
    data: diagnostics = NONE,
    isError,
    isLoading,
  } = useQuery({
    ...kitQueries.diagnostics({
      kitId: well.kitVersion?.kit.id ?? '',
      analyserId,
      reactionBufferId: well.reactionBuffer?.id ?? '',
      channel: well.channel,
    }),
    enabled: well.kitVersion !== null && well.reactionBuffer !== null,
  });
  const isReworded = start?.reason !== undefined;
  const current = choiceOf(shown?.diagnosticColor ?? null);
  // While loading, No call would be the only choice and would be preselected.
  const offered = isLoading ? [] : diagnosticsForSample(sampleType, diagnostics);
  const choices = offered.filter((one) => isReworded || choiceOf(one) !== current);
  const [picked, pick] = useState(isReworded ? current : null);
  const [first, ...others] = choices;
  const only = first !== undefined && others.length === 0 ? choiceOf(first) : null;
  const choice = picked ?? only;
  const chosen = choices.find((one) => choiceOf(one) === choice);
  return { choices, choice, chosen, pick, isError };
}

/** Overrides the suggested diagnostic of a single well, with a reason. */
export function DiagnosticForm(props: DiagnosticFormProps) {
  const { runId, review, scheme, rules, start = {}, onSaved, onCancel } = props;
  const { well, initial, position, sampleType } = review;
  const { choices, choice, chosen, pick, isError } = useChoices(props);
  // As it was when the form opened: another user may replace it meanwhile.
  const [replaces] = useState(review.shown?.id);
  const isReasonNeeded = needsReason(review.interpreted.explanation, rules);
  const [typed, type] = useState(start.reason ?? '');
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  // In a small window the panel scrolls as a whole: reasons and button are then in sight.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [choices.length]);
  const { mutateAsync, isPending } = useUpdateDiagnostic(runId);
  const forgetSeen = useForgetSeen(runId);
  const reason = typed.trim();
  const hint = hintOf({
    isChosen: chosen !== undefined,
    isReasonGiven: reason.length >= MIN_REASON || (reason === '' && !isReasonNeeded),
  });
  const isControl = !isSample(sampleType) && sampleType !== 'STANDARD';
  const reasons = rules.commonReasons[isControl ? 'controlOverride' : 'override'];

  const save = async (): Promise<void> => {
    if (isPending) return;
    if (chosen === undefined) {
      toastError(texts.noDiagnostic, null);
      return;
    }
    if (hint !== null) return;
    const comment = reason === '' ? undefined : reason;
    const update = {
      id: chosen?.id ?? null,
      ...(comment !== undefined && { comment }),
      ...(replaces !== undefined && { replaces }),
    };
    try {
      const [changed] = await mutateAsync({ wellId: well.id, update });
      forgetSeen(well.id);
      const changeId = changed?.interpretedWellDiagnostics.at(-1)?.id ?? '';
      onSaved({ changeId, wellId: well.id, position, name: lookOf(chosen, scheme).name, reason: comment });
    } catch (error) {
      toastError(texts.failed, error);
      // The card then shows the result of the other user.
      if (hasCode(error, 'stale')) {
        onCancel();
        return;
      }
      // The pressed button is disabled during the save and has lost the focus.
      restoreFocus(field.current);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      if (hasOpenList(event.target)) return;
      event.stopPropagation();
      onCancel();
    }
    const isShortcut = ctrlEnter(event, () => hint === null && save());
    // Only the button and its shortcut save.
    if (!isShortcut && event.key === 'Enter' && event.target instanceof HTMLInputElement)
      event.preventDefault();
    const common = reasonOfKey(event.key, reasons);
    if (common === undefined || isTyping(event.target)) return;
    event.preventDefault();
    type(common);
  };

  return (
    <Form
      ref={form}
      className={classes['form']}
      aria-label={texts.button}
      onKeyDown={onKeyDown}
      onSubmit={save}
    >
      <span className={classes['term']}>{texts.suggested}</span>
      <span className={classes['suggested']}>
        <DiagnosticCode look={lookOf(initial?.diagnosticColor, scheme)} small />{' '}
        <b>{lookOf(initial?.diagnosticColor, scheme).name}</b>
        {review.near && <span> {review.near.text}</span>}
      </span>
      <DiagnosticChoice
        choices={choices}
        value={choice}
        onChange={pick}
        scheme={scheme}
        error={isError ? texts.optionsFailed : undefined}
      />
      <span className={classes['term']} id="reason-term">
        {text.reason.label}
        {isReasonNeeded && <i aria-hidden="true"> *</i>}
      </span>
      <div className={classes['reasons']} role="group" aria-labelledby="reason-term">
        <div className={classes['choices']}>
          <ReasonButtons reasons={reasons} picked={reason} size="xs" disabled={isPending} onPick={type} />
        </div>
        <TextInput
          ref={field}
          size="xs"
          aria-label={text.reason.label}
          required={isReasonNeeded}
          placeholder={texts.writeReason}
          maxLength={MAX_REASON}
          value={typed}
          rightSectionWidth={70}
          rightSection={<span className={classes['length']}>{texts.length(typed.length, MAX_REASON)}</span>}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      <div className={classes['end']}>
        <p className={classes['note']} id="save-hint">
          {hint === null ? texts.reasonStands : <b>{hint}</b>}
        </p>
        <Button
          size="xs"
          type="submit"
          aria-describedby="save-hint"
          aria-keyshortcuts="Control+Enter"
          disabled={hint !== null}
          loading={isPending}
          rightSection={<Kbd size="xs">{texts.saveKeys}</Kbd>}
        >
          {texts.save}
        </Button>
      </div>
    </Form>
  );
}

function hintOf({
  isChosen,
  isReasonGiven,
}: {
  readonly isChosen: boolean;
  readonly isReasonGiven: boolean;
}): string | null {
  if (!isChosen) return texts.other;
  return isReasonGiven ? null : texts.giveReason;
}

/** Digits typed into a text field do not choose a reason. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'text' && !target.readOnly;
