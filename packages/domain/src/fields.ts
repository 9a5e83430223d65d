import { z } from 'zod';

import { lineSchema, MAX_INTEGER } from './text.ts';

export const idSchema = z.uuid();
/** A reference to something by its id; all else in it is ignored. */
export const referenceSchema = z.object({ id: idSchema });
export const namedSchema = z.object({ id: idSchema, name: z.string() });
/** A name given by a person: 1 to 100 characters, no blank ends. */
export const nameSchema = lineSchema.min(1).max(100);
export const revisionSchema = z
  .int()
  .min(0)
  .max(MAX_INTEGER)
  .describe('Rises with every change; a write that names an old one is refused as `stale`.');
/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();
/** A calendar day, `YYYY-MM-DD`; there was no year 0. */
export const daySchema = z.iso.date().refine((day) => !day.startsWith('0000'), 'the year 0 does not exist');
