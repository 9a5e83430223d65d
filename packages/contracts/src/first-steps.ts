import { idSchema, kitStatusSchema, namedSchema } from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

/** Names that the steps list at most. */
export const FIRST_STEPS_NAMES = 3;

const namesSchema = z.array(z.string()).max(FIRST_STEPS_NAMES);
const kitVersionShape = { kitId: idSchema, versionId: idSchema, kit: z.string(), version: z.string() };

/** What a laboratory without a run already has, and who of it may add the rest. */
export const firstStepsSchema = z.object({
  /** The analyser that its files come from; null: not chosen. */
  analyser: namedSchema.nullable(),
  /** The newest kit version with an active lot that reads files of the analyser; null: none. */
  kit: z
    .object({
      ...kitVersionShape,
      lot: z.string(),
      /** The number of further such kits. */
      others: z.int(),
    })
    .nullable(),
  /** Kits that lack a lot or settings for the analyser, newest first. */
  openKits: z
    .array(
      z.object({
        ...kitVersionShape,
        lacks: z.enum(['lot', 'analyser']),
        /** On the analyser; null: not configured for it, or no analyser is chosen. */
        status: kitStatusSchema.nullable(),
      }),
    )
    .max(FIRST_STEPS_NAMES),
  people: z.object({
    /** The number of people besides the caller. */
    others: z.int(),
    names: namesSchema,
  }),
  /** Who of the laboratory may do what the caller may not; null: the caller may. */
  ask: z.object({
    kits: namesSchema.nullable(),
    lots: namesSchema.nullable(),
    people: namesSchema.nullable(),
  }),
  /** The demonstration laboratory of the installation; null: none. */
  demonstration: z.string().nullable(),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

export const firstStepCalls = {
  read: call({
    id: 'SHELL-176',
    summary: 'Get the first steps of the laboratory; null once it has a run, and in a demonstration',
    method: 'GET',
    path: '/first-steps',
    access: signedIn,
    scope: 'laboratory',
    answer: firstStepsSchema.nullable(),
  }),
  chooseAnalyser: call({
    id: 'SHELL-178',
    summary: 'Choose the analyser that the files of the laboratory come from',
    method: 'PUT',
    path: '/first-steps/analyser',
    access: signedIn,
    scope: 'laboratory',
    body: z.strictObject({ analyserId: idSchema }),
    answer: firstStepsSchema.nullable(),
  }),
};
