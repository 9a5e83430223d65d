import type { StoredWhatIf } from '@curvewell/contracts';
import { isExpired, type KitVersion, type Lot } from '@curvewell/domain';
import { Anchor } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format/format.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { confirm } from '../../shared/ui/dialogs/confirm.tsx';
import { locksVersion, type LotValues } from './lot-values.ts';

const words = text.lots;

interface Saved {
  readonly name: string;
  readonly values: LotValues;
  readonly today: string;
  /** The version that this save may lock; undefined if it is locked already. */
  readonly version: KitVersion | undefined;
  readonly others: readonly Lot[];
  /** Number of trial runs of an inactive lot; null for an active or a new lot. */
  readonly trialRuns: number | null;
  readonly loadWhatIfs: (versionId: string) => Promise<readonly StoredWhatIf[]>;
}

/** Asks for confirmation where a save of a lot has consequences. @returns whether to save */
export async function confirmSave(saved: Saved): Promise<boolean> {
  const { name, values, today, version, others, trialRuns, loadWhatIfs } = saved;
  if (isExpired(values, today)) {
    const isConfirmed = await confirm({
      title: words.expiredQuestion,
      text: words.expiredText(name, formatDay(values.expirationDate)),
    });
    if (!isConfirmed) return false;
  }
  if (!values.active) return true;
  const tried = trialRuns !== null && <p>{words.wereTrials(trialRuns)}</p>;
  if (version === undefined || !locksVersion(values.active, others))
    return trialRuns === null || confirm({ title: words.activeQuestion(name), text: tried });
  const trials = await loadWhatIfs(version.id).catch(() => null);
  return confirm({
    title: words.lockQuestion(version.version),
    text: (
      <>
        <LockText name={name} version={version} trials={trials} />
        {tried}
      </>
    ),
  });
}

interface LockTextProps {
  readonly name: string;
  readonly version: KitVersion;
  /** Null if they could not be loaded. */
  readonly trials: readonly StoredWhatIf[] | null;
}

/** Explains that a first active lot locks the version, and lists its what-if evaluations. */
function LockText({ name, version: { id, version, kit }, trials }: LockTextProps) {
  return (
    <>
      <p>{words.lockText(name, version)}</p>
      {trials === null && <p>{words.trialsUnknown(version)}</p>}
      {trials?.length === 0 && (
        <p>
          {words.notTried(version)}{' '}
          <Anchor href={paths.tryVersion({ kitId: kit.id, versionId: id })} target="_blank">
            {text.whatIf.open}
          </Anchor>
        </p>
      )}
      {trials?.map((trial) => (
        <p key={`${trial.reactionBuffer.id} ${trial.analyser.id}`}>{text.whatIf.tried(version, trial)}</p>
      ))}
    </>
  );
}
