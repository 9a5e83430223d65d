import { z } from 'zod';

export const runStatusSchema = z.enum(['RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL', 'APPROVED', 'REJECTED']);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** The decisions of a physician. */
export const runDecisionSchema = z.enum(['APPROVED', 'REJECTED']);
export type RunDecision = z.infer<typeof runDecisionSchema>;

export const isDecidedStatus = (status: RunStatus): status is RunDecision =>
  status === 'APPROVED' || status === 'REJECTED';

/** The label of a status, which a search finds, too. */
export const RUN_STATUS_LABEL: Readonly<Record<RunStatus, string>> = {
  RUN_TO_INTERPRET: 'Run to interpret',
  WAIT_FOR_APPROVAL: 'Wait for approval',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
};
