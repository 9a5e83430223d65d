import { z } from 'zod';

import { nameSchema } from './paging.ts';

/** Kits and lots move between installations as JSON documents. */
export const jsonFile = { mediaTypes: ['application/json'] };
export const transferFields = z.strictObject({ versionName: nameSchema.optional() });
