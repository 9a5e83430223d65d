import { z } from 'zod';

import { lineSchema, MAX_INTEGER, storedLineSchema } from './text.ts';

export const idSchema = z.uuid();
/** A reference by id; other fields are ignored. */
export const referenceSchema = z.object({ id: idSchema });
export const namedSchema = z.object({ id: idSchema, name: z.string() });
/** A name of 1 to 100 characters without surrounding spaces. */
export const nameSchema = lineSchema.min(1).max(100);
/** The same in what is stored, or was exported. */
export const storedNameSchema = storedLineSchema.min(1).max(100);
export const revisionSchema = z
  .int()
  .min(0)
  .max(MAX_INTEGER)
  .describe('Rises with every change; a write that names an old one is refused as `stale`.');
/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();
/** A calendar date, `YYYY-MM-DD`; year 0 is invalid. */
export const daySchema = z.iso.date().refine((day) => !day.startsWith('0000'), 'the year 0 does not exist');
