import { z } from 'zod';

/** What is done in the background. */
export const jobKindSchema = z.enum(['archive', 'delivery', 'purge', 'forget-sessions', 'demo-history']);
export type JobKind = z.infer<typeof jobKindSchema>;
