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
            onClick={() => {
              overrule(true);
              giveReason(kind, null);
            }}
          >
            {texts.edit}
          </Button>
        )}
      </div>
    );
  if (isReadOnly) return null;
  if (demand.demand === 'block' && !isOverruling)
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
  return <ReasonInput demand={demand} isFocused={isOverruling} />;
}

function ReasonInput({ demand, isFocused }: { readonly demand: CheckDemand; readonly isFocused: boolean }) {
  const { run, giveReason } = useOpenCheck();
  const [typed, setTyped] = useState('');
  const { kind } = demand;
  const isOfControls = kind === 'failedControls' || kind === 'standards';
  const common = demand.demand === 'reason' && isOfControls ? run.rules.commonReasons.control : NONE;
  const reason = typed.trim();
  const isEnough = reason.length >= MIN_REASON;
  const pickByKey = (event: KeyboardEvent): void => {
    const picked = typed === '' && /^[1-9]$/.test(event.key) ? common[Number(event.key) - 1] : undefined;
    if (picked === undefined) return;
    event.preventDefault();
    giveReason(kind, picked);
  };
  return (
    <form
      className={classes['reason']}
      onKeyDown={pickByKey}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEnough) giveReason(kind, reason);
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
            giveReason(kind, one);
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
