import { z } from 'zod';

export const runStatusSchema = z.enum(['RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL', 'APPROVED', 'REJECTED']);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** What a physician may decide. */
export const runDecisionSchema = z.enum(['APPROVED', 'REJECTED']);
export type RunDecision = z.infer<typeof runDecisionSchema>;

/** What people call a status; also what a search for one finds. */
export const RUN_STATUS_LABEL: Readonly<Record<RunStatus, string>> = {
  RUN_TO_INTERPRET: 'Run to interpret',
  WAIT_FOR_APPROVAL: 'Wait for approval',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
};
