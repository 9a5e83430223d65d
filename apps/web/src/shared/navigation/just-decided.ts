import { z } from 'zod';

/** The state of the address of a run that the user has just submitted, approved or rejected. */
export const JUST_DECIDED = { isJustDecided: true } as const;

export const justDecidedSchema = z.object({ isJustDecided: z.literal(true) });
