import { daySchema, idSchema, storedLineSchema, namedSchema, runStatusSchema } from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

/** Results of each kind. */
export const FOUND_PER_KIND = 3;
/** Shorter texts have no trigram, so the indexes do not find them. */
export const MIN_SEARCH_LENGTH = 3;

/**
 * Without a letter or digit after the first character, PostgreSQL finds no trigram and reads the whole table.
 */
const LETTER_OR_DIGIT_WITHIN = /.[\p{L}\p{Nd}]/u;

/** Whether a text can be searched for: three characters with letters or digits, or the number of a run. */
export const canSearchFor = (text: string): boolean =>
  (text.length >= MIN_SEARCH_LENGTH && LETTER_OR_DIGIT_WITHIN.test(text)) || /^\d+$/.test(text);

/** The first results of a kind, and whether there are more. */
function foundOf<Item extends z.ZodType>(item: Item) {
  return z.object({ found: z.array(item).max(FOUND_PER_KIND), more: z.boolean() });
}

const runReference = {
  id: idSchema,
  businessId: z.int(),
  isInterpreted: z.boolean(),
  isArchived: z.boolean(),
};
export const foundRunSchema = z.object({
  ...runReference,
  plateId: z.string().nullable(),
  fileName: z.string(),
  kitReactionBuffer: z.string().describe('`Kit (buffer), …`; empty before wells are set.'),
  status: runStatusSchema,
});
export type FoundRun = z.infer<typeof foundRunSchema>;

export const foundSampleSchema = z.object({
  name: z.string(),
  runs: foundOf(
    z.object({
      ...runReference,
      position: z.string().describe('The first well of the sample.'),
      result: z
        .string()
        .nullable()
        .describe(
          'Over wells or channels, as an approved run signed it: `LCT-13910 v2: Carrier · 2 wells`; null: none.',
        ),
    }),
  ),
});
export type FoundSample = z.infer<typeof foundSampleSchema>;

const isOwnSchema = z
  .boolean()
  .describe('Whether the kit belongs to the laboratory of the caller alone; false: to all laboratories.');

export const foundKitSchema = namedSchema.extend({ active: z.boolean(), isOwn: isOwnSchema });
export type FoundKit = z.infer<typeof foundKitSchema>;

export const foundLotSchema = namedSchema.extend({
  active: z.boolean(),
  expirationDate: daySchema,
  isOwn: isOwnSchema,
  kit: namedSchema,
  version: z.object({ id: idSchema, version: z.string() }),
});
export type FoundLot = z.infer<typeof foundLotSchema>;

export const foundPersonSchema = z.object({
  id: idSchema,
  login: z.string(),
  firstname: z.string(),
  lastname: z.string(),
});
export type FoundPerson = z.infer<typeof foundPersonSchema>;

export const foundSchema = z.object({
  runs: foundOf(foundRunSchema).describe('Live runs first, each newest first; a run of that number before.'),
  samples: foundOf(foundSampleSchema).describe(
    'Samples whose names begin with the text, with their newest runs.',
  ),
  kits: foundOf(foundKitSchema).describe('Empty without the permission to read the kit configuration.'),
  lots: foundOf(foundLotSchema).describe('Empty without the permission to read the lot configuration.'),
  people: foundOf(foundPersonSchema).describe('Users of the own laboratory, for callers who may read it.'),
});
export type Found = z.infer<typeof foundSchema>;

export const searchCalls = {
  search: call({
    id: 'LIST-103',
    summary: 'Search live and archived runs, samples, kits, lots and people',
    method: 'GET',
    path: '/search',
    reads: 'search',
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({
      search: storedLineSchema
        .max(100)
        .refine(
          canSearchFor,
          `enter at least ${MIN_SEARCH_LENGTH} characters with letters or digits, or the number of a run`,
        )
        .describe('Part of a name, the beginning of the name of a sample, or the number of a run.'),
    }),
    answer: foundSchema,
  }),
};
