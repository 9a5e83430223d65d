import {
  auditGroupSchema,
  auditRowSchema,
  chainFaultSchema,
  idSchema,
  instantSchema,
  storedLineSchema,
  readKindSchema,
  runHistoryKindSchema,
  sha256Schema,
} from '@curvewell/domain';
import { z } from 'zod';

import { queryNumber } from './paging.ts';

/** The index of the trail's words holds three letters at a time: with fewer, every entry would be read. */
export const MIN_LETTERS = 3;
/** Whether the trail can be searched for a text. A number may be shorter: it is the number of a run. */
export const isSearchable = (text: string): boolean =>
  text === '' || text.length >= MIN_LETTERS || /^\d+$/.test(text);

/** What entries are requested. */
export const auditFilterSchema = z.strictObject({
  from: instantSchema.optional().describe('Both ends are included.'),
  to: instantSchema.optional(),
  who: idSchema.optional().describe('The person.'),
  run: idSchema.optional().describe('Entries of one run.'),
  what: z
    .union([auditGroupSchema, z.literal('everything')])
    .optional()
    .describe('If omitted: all but reading.'),
  text: storedLineSchema
    .max(100)
    .refine(isSearchable, `Enter at least ${MIN_LETTERS} letters, or the number of a run.`)
    .optional()
    .describe(
      `Part of a name, a reason or another value, of at least ${MIN_LETTERS} letters; or the number of a run.`,
    ),
  laboratoryId: idSchema.optional().describe("If omitted: one's own; with READ_ALL_LABORATORY all."),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const readingFilterSchema = auditFilterSchema.omit({ what: true }).extend({
  text: storedLineSchema
    .max(100)
    .optional()
    .describe('Part of the name of a sample of the run, its number, or part of what was searched for.'),
});
export type ReadingFilter = z.infer<typeof readingFilterSchema>;

/** More are neither counted nor paged through: a period, a person or a text leads to older ones. */
export const MAX_COUNTED_ENTRIES = 1_000;

export const auditPageSchema = z.object({
  rows: z.array(auditRowSchema),
  /** The total, up to `MAX_COUNTED_ENTRIES`; that plus one means more. */
  count: z.int(),
});

export const readingPageSchema = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      at: instantSchema,
      userId: idSchema,
      userName: z.string(),
      what: readKindSchema,
      /** The search text or the exported subject; null: the run. */
      subject: z.string().nullable(),
      /** The number is null after the run's deletion. */
      run: z.object({ id: idSchema, businessId: z.int().nullable() }).nullable(),
      address: z.string().nullable(),
    }),
  ),
  count: z.int(),
});

export const runHistorySchema = auditPageSchema.extend({
  /** The number of entries of each kind, and in total. */
  counts: z.record(z.union([runHistoryKindSchema, z.literal('all')]), z.int()),
});
export type RunHistory = z.infer<typeof runHistorySchema>;

const entryRangeSchema = z.object({ first: z.int(), last: z.int() });

/** Result of the last verification of a laboratory's whole chain. */
export const wholeCheckSchema = z.object({
  /**
   * `old`: checked too long ago; `not-trusted`: the stored result of the check is not what this installation signed;
   * `missing`: there is none.
   */
  state: z.enum(['intact', 'broken', 'old', 'not-trusted', 'missing']),
  /** When every entry was read and hashed, and the last one then; null: that is not known. */
  at: instantSchema.nullable(),
  number: z.int().nullable(),
});
export type WholeCheck = z.infer<typeof wholeCheckSchema>;

/** Whether the entries of a run are intact. */
export const runTrailStateSchema = z.object({
  /** Of the run’s entries, those since the check of the whole chain, or that check; null: none found. */
  fault: chainFaultSchema.nullable(),
  whole: wholeCheckSchema,
  /** Entries after that check that this request has read and hashed, beside those of the run; null: none. */
  since: entryRangeSchema.nullable(),
  /** Entries that neither the check of the whole chain nor this request covers; null: none. */
  unverified: entryRangeSchema.nullable(),
  checkedAt: instantSchema,
  entries: z.int(),
  /** The numbers of its entries; null: none. */
  first: z.int().nullable(),
  last: z.int().nullable(),
  lastHash: sha256Schema.nullable(),
});
export type RunTrailState = z.infer<typeof runTrailStateSchema>;

export const HISTORY_PAGE_SIZE = 100;
export const historyPageSchema = queryNumber.pipe(z.int().min(0).max(10_000)).default(0);
