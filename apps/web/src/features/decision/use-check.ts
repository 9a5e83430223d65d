import {
  checkDemands,
  type CheckAnswers,
  type CheckDemand,
  type DemandItem,
  type DoubtKind,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import { useState } from 'react';

import { useMe } from '../../data/identity.ts';
import { readDraft, removeDraft, writeDraft } from '../../shared/forms/draft-storage.ts';
import { checkChanges } from './check-changes.ts';
import {
  answersOf,
  checkDraftPlace,
  checkDraftSchema,
  digestOf,
  isOutdated,
  NO_DRAFT,
} from './check-draft.ts';

/** Shared by the parts of a check. */
export interface Check {
  readonly run: Run;
  readonly check: RunCheck;
  readonly answers: CheckAnswers;
  readonly demands: readonly CheckDemand[];
  /** Signed, or the user may not decide: nothing is asked. */
  readonly isReadOnly: boolean;
  /** The address of a well on the plate, with a link back to this check. */
  readonly wellAddress: (well: { readonly position: string }) => string;
  readonly isChanged: (kind: DoubtKind) => boolean;
  /** The differences from the check as it was opened, until they are accepted. */
  readonly changes: readonly string[];
  readonly accept: () => void;
  readonly confirm: (item: DemandItem, isSeen: boolean) => void;
  /** null withdraws the reason. */
  readonly giveReason: (asked: AskedItem, reason: string | null) => void;
  readonly forget: () => void;
}

/** A demand for a reason, or a block. */
type AskedItem = Pick<CheckDemand, 'demand'> & { readonly item: DemandItem };

interface CheckOf {
  readonly run: Run;
  readonly check: RunCheck;
  readonly plate: string;
  /** False for a cached check that is being refetched. */
  readonly isFresh: boolean;
}

/** A check with the user's answers, which are kept as a draft while wells are reviewed. */
export function useCheck({ run, check, plate, isFresh }: CheckOf): Check {
  const { decision, signed } = check;
  const [known, setKnown] = useState<RunCheck | null>(null);
  if (known === null && isFresh) setKnown(check);
  const place = checkDraftPlace({ runId: run.id, userId: useMe().preferredUsername, decision });
  const [draft, setDraft] = useState(() => checkDraftSchema.safeParse(readDraft(place)).data ?? NO_DRAFT);
  const change = (next: typeof draft): void => {
    writeDraft(place, { ...next, at: new Date().toISOString() });
    setDraft(next);
  };
  const answers = signed?.answers ?? answersOf(draft, { check, rules: run.rules });
  const may = decision === 'submit' ? run.permissions.canSubmit : run.permissions.canDecide;
  const isReadOnly = signed !== null || !may;
  return {
    run,
    check,
    answers,
    demands: checkDemands(check, answers),
    isReadOnly,
    wellAddress: ({ position }) => `${plate}?wells=${position}&back=${decision}`,
    changes: known === null || isReadOnly ? [] : checkChanges(known, check),
    accept: () => setKnown(check),
    isChanged: (kind) => signed === null && isOutdated(draft, { kind, check }),
    confirm: (item, isSeen) => {
      const { [item.answered]: _previous, ...others } = draft.confirmed;
      const confirmed = isSeen ? { ...others, [item.answered]: digestOf(check, item) } : others;
      change({ ...draft, confirmed });
    },
    giveReason: ({ demand, item }, reason) => {
      const part = demand === 'block' ? 'overruled' : 'reasons';
      const { [item.answered]: _previous, ...others } = draft[part];
      const given =
        reason === null ? {} : { [item.answered]: { text: reason, digest: digestOf(check, item) } };
      change({ ...draft, [part]: { ...others, ...given } });
    },
    forget: () => removeDraft(place),
  };
}
