import { nameSchema } from '@curvewell/domain';
import { z } from 'zod';

/** Kits and lots move between installations as JSON documents. */
/** Well above the largest kit, with all analysers and buffers and eight zones in each channel. */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;
/** A document is uploaded as one file. */
export const documentFile = { field: 'file', max: 1, maxBytes: MAX_DOCUMENT_BYTES };
export const jsonFile = { mediaTypes: ['application/json'] };
export const transferFields = z.strictObject({ versionName: nameSchema.optional() });
