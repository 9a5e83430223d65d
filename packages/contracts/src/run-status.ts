import { z } from 'zod';

export const runStatusSchema = z.enum(['RUN_TO_INTERPRET', 'WAIT_FOR_APPROVAL', 'APPROVED', 'REJECTED']);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** What a physician may decide. */
export const runDecisionSchema = z.enum(['APPROVED', 'REJECTED']);
export type RunDecision = z.infer<typeof runDecisionSchema>;
