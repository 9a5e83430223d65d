import { z } from 'zod';

import { call, signedIn } from './call.ts';

export const releaseSchema = z.object({
  version: z.string(),
  date: z.iso.date(),
  /** Sanitised HTML. */
  note: z.string(),
  algoVersion: z.string(),
});
export type Release = z.infer<typeof releaseSchema>;

/** The elements that the rich text of a release may hold; nothing that runs, loads or asks. */
export const RELEASE_NOTE_ELEMENTS = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'pre', 'blockquote'],
  ...['a', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

const releaseParams = z.strictObject({
  version: z.string().regex(/^[0-9A-Za-z.+-]{1,50}$/, 'not a version'),
});

export const releaseCalls = {
  last: call({
    id: 'API-80',
    summary: 'Get the newest release',
    method: 'GET',
    path: '/release/last',
    access: signedIn,
    scope: 'global',
    answer: releaseSchema,
  }),
  lastIfNotSeen: call({
    id: 'API-81',
    summary: 'Get the newest release if the user has not seen it, otherwise null',
    method: 'GET',
    path: '/release/last-if-not-seen',
    access: signedIn,
    scope: 'global',
    answer: releaseSchema.nullable(),
  }),
  get: call({
    id: 'SHELL-36',
    summary: 'Get a release with its notes',
    method: 'GET',
    path: '/release/:version',
    access: signedIn,
    scope: 'global',
    params: releaseParams,
    answer: releaseSchema,
  }),
  markSeen: call({
    id: 'API-82',
    summary: 'Mark a release as seen by the user',
    method: 'PUT',
    path: '/release/:version/update-seen',
    access: signedIn,
    scope: 'global',
    params: releaseParams,
  }),
};
