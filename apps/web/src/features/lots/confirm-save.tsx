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
  /** The version that this save might lock; undefined: it locks none that was not locked. */
  readonly version: KitVersion | undefined;
  /** The other lots of the version. */
  readonly others: readonly Lot[];
  /** Of a lot that is not active yet; null: it is active, or new. */
  readonly trialRuns: number | null;
  readonly loadWhatIfs: (versionId: string) => Promise<readonly StoredWhatIf[]>;
}

/** Asks what is worth a question before a lot is saved; whether to go on. */
export async function confirmSave(saved: Saved): Promise<boolean> {
  const { name, values, today, version, others, trialRuns, loadWhatIfs } = saved;
  if (isExpired(values, today)) {
    const isMeant = await confirm({
      title: words.expiredQuestion,
      text: words.expiredText(name, formatDay(values.expirationDate)),
    });
    if (!isMeant) return false;
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
  /** Null: they could not be read. */
  readonly trials: readonly StoredWhatIf[] | null;
}

/** What a first active lot means, and whether the version was tried on past runs before. */
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
