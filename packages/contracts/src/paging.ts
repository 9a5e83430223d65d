import { storedLineSchema } from '@curvewell/domain';
import { z } from 'zod';

export const MAX_PAGE_SIZE = 100;

/** Query parameters are text. */
export const queryNumber = z.coerce.number<number | string>();
export const queryBoolean = z.union([z.boolean(), z.stringbool()]);

/** A query parameter that may be repeated: `wellIds=a&wellIds=b`. */
export function queryList<Item extends z.ZodType>(item: Item, max = 2000) {
  const list = z.array(item).max(max);
  return z
    .union([item, list])
    .transform((value) => (Array.isArray(value) ? value : [value]) as z.input<Item>[]) // an item schema never accepts an array
    .pipe(list);
}

export const pageSchema = queryNumber
  .pipe(z.int().min(0).max(1_000_000))
  .default(0)
  .describe('Counts from 0.');
export const pageSizeSchema = queryNumber.pipe(z.int().min(1).max(MAX_PAGE_SIZE));
export const searchSchema = storedLineSchema.max(100).default('').describe('Part of a name or a number.');
export const sortDirectionSchema = z.enum(['asc', 'desc']);
export type SortDirection = z.infer<typeof sortDirectionSchema>;

/** `sort=name,asc`, for laboratories and lots. */
export function sortBy<Column extends string>(columns: readonly [Column, ...Column[]]) {
  return z.templateLiteral([z.enum(columns), ',', sortDirectionSchema]);
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ content: z.array(item), size: z.int(), totalElements: z.int() });
}
