import {
  checkDemands,
  isCommonReason,
  NO_ANSWERS,
  type CheckAnswers,
  type DemandItem,
  type DoubtKind,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import { z } from 'zod';

import type { DraftPlace } from '../../shared/forms/draft-storage.ts';

const reasonsSchema = z.record(z.string(), z.object({ text: z.string(), digest: z.string() }));

/** The answers so far. Each has the digest of its subject, to detect later changes. */
export const checkDraftSchema = z.object({
  confirmed: z.record(z.string(), z.string()),
  reasons: reasonsSchema,
  overruled: reasonsSchema,
});
export type CheckDraft = z.infer<typeof checkDraftSchema>;

export const NO_DRAFT: CheckDraft = { confirmed: {}, reasons: {}, overruled: {} };

interface Place {
  readonly runId: string;
  readonly userId: string;
  readonly decision: RunCheck['decision'];
}
export const checkDraftPlace = ({ runId, userId, decision }: Place): DraftPlace => ({
  what: `check-${decision}`,
  userId,
  runId,
});

/** For a kind, the server's digest; for a single well, its content. */
export const digestOf = ({ digests }: RunCheck, { answered, wells }: DemandItem): string =>
  digests[answered as DoubtKind] ?? JSON.stringify(wells); // a single well has no digest of its own

const itemsOf = (check: RunCheck): readonly DemandItem[] =>
  checkDemands(check, NO_ANSWERS).flatMap(({ items }) => items);

/**
 * The answers of the draft that are still valid. Drops those whose subject has changed, and reasons against a
 * block that the laboratory has meanwhile made a common reason.
 */
export function answersOf(
  draft: CheckDraft,
  { check, rules }: { readonly check: RunCheck; readonly rules: Run['rules'] },
): CheckAnswers {
  const items = itemsOf(check);
  const stillValid = (reasons: CheckDraft['reasons']): CheckAnswers['reasons'] =>
    Object.fromEntries(
      items.flatMap((item) => {
        const reason = reasons[item.answered];
        return reason?.digest === digestOf(check, item) ? [[item.answered, reason.text]] : [];
      }),
    );
  return {
    confirmed: items
      .filter((item) => draft.confirmed[item.answered] === digestOf(check, item))
      .map(({ answered }) => answered),
    reasons: stillValid(draft.reasons),
    overruled: stillValid(ownWords(draft.overruled, rules)),
  };
}

const ownWords = (overruled: CheckDraft['overruled'], rules: Run['rules']): CheckDraft['overruled'] =>
  Object.fromEntries(Object.entries(overruled).filter(([, { text }]) => !isCommonReason(rules, text)));

/** Whether the subject of an answer has changed since. */
export function isOutdated(
  draft: CheckDraft,
  { kind, check }: { kind: DoubtKind; check: RunCheck },
): boolean {
  return itemsOf(check)
    .filter(({ answered }) => answered.startsWith(kind))
    .some((item) => {
      const { [item.answered]: confirmed } = draft.confirmed;
      const digest = confirmed ?? (draft.overruled[item.answered] ?? draft.reasons[item.answered])?.digest;
      return digest !== undefined && digest !== digestOf(check, item);
    });
}
