import { releaseSchema } from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

const params = { version: z.string().regex(/^[0-9A-Za-z.+-]{1,50}$/, 'not a version') };

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
    params,
    answer: releaseSchema,
  }),
  markSeen: call({
    id: 'API-82',
    summary: 'Mark a release as seen by the user',
    method: 'PUT',
    path: '/release/:version/update-seen',
    access: signedIn,
    scope: 'global',
    params,
  }),
};
