import {
  checkDemands,
  type CheckAnswers,
  type CheckDemand,
  type DoubtKind,
  type Run,
  type RunCheck,
} from '@curvewell/contracts';
import { useState } from 'react';

import { useMe } from '../../data/identity.ts';
import { readDraft, removeDraft, writeDraft } from '../../shared/kept-draft.ts';
import { answersOf, checkDraftPlace, checkDraftSchema, isOutdated, NO_DRAFT } from './check-draft.ts';

/** What the parts of a check share. */
export interface Check {
  readonly run: Run;
  readonly check: RunCheck;
  readonly answers: CheckAnswers;
  readonly demands: readonly CheckDemand[];
  /** Signed, or not for who looks: nothing is asked. */
  readonly isReadOnly: boolean;
  /** The address of a well on the plate, from which the way leads back here. */
  readonly wellAddress: (well: { readonly position: string }) => string;
  readonly isChanged: (kind: DoubtKind) => boolean;
  readonly confirm: (kind: DoubtKind, isSeen: boolean) => void;
  readonly giveReason: (kind: DoubtKind, reason: string | null) => void;
  readonly forget: () => void;
}

/** A check with what was answered to it, which is kept while wells are looked at. */
export function useCheck({ run, check, plate }: { run: Run; check: RunCheck; plate: string }): Check {
  const { decision, digests, signed } = check;
  const place = checkDraftPlace({ runId: run.id, userId: useMe().preferredUsername, decision });
  const [draft, setDraft] = useState(() => checkDraftSchema.safeParse(readDraft(place)).data ?? NO_DRAFT);
  const change = (next: typeof draft): void => {
    writeDraft(place, { ...next, at: new Date().toISOString() });
    setDraft(next);
  };
  const answers = signed?.answers ?? answersOf(draft, check);
  const may = decision === 'submit' ? run.permissions.canSubmit : run.permissions.canDecide;
  return {
    ...{ run, check, answers },
    demands: checkDemands(check, answers),
    isReadOnly: signed !== null || !may,
    wellAddress: ({ position }) => `${plate}?wells=${position}&back=${decision}`,
    isChanged: (kind) => signed === null && isOutdated(draft, { kind, digests }),
    confirm: (kind, isSeen) => {
      const { [kind]: _former, ...others } = draft.confirmed;
      change({ ...draft, confirmed: isSeen ? { ...others, [kind]: digests[kind] } : others });
    },
    giveReason: (kind, reason) => {
      const { [kind]: _former, ...others } = draft.reasons;
      const kept = reason === null ? others : { ...others, [kind]: { text: reason, digest: digests[kind] } };
      change({ ...draft, reasons: kept });
    },
    forget: () => {
      removeDraft(place);
    },
  };
}
