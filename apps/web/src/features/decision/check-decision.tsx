import {
  answerTexts,
  MAX_SIGN_IN_AGE_S,
  readinessText,
  trialNotApproved,
  type CheckDemand,
} from '@curvewell/domain';
import { Button, Kbd, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCircle, IconFlask, IconLock } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

import { useMe } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import { readTokens, signInOf } from '../../shared/identity/tokens.ts';
import { wellRangesText } from '../../shared/format/well-ranges.ts';
import { CheckChanged } from './check-changed.tsx';
import { useOpenCheck } from './check-context.ts';
import { CheckCounts } from './check-counts.tsx';
import classes from './check.module.css';
import { headingId } from './heading-id.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import type { Check } from './use-check.ts';

const texts = text.decision;

interface CheckDecisionProps {
  readonly isPending: boolean;
  /** The server has refused this decision. */
  readonly isRefused: boolean;
  readonly onProceed: () => void;
  readonly onReject: () => void;
}

/** The question, the counts, the open demands and the buttons. */
export function CheckDecision(props: CheckDecisionProps) {
  const shown = useOpenCheck();
  const { run, check, changes, demands, isReadOnly } = shown;
  const cannotApprove = run.isTrial && check.decision === 'approve';
  const { decision, doubts, signed } = check;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { notAnalysed } = doubts;
  return (
    <div className={classes['decision']}>
      <div className={classes['question']}>
        <h2 ref={heading} tabIndex={-1}>
          {titleOf(shown)}
        </h2>
        <p>
          {texts.wells(doubts)}{' '}
          {notAnalysed.length > 0 && texts.notAnalysed(notAnalysed.length, wellRangesText(notAnalysed))}
        </p>
      </div>
      <div className={classes['counts-room']} tabIndex={0} role="group" aria-label={texts.counts}>
        <CheckCounts />
      </div>
      <div className={classes['demands']}>
        {changes.length > 0 && <CheckChanged isRefused={props.isRefused} />}
        {signed !== null && <Signed />}
        {signed === null && !cannotApprove && <Demands demands={demands} />}
        <TrialNote />
        {isReadOnly ? signed === null && <p>{texts.notYours[decision]}</p> : <Proceed {...props} />}
      </div>
    </div>
  );
}

/** Only users who may decide see a question. */
function titleOf({ run, check: { decision, signed }, isReadOnly }: Check): string {
  const { businessId } = run;
  const isAsked = !isReadOnly && (decision === 'submit' || run.permissions.canApprove);
  if (isAsked) return texts.title[decision](businessId);
  return (signed === null ? texts.lookedAt : texts.asSigned)[decision](businessId);
}

function Demands({ demands }: { readonly demands: readonly CheckDemand[] }) {
  const { check } = useOpenCheck();
  const asksNothing = Object.values(check.demands).every((demand) => demand === 'note');
  if (demands.length === 0) return <h3>{asksNothing ? texts.asksForNothing : texts.asksForNothingMore}</h3>;
  return (
    <>
      <div className={classes['asked']}>
        <h3>{texts.asksFor}</h3>
        <span aria-live="polite">
          {texts.done(demands.filter(({ isOpen }) => !isOpen).length, demands.length)}
        </span>
      </div>
      <ul>
        {demands.map((demand) => (
          <li key={demand.kind} data-open={demand.isOpen || undefined} data-demand={demand.demand}>
            {demand.isOpen ? (
              demand.demand === 'block' ? (
                <IconLock size={16} stroke={1.6} aria-hidden />
              ) : (
                <IconCircle size={16} stroke={1.6} aria-hidden />
              )
            ) : (
              <IconCheck size={16} stroke={2} aria-hidden />
            )}
            <UnstyledButton onClick={() => goTo(demand)}>{demand.text}</UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Goes to the field that answers a demand, or else to its section. */
function goTo({ kind }: CheckDemand): void {
  const heading = document.getElementById(headingId(kind));
  const section = heading?.closest('section');
  const open = section?.querySelector<HTMLElement>(`[data-answer=${kind}][data-open]`);
  // In the field of a reason, a digit picks a common reason.
  const field = open?.querySelector<HTMLElement>('input:not(:disabled)') ?? open?.querySelector('button');
  const answer = open?.matches('a') ? open : field;
  (answer ?? heading)?.focus();
  section?.scrollIntoView({ block: 'nearest' });
}

function Signed() {
  const { check } = useOpenCheck();
  const { signed } = check;
  if (signed === null) return null;
  const { decision, byName, at, answers, isAgainstRule } = signed;
  return (
    <>
      <h3>{texts.signed[decision](byName, formatDateTime(at))}</h3>
      {isAgainstRule && <p className={classes['against']}>{texts.againstRule[decision]}</p>}
      <ul>
        {answerTexts(check, answers).map((answer) => (
          <li key={answer}>
            <IconCheck size={16} stroke={2} aria-hidden />
            <span>{answer}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function TrialNote() {
  const { isTrial, trialLots } = useOpenCheck().run;
  if (!isTrial) return null;
  return (
    <p className={classes['ready']} data-off>
      <IconFlask size={15} stroke={1.8} aria-hidden /> {trialNotApproved(trialLots)}
    </p>
  );
}

function Proceed(props: CheckDecisionProps) {
  const { run, check } = useOpenCheck();
  const isOffered = check.decision === 'submit' || run.permissions.canApprove;
  return (
    <>
      {isOffered && <SignAndProceed {...props} />}
      {check.decision === 'approve' && (
        <Button fullWidth h={34} mt={8} variant="outline" color="danger" onClick={props.onReject}>
          {texts.reject(run.businessId)}
        </Button>
      )}
    </>
  );
}

/** Whether the user has just signed in. If the server still asks for it, the required means were not used. */
function hasJustSignedIn(): boolean {
  const { auth_time: at = 0 } = signInOf(readTokens()) ?? {};
  return Date.now() / 1000 - at < MAX_SIGN_IN_AGE_S;
}

function SignAndProceed({ isPending, onProceed }: CheckDecisionProps) {
  const { run, check, changes, demands } = useOpenCheck();
  const { name, preferredUsername } = useMe();
  const { decision, mustSignIn } = check;
  const isOther = changes.length > 0;
  const isOff = isOther || demands.some(({ isOpen }) => isOpen);
  const proceed = () => {
    if (mustSignIn) void leaveForSignIn(preferredUsername);
    else onProceed();
  };
  const Icon = isOff ? IconLock : IconCheck;
  return (
    <>
      <p>
        {decision === 'approve'
          ? texts.signAs(name)
          : `${texts.goesToDoctor} ${texts.withoutCall(check.doubts)}`}
      </p>
      {mustSignIn && <p>{hasJustSignedIn() ? texts.signInTooLow : texts.signInText}</p>}
      <p id="check-ready" className={classes['ready']} data-off={isOff || undefined}>
        <Icon size={15} stroke={1.8} aria-hidden />{' '}
        {isOther ? texts.changes.off : readinessText(demands, decision)}
      </p>
      <Button
        fullWidth
        h={40}
        fz={14}
        loading={isPending}
        aria-describedby="check-ready"
        aria-disabled={isOff}
        aria-keyshortcuts="Control+Enter"
        data-proceed
        {...(isOff && { 'data-disabled': true })}
        leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
        rightSection={!isOff && <Kbd aria-hidden>Ctrl Enter</Kbd>}
        onClick={() => {
          if (!isOff) proceed();
        }}
      >
        {mustSignIn ? texts.signInToApprove : texts.proceed[decision](run.businessId)}
      </Button>
    </>
  );
}
