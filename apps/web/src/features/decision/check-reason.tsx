import { MAX_REASON, MIN_REASON, type CheckDemand } from '@curvewell/contracts';
import { Button, Kbd, TextInput } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';

import { text } from '../../locale/text.ts';
import { useOpenCheck } from './check-context.ts';
import classes from './check.module.css';

const texts = text.decision;
const NONE: readonly string[] = [];

/** Where a demand asks for a reason: one click, or typed; what stands in the way is overruled by a typed one alone. */
export function CheckReason({ demand }: { readonly demand: CheckDemand }) {
  const { check, answers, isReadOnly, giveReason } = useOpenCheck();
  const [isOverruling, overrule] = useState(false);
  /** What was given before; null: nothing is being edited. */
  const [former, setFormer] = useState<string | null>(null);
  /** Was asked for here: what takes the place of the field takes the focus, too. */
  const [isAnswered, setAnswered] = useState(false);
  const { kind, subject } = demand;
  const given = answers.reasons[kind];
  if (given !== undefined)
    return (
      <div className={classes['reason']}>
        <IconCheck size={16} stroke={1.6} color="var(--success)" aria-hidden />
        <span>
          <b>{texts.reason}</b> “{given}”
        </span>
        {!isReadOnly && (
          <Button
            size="compact-xs"
            variant="subtle"
            ml="auto"
            autoFocus={isAnswered}
            onClick={() => {
              setFormer(given);
              giveReason(kind, null);
            }}
          >
            {texts.edit}
          </Button>
        )}
      </div>
    );
  if (isReadOnly) return null;
  if (demand.demand === 'block' && !isOverruling && former === null)
    return (
      <div className={classes['reason']}>
        <IconLock size={16} stroke={1.6} color="var(--danger)" aria-hidden />
        <span>
          {kind === 'failedControls'
            ? texts.failedAndBlocked[check.decision](subject.charAt(0).toUpperCase() + subject.slice(1))
            : texts.blocked[check.decision]}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          ml="auto"
          onClick={() => {
            overrule(true);
          }}
        >
          {texts.withReason[check.decision]}
        </Button>
      </div>
    );
  return (
    <ReasonInput
      demand={demand}
      former={former ?? ''}
      isFocused={isOverruling || former !== null}
      onGive={(reason) => {
        setAnswered(true);
        giveReason(kind, reason);
      }}
    />
  );
}

interface ReasonInputProps {
  readonly demand: CheckDemand;
  readonly former: string;
  readonly isFocused: boolean;
  readonly onGive: (reason: string) => void;
}

function ReasonInput({ demand, former, isFocused, onGive }: ReasonInputProps) {
  const { run } = useOpenCheck();
  const [typed, setTyped] = useState(former);
  const { kind } = demand;
  const isOfControls = kind === 'failedControls' || kind === 'standards';
  const common = demand.demand === 'reason' && isOfControls ? run.rules.commonReasons.control : NONE;
  const reason = typed.trim();
  const isEnough = reason.length >= MIN_REASON;
  const pickByKey = (event: KeyboardEvent): void => {
    const picked = typed === '' && /^[1-9]$/.test(event.key) ? common[Number(event.key) - 1] : undefined;
    if (picked === undefined) return;
    event.preventDefault();
    onGive(picked);
  };
  return (
    <form
      className={classes['reason']}
      onKeyDown={pickByKey}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEnough) onGive(reason);
      }}
    >
      <b>{texts.reason}</b>
      {common.map((one, index) => (
        <Button
          key={one}
          size="compact-sm"
          variant="default"
          leftSection={<Kbd size="xs">{index + 1}</Kbd>}
          onClick={() => {
            onGive(one);
          }}
        >
          {one}
        </Button>
      ))}
      <TextInput
        size="xs"
        flex={1}
        miw={160}
        autoFocus={isFocused}
        aria-label={demand.demand === 'block' ? texts.typedReason : texts.anotherReason}
        placeholder={demand.demand === 'block' ? texts.typedReason : texts.anotherReason}
        aria-describedby={`check-${kind}`}
        maxLength={MAX_REASON}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      <Button size="compact-sm" type="submit" disabled={!isEnough}>
        {texts.keep}
      </Button>
    </form>
  );
}
