import { analyserProfileSchema, analyserSchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';

export const profiledAnalyserSchema = analyserSchema.extend({ profile: analyserProfileSchema });
export type ProfiledAnalyser = z.infer<typeof profiledAnalyserSchema>;

/** Analysers are data, so that they can be added or changed without a release. */
export const analyserCalls = {
  list: call({
    id: 'API-24',
    summary: 'List the analysers',
    method: 'GET',
    path: '/analysers',
    access: signedIn,
    scope: 'global',
    answer: z.array(analyserSchema),
  }),
  ofKitVersion: call({
    id: 'API-25',
    summary: 'List the analysers that a kit version is configured for',
    method: 'GET',
    path: '/analysers/kitVersion/:versionId',
    access: signedIn,
    scope: 'global',
    answer: z.array(analyserSchema),
  }),
  profiles: call({
    id: 'API-24',
    summary: 'List the analysers with their file profiles',
    method: 'GET',
    path: '/analysers/profiles',
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'global',
    answer: z.array(profiledAnalyserSchema),
  }),
  create: call({
    id: 'API-24',
    summary: 'Add an analyser from a profile',
    method: 'POST',
    path: '/analysers',
    access: anyOf('WRITE_KIT_CONFIG_ADMIN'),
    scope: 'global',
    body: z.strictObject({ profile: analyserProfileSchema }),
    answer: profiledAnalyserSchema,
    errors: ['name-taken'],
  }),
  update: call({
    id: 'API-24',
    summary: 'Change the profile of an analyser with a higher version, or whether it is available for import',
    method: 'PUT',
    path: '/analysers/:analyserId',
    access: anyOf('WRITE_KIT_CONFIG_ADMIN'),
    scope: 'global',
    body: z.strictObject({ profile: analyserProfileSchema, active: z.boolean().optional() }),
    answer: profiledAnalyserSchema,
    errors: ['name-taken'],
  }),
};
