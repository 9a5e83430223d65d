import { doubtKindSchema, type CheckAnswers, type DoubtKind, type RunCheck } from '@curvewell/contracts';
import { z } from 'zod';

import type { DraftPlace } from '../../shared/kept-draft.ts';

/** What was ticked and typed so far, each with the digest of the part that it was said of. */
export const checkDraftSchema = z.object({
  confirmed: z.partialRecord(doubtKindSchema, z.string()),
  reasons: z.partialRecord(doubtKindSchema, z.object({ text: z.string(), digest: z.string() })),
});
export type CheckDraft = z.infer<typeof checkDraftSchema>;

export const NO_DRAFT: CheckDraft = { confirmed: {}, reasons: {} };

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

/** What of the draft still holds: what was said of a part that says something else by now is not answered. */
export function answersOf(draft: CheckDraft, { digests }: Pick<RunCheck, 'digests'>): CheckAnswers {
  const kinds = doubtKindSchema.options;
  return {
    confirmed: kinds.filter((kind) => draft.confirmed[kind] === digests[kind]),
    reasons: Object.fromEntries(
      kinds.flatMap((kind) => {
        const reason = draft.reasons[kind];
        return reason?.digest === digests[kind] ? [[kind, reason.text]] : [];
      }),
    ),
  };
}

/** Whether something was said of a part that has changed since. */
export function isOutdated(
  draft: CheckDraft,
  { kind, digests }: { kind: DoubtKind } & Pick<RunCheck, 'digests'>,
) {
  const said = draft.confirmed[kind] ?? draft.reasons[kind]?.digest;
  return said !== undefined && said !== digests[kind];
}
