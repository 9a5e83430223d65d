import {
  hasNoCalls,
  isCommonReason,
  MAX_REASON,
  MIN_REASON,
  reasonOf,
  upperFirst,
  type CheckDemand,
  type DemandItem,
  type DoubtKind,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';

import { text } from '../../locale/text.ts';
import { Form } from '../../shared/forms/form.tsx';
import { ReasonButtons, reasonOfKey } from '../../shared/ui/fields/reason-buttons.tsx';
import { useOpenCheck } from './check-context.ts';
import { headingId } from './heading-id.ts';
import classes from './check.module.css';

const texts = text.decision;
const NONE: readonly string[] = [];
const { commonReasons } = texts;

interface CheckReasonProps {
  readonly demand: CheckDemand;
  readonly item: DemandItem;
}

/** Asks for the reason that a demand requires, typed or chosen. Only a typed reason overrules a block. */
export function CheckReason({ demand, item }: CheckReasonProps) {
  const { check, answers, isReadOnly, giveReason } = useOpenCheck();
  // Keeps the focus when the field is replaced by the answer and back.
  const [state, setState] = useState<'untouched' | 'asked' | 'given'>('untouched');
  const [typed, setTyped] = useState('');
  const { kind } = demand;
  const { subject, isOpen } = item;
  if (!isOpen)
    return (
      <div className={classes['reason']}>
        <IconCheck size={16} stroke={1.6} color="var(--success)" aria-hidden />
        <span>
          <b>{texts.reason}</b> “{reasonOf(answers, item.answered)}”
        </span>
        {!isReadOnly && (
          <Button
            size="compact-xs"
            variant="subtle"
            ml="auto"
            autoFocus={state === 'given'}
            onClick={() => {
              setState('asked');
              setTyped(reasonOf(answers, item.answered) ?? '');
              giveReason({ ...demand, item }, null);
            }}
          >
            {texts.edit}
          </Button>
        )}
      </div>
    );
  if (isReadOnly) return null;
  if (demand.demand === 'block' && state === 'untouched')
    return (
      <div className={classes['reason']} data-open data-answer={kind}>
        <IconLock size={16} stroke={1.6} color="var(--danger)" aria-hidden />
        <span>{blockedText(check, { kind, subject })}</span>
        <Button size="compact-sm" variant="default" ml="auto" onClick={() => setState('asked')}>
          {texts.withReason[check.decision]}
        </Button>
      </div>
    );
  return (
    <ReasonInput
      demand={demand}
      item={item}
      typed={typed}
      onTyped={setTyped}
      isFocused={state !== 'untouched'}
      onGiven={(reason) => {
        setState('given');
        giveReason({ ...demand, item }, reason);
      }}
    />
  );
}

/** What the user can do about a block. */
function blockedText(
  { decision, doubts }: RunCheck,
  { kind, subject }: { readonly kind: DoubtKind; readonly subject: string },
): string {
  if (kind === 'failedControls') return texts.failedAndBlocked[decision](upperFirst(subject));
  return kind === 'unresolved' && hasNoCalls(doubts)
    ? texts.nothingCalled[decision]
    : texts.blocked[decision];
}

/** The common reasons. The laboratory's own apply to controls and standards on the plate. */
function commonOf(kind: DoubtKind, rules: Run['rules']): readonly string[] {
  switch (kind) {
    case 'failedControls':
    case 'standards':
      return rules.commonReasons.control;
    case 'missingControls':
    case 'expiredLots':
    case 'openLots':
      return commonReasons[kind];
    default:
      return NONE;
  }
}

interface ReasonInputProps extends CheckReasonProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly isFocused: boolean;
  readonly onGiven: (reason: string) => void;
}

function ReasonInput({ demand, item, typed, onTyped, isFocused, onGiven }: ReasonInputProps) {
  const { run } = useOpenCheck();
  const { kind } = demand;
  const isAgainst = demand.demand === 'block';
  const common = isAgainst ? NONE : commonOf(kind, run.rules);
  const reason = typed.trim();
  const isOwn = !isAgainst || !isCommonReason(run.rules, reason);
  const label = isAgainst ? texts.typedReason : texts.anotherReason;
  const pickByKey = (event: KeyboardEvent): void => {
    const picked = typed === '' ? reasonOfKey(event.key, common) : undefined;
    if (picked === undefined) return;
    event.preventDefault();
    onGiven(picked);
  };
  return (
    <Form
      className={classes['reason']}
      data-open
      data-answer={kind}
      onKeyDown={pickByKey}
      onSubmit={() => {
        if (reason.length >= MIN_REASON && isOwn) onGiven(reason);
      }}
    >
      <b>{texts.reason}</b>
      <ReasonButtons reasons={common} size="compact-sm" onPick={onGiven} />
      <TextInput
        size="xs"
        flex={1}
        miw={160}
        autoFocus={isFocused}
        aria-label={texts.reasonFor(label, item.subject)}
        placeholder={label}
        error={!isOwn && texts.ownWords}
        aria-describedby={headingId(kind)}
        maxLength={MAX_REASON}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <Button size="compact-sm" type="submit" disabled={reason.length < MIN_REASON || !isOwn}>
        {texts.keep}
      </Button>
    </Form>
  );
}
