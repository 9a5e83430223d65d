import { analyserProfileSchema, MAX_UPLOAD_FILES, runInspectionSchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';

export const upload = { field: 'files', max: MAX_UPLOAD_FILES };
export const uploadErrors = [
  'file-too-large',
  'unsupported-file',
  'unreadable-file',
  'storage-full',
] as const;

export function jsonField<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'expected JSON' });
      return z.NEVER;
    }
  }, schema);
}

/** Files of a run before they are imported. */
export const callsOfInspections = {
  inspect: call({
    id: 'API-101',
    summary: 'Inspect files: their contents, and the analysers that read them; nothing is stored',
    method: 'POST',
    path: '/run/inspect',
    costMs: 150,
    access: signedIn,
    scope: 'laboratory',
    files: upload,
    body: z.strictObject({}),
    answer: runInspectionSchema,
    errors: uploadErrors,
  }),
  inspectAs: call({
    id: 'SHELL-187',
    summary: 'Inspect files as the profile of a new analyser would read them; nothing is stored',
    method: 'POST',
    path: '/run/inspect-as',
    costMs: 150,
    access: anyOf('WRITE_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    files: upload,
    body: z.strictObject({ profile: jsonField(analyserProfileSchema) }),
    answer: runInspectionSchema,
    errors: uploadErrors,
  }),
};
