import { z } from 'zod';

import { idSchema } from '../text/fields.ts';
import { sentenceSchema, storedLineSchema } from '../text/text.ts';

/** The pages whose views can be saved. */
export const savedViewPageSchema = z.enum(['runs', 'archive', 'audit', 'controls']);
export type SavedViewPage = z.infer<typeof savedViewPageSchema>;

/** Views of a user on one page. More would not fit into its tabs. */
export const MAX_SAVED_VIEWS = 12;
/** Characters of a name that fit into a tab. */
export const MAX_VIEW_NAME = 40;
const MAX_VIEW_ADDRESS = 1000;

export const savedViewNameSchema = sentenceSchema.min(1).max(MAX_VIEW_NAME);
/** The query of an address, without `?`, such as `status=APPROVED&sort=created`. */
export const savedViewAddressSchema = storedLineSchema.max(MAX_VIEW_ADDRESS).regex(/^[^?#]*$/, 'not a query');

/** A list that a user has named: its filters, search and order. */
export const savedViewSchema = z.object({
  id: idSchema,
  page: savedViewPageSchema,
  name: z.string(),
  address: z.string(),
});
export type SavedView = z.infer<typeof savedViewSchema>;
