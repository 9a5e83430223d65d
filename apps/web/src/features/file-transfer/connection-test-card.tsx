import type { ConnectionTest, FileTransferConnection, TestedStep } from '@curvewell/domain';
import { Button, Loader } from '@mantine/core';
import { IconCheck, IconDots, IconMinus, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';

import { text } from '../../locale/text.ts';
import { formatDate, formatDateTime } from '../../shared/format/format.ts';
import { scrollToPart } from '../../shared/navigation/scroll-to-part.ts';
import { confirm } from '../../shared/ui/dialogs/confirm.tsx';
import { StateBadge } from '../../shared/ui/badges/state-badge.tsx';
import styles from './file-transfer.module.css';

const words = text.fileTransfer.test;
const PART = 'connection-test';
const LOOKS = {
  works: { color: 'success', Icon: IconCheck },
  failed: { color: 'danger', Icon: IconX },
} as const;
const ICONS = { done: IconCheck, failed: IconX, 'not-tried': IconMinus, 'to-come': IconDots } as const;

interface ConnectionTestCardProps {
  /** The result so far; null if there was no test. */
  readonly result: ConnectionTest | null;
  readonly saved: FileTransferConnection;
  readonly isRunning: boolean;
  /** The form has changed since the test. */
  readonly isOutdated: boolean;
  readonly isHeld: boolean;
  readonly onTest: () => void;
  readonly onForget: (newFingerprint: string) => void;
}

/** The steps of a test delivery: results, the failed step, and what to do about it. */
export function ConnectionTestCard({
  result,
  saved,
  isRunning,
  isOutdated,
  isHeld,
  onTest,
  onForget,
}: ConnectionTestCardProps) {
  const isEnded = result !== null && !isRunning;
  const areComing = isRunning && result !== null;
  useEffect(() => {
    if (areComing) scrollToPart(PART);
  }, [areComing]);
  const current = isRunning ? result?.steps.find(({ outcome }) => outcome === 'to-come') : undefined;
  return (
    <section id={PART} className={styles['card']} aria-labelledby="test-title">
      <div className={styles['bar']}>
        <h2 id="test-title" className={styles['title']}>
          {words.title}
        </h2>
        <span role="status">
          {isEnded && !isOutdated && (
            <StateBadge look={LOOKS[result.works ? 'works' : 'failed']}>
              {result.works ? words.works : words.failed}
            </StateBadge>
          )}
        </span>
        <span className={styles['end']}>
          {isEnded && (
            <span className={styles['help']}>
              {words.took(formatDateTime(result.at), (result.ms / 1000).toFixed(1))}
            </span>
          )}
          {/* During a test the button does nothing but stays enabled, to keep the focus. */}
          <Button
            variant="default"
            miw={148}
            leftSection={
              isRunning ? <Loader size={14} aria-hidden /> : <IconPlayerPlay size={14} stroke={1.6} />
            }
            aria-disabled={isRunning || undefined}
            disabled={isHeld}
            onClick={isRunning ? undefined : onTest}
          >
            {isRunning ? words.running : words.run}
          </Button>
        </span>
      </div>
      {/* Announces each step once. */}
      <div
        className={styles['steps']}
        role="status"
        aria-atomic={false}
        data-outdated={(isEnded && isOutdated) || undefined}
      >
        {isRunning && result === null && <p className={styles['intro']}>{words.running}</p>}
        {!isRunning && result === null && (
          <p className={styles['intro']}>{isHeld ? text.fileTransfer.fillIn : words.none}</p>
        )}
        {isEnded && isOutdated && <p className={styles['intro']}>{words.outdated}</p>}
        {result !== null && (
          <ol className={styles['list']}>
            {result.steps.map((step) => (
              <Step
                key={step.step}
                step={step}
                isCurrent={step === current}
                result={result}
                saved={saved}
                onForget={onForget}
              />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

interface StepProps extends Pick<ConnectionTestCardProps, 'saved' | 'onForget'> {
  readonly step: TestedStep;
  /** This step is running. */
  readonly isCurrent: boolean;
  readonly result: ConnectionTest;
}

function Step({ step, isCurrent, result, saved, onForget }: StepProps) {
  const { outcome, serverMessage, advice, ms } = step;
  const Icon = ICONS[outcome];
  const isChangedKey = outcome === 'failed' && isKeyStep(step) && result.hostKeyState === 'changed';
  return (
    <li className={styles['step']} data-outcome={outcome} aria-atomic>
      <span
        className={styles['mark']}
        role="img"
        aria-label={isCurrent ? words.current : words.outcomes[outcome]}
      >
        {isCurrent ? <Loader size={12} aria-hidden /> : <Icon size={13} stroke={2} aria-hidden />}
      </span>
      <b>{words.steps[step.step]}</b>
      <div className={styles['found']}>
        {foundWords(step, result, saved)}
        {serverMessage !== null && `. ${words.response(serverMessage)}`}
        {isChangedKey && result.hostKeyFingerprint !== null ? (
          <ChangedKey
            isCertificate={step.step === 'certificate'}
            old={saved.hostKeyFingerprint}
            now={result.hostKeyFingerprint}
            onForget={onForget}
          />
        ) : (
          advice !== null && <p className={styles['advice']}>{advice}</p>
        )}
      </div>
      <span className={styles['time']}>{ms === null ? '' : `${ms} ms`}</span>
    </li>
  );
}

const isKeyStep = ({ step }: TestedStep) => step === 'host-key' || step === 'certificate';

function foundWords(
  step: TestedStep,
  { hostKeyState }: ConnectionTest,
  saved: FileTransferConnection,
): string {
  if (!isKeyStep(step) || step.outcome !== 'done') return step.message;
  if (hostKeyState === 'first-seen') return words.firstSeen(step.message);
  if (hostKeyState === 'known')
    return words.known(saved.hostKeyKnownAt === null ? null : formatDate(saved.hostKeyKnownAt));
  return step.message;
}

interface ChangedKeyProps {
  readonly isCertificate: boolean;
  readonly old: string | null;
  readonly now: string;
  readonly onForget: (newFingerprint: string) => void;
}

function ChangedKey({ isCertificate, old, now, onForget }: ChangedKeyProps) {
  return (
    <div className={styles['advice']}>
      {isCertificate ? words.changedCertificate : words.changed}{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() =>
          void confirm({
            title: words.forgetQuestion,
            text: (
              <>
                <span className={styles['fingerprints']}>
                  {words.oldKey}: <span className="mono">{old}</span>
                  <br />
                  {words.newKey}: <span className="mono">{now}</span>
                </span>
                {words.forgetText}
              </>
            ),
            proceed: words.forget,
            destroys: true,
          }).then((isSure) => {
            if (isSure) onForget(now);
          })
        }
      >
        {words.forget}
      </Button>
    </div>
  );
}
