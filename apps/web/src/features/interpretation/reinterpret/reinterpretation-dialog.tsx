import {
  overridesToDecide,
  type Reinterpretation,
  type OverrideAnswer,
  MAX_REASON,
  MIN_REASON,
  type Run,
} from '@curvewell/domain';
import { Button, Checkbox, Group, Loader, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { IconArrowRight } from '@tabler/icons-react';

import { interpretationQueries, useReinterpret } from '../../../data/interpretation.ts';
import { text } from '../../../locale/text.ts';
import { messageOf } from '../../../shared/api/api-problem.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { ReinterpretationChanges } from './reinterpretation-changes.tsx';
import styles from './reinterpretation.module.css';
import { formatDateTime } from '../../../shared/format/format.ts';
import { shortHash } from '../../../shared/format/short-hash.ts';

interface ReinterpretationDialogProps {
  readonly run: Run;
  readonly onClose: () => void;
}

const words = text.reinterpretation;

export function ReinterpretationDialog({ run, onClose }: ReinterpretationDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(interpretationQueries.reinterpretation(run.id));
  const isRejected = run.status === 'REJECTED';
  return (
    <Modal.Root opened onClose={onClose} size={920} centered returnFocus>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="presentation">
          <Modal.Title>{words.question(run.businessId)}</Modal.Title>
          <Modal.CloseButton aria-label={text.common.close} />
        </Modal.Header>
        <Modal.Body>
          <p className={styles['about']}>
            {words.about} {isRejected && words.rejected}
          </p>
          {isFetching && (
            <p role="status" className={styles['computing']}>
              <Loader size={18} /> {words.computing}
            </p>
          )}
          {!isFetching && error && (
            <Group role="alert">
              <span>{messageOf(error, text.common.noDetail)}</span>
              <Button variant="default" onClick={() => void refetch()}>
                {text.common.tryAgain}
              </Button>
            </Group>
          )}
          {!isFetching && data && (
            <ReinterpretationForm
              key={data.proposal}
              run={run}
              shown={data}
              onClose={onClose}
              onLookAgain={() => void refetch()}
            />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ReinterpretationFormProps extends ReinterpretationDialogProps {
  readonly shown: Reinterpretation;
  readonly onLookAgain: () => void;
}

function ReinterpretationForm({ run, shown, onClose, onLookAgain }: ReinterpretationFormProps) {
  const [overrides, setOverrides] = useState<Readonly<Record<string, OverrideAnswer>>>({});
  const [reason, setReason] = useState('');
  const [isFitSeen, setFitSeen] = useState(false);
  const reinterpret = useReinterpret(run.id);
  const isRejected = run.status === 'REJECTED';
  const givenReason = reason.trim();
  const open = obstacle(shown, { overrides, isFitSeen, reason: isRejected ? givenReason : null });
  const act = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (open !== null) return;
    const { revision, proposal, fit } = shown;
    try {
      await reinterpret.mutateAsync({
        revision,
        proposal,
        overrides,
        ...(isRejected && { reason: givenReason }),
        ...(fit.length > 0 && { confirmedFit: fit.map(({ key }) => key) }),
      });
      toastSuccess(words.done(run.businessId));
      onClose();
    } catch (error) {
      toastError(words.failed, error);
      // The cause of the refusal may have changed the preview.
      onLookAgain();
    }
  };
  return (
    <form onSubmit={(event) => void act(event)} className={styles['form']}>
      <ReinterpretationTrace shown={shown} />
      <ReinterpretationChanges
        shown={shown}
        overrides={overrides}
        onAnswer={(wellId, answer) => setOverrides((before) => ({ ...before, [wellId]: answer }))}
      />
      {shown.fit.length > 0 && (
        <section aria-label={words.fit}>
          <b>{words.fit}</b>
          <ul className={styles['fit']}>
            {shown.fit.map(({ key, kit, text: finding }) => (
              <li key={key}>{`${kit}: ${finding}`}</li>
            ))}
          </ul>
          <Checkbox
            label={words.fitSeen}
            checked={isFitSeen}
            onChange={(event) => setFitSeen(event.currentTarget.checked)}
          />
        </section>
      )}
      {isRejected && (
        <TextInput
          label={words.reason}
          required
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <span className={styles['open']} aria-live="polite">
          {open}
        </span>
        <Button variant="default" data-autofocus onClick={onClose} disabled={reinterpret.isPending}>
          {text.common.cancel}
        </Button>
        <Button type="submit" loading={reinterpret.isPending} disabled={open !== null}>
          {words.confirm}
        </Button>
      </Group>
    </form>
  );
}

interface Answers {
  readonly overrides: Readonly<Record<string, OverrideAnswer>>;
  /** null if no reason is required. */
  readonly reason: string | null;
  readonly isFitSeen: boolean;
}

/** What is missing before it can be confirmed; null if nothing. */
function obstacle(shown: Reinterpretation, { overrides, isFitSeen, reason }: Answers): string | null {
  const { open } = words;
  const unanswered = overridesToDecide(shown.wells).filter(({ wellId }) => overrides[wellId] === undefined);
  if (unanswered.length > 0) return open.override(unanswered.length);
  if (shown.fit.length > 0 && !isFitSeen) return open.fit;
  if (reason !== null) return reason.length < MIN_REASON ? open.reason : null;
  return isSame(shown) ? open.nothing : null;
}

/** Whether nothing changes. Other settings can move a result closer to a limit with the same call. */
const isSame = ({ wells, otherFigures, then, now }: Reinterpretation): boolean =>
  wells.length === 0 &&
  otherFigures === 0 &&
  then.configurationSha256 === now.configurationSha256 &&
  then.algorithmVersion === now.algorithmVersion;

/** The settings and algorithm of the current and of the new interpretation. */
function ReinterpretationTrace({ shown: { then, now } }: { readonly shown: Reinterpretation }) {
  return (
    <dl className={styles['trace']}>
      <dt>{text.reinterpretation.trace.interpreted}</dt>
      <dd>
        <Change
          from={text.reinterpretation.trace.by(then.byName, formatDateTime(then.at))}
          to={text.reinterpretation.trace.now}
        />
      </dd>
      <dt>{text.reinterpretation.trace.algorithm}</dt>
      <dd>
        <Change from={then.algorithmVersion} to={now.algorithmVersion} />
      </dd>
      <dt>{text.reinterpretation.trace.settings}</dt>
      <dd className={styles['hash']}>
        <Change from={shortHash(then.configurationSha256)} to={shortHash(now.configurationSha256)} />
      </dd>
    </dl>
  );
}

function Change({ from, to }: { readonly from: string; readonly to: string }) {
  if (from === to) return text.reinterpretation.trace.same(to);
  return (
    <span className={styles['change']}>
      {from} <IconArrowRight size={13} aria-label="→" /> {to}
    </span>
  );
}
