import {
  decisionCalls,
  doubtKindSchema,
  type CheckAnswers,
  type CheckedBody,
  type CheckedDecision,
  type Run,
} from '@curvewell/contracts';

import { api } from '../shared/api/api-client.ts';
import { useRunMutation } from './runs.ts';

/** The dialog before shows the doubts: agreeing to it is having seen them. */
async function seenCheck(runId: string, decision: CheckedDecision): Promise<CheckedBody> {
  const { digest } = await api(decisionCalls.check, { params: { runId }, query: { decision } });
  return { shown: digest, confirmed: [...doubtKindSchema.options], reasons: {} };
}

const answered = (_: Run, run: Run): Run => run;

export const useSubmitRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: async () =>
      api(decisionCalls.submit, { params: { runId }, body: await seenCheck(runId, 'submit') }),
    runAfter: answered,
  });

export const useApproveRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: async () =>
      api(decisionCalls.decide, {
        params: { runId },
        query: { status: 'APPROVED' },
        body: await seenCheck(runId, 'approve'),
      }),
    runAfter: answered,
  });

const NO_ANSWERS: CheckAnswers = { confirmed: [], reasons: {} };

export const useRejectRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (reason: string | undefined) =>
      api(decisionCalls.decide, {
        params: { runId },
        query: { status: 'REJECTED' },
        body: { ...NO_ANSWERS, ...(reason !== undefined && { reason }) },
      }),
    runAfter: answered,
  });
