import {
  emailSchema,
  laboratoryUserSchema,
  loginSchema,
  passwordOfferSchema,
  personNameSchema,
  revisionSchema,
  unassignedUserSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { readLaboratory } from './laboratories.ts';
import { pageOf, pageSchema, pageSizeSchema, searchSchema, sortBy } from './paging.ts';

export const USER_PAGE_SIZE = 11;

/** An account that has not been used for longer than this, in whole days, needs attention. */
export const UNUSED_DAYS = 90;

/** `to-look-at`: the account is enabled, and on hold, never used, or not used for more than `UNUSED_DAYS`. */
export const userFilterSchema = z.enum(['all', 'to-look-at']);
export type UserFilter = z.infer<typeof userFilterSchema>;

const userFields = {
  lastname: personNameSchema,
  firstname: personNameSchema,
  email: emailSchema,
  enabled: z.boolean().default(true),
  salesAdmin: z.boolean().default(false),
  qaAdmin: z.boolean().default(false),
  rdAdmin: z.boolean().default(false),
  physician: z.boolean().default(false),
};
export const createUserSchema = z.strictObject({ ...userFields, login: loginSchema });
export const updateUserSchema = z.strictObject({ ...userFields, revision: revisionSchema });

/**
 * `accountsAreOurs`: whether users can be created here, rather than at an external identity provider.
 * `counts`: the users that the search finds, by filter.
 */
export const userPageSchema = pageOf(laboratoryUserSchema).extend({
  accountsAreOurs: z.boolean(),
  counts: z.record(userFilterSchema, z.int()),
});
export const unassignedUserPageSchema = pageOf(unassignedUserSchema);
export const createdUserSchema = laboratoryUserSchema.extend({ password: passwordOfferSchema });

const writeUser = anyOf('WRITE_ALL_USER', 'WRITE_OWN_LABORATORY_USER');
/** Users without a laboratory need this permission. */
const writeAnyUser = anyOf('WRITE_ALL_USER');

export const userCalls = {
  list: call({
    id: 'API-76',
    summary: 'List the users of a laboratory',
    method: 'GET',
    path: '/user/laboratory/:laboratoryId',
    access: readLaboratory,
    scope: 'global',
    query: z.strictObject({
      page: pageSchema,
      size: pageSizeSchema.default(USER_PAGE_SIZE),
      search: searchSchema,
      show: userFilterSchema.default('all'),
      sort: sortBy(['login', 'lastname', 'firstname']).default('login,asc'),
    }),
    answer: userPageSchema,
  }),
  get: call({
    id: 'API-144',
    summary: 'Get a user of a laboratory',
    method: 'GET',
    path: '/user/:userId/laboratory/:laboratoryId',
    access: readLaboratory,
    scope: 'global',
    answer: laboratoryUserSchema,
  }),
  create: call({
    id: 'API-77',
    summary: 'Add a user to a laboratory',
    method: 'POST',
    path: '/user/laboratory/:laboratoryId',
    access: writeUser,
    scope: 'global',
    body: createUserSchema,
    answer: createdUserSchema,
    isAnswerSecret: true,
    errors: ['name-taken', 'locked'],
  }),
  update: call({
    id: 'API-78',
    summary: 'Change a user of a laboratory',
    method: 'PUT',
    path: '/user/:userId/laboratory/:laboratoryId',
    access: writeUser,
    scope: 'global',
    body: updateUserSchema,
    answer: laboratoryUserSchema,
    errors: ['name-taken', 'stale', 'locked'],
  }),
  delete: call({
    id: 'API-79',
    summary: 'Delete a user of a laboratory',
    method: 'DELETE',
    path: '/user/:userId/laboratory/:laboratoryId',
    access: writeUser,
    scope: 'global',
  }),
  offerPassword: call({
    id: 'API-140',
    summary: 'Issue a set-password link or e-mail for a user; a previous link becomes invalid',
    method: 'POST',
    path: '/user/:userId/laboratory/:laboratoryId/password',
    access: writeUser,
    scope: 'global',
    answer: passwordOfferSchema,
    isAnswerSecret: true,
    errors: ['locked'],
  }),
  hold: call({
    id: 'TRUST-341',
    summary: 'Put the permissions of a user on hold until a second person confirms the account',
    method: 'PUT',
    path: '/user/:userId/laboratory/:laboratoryId/hold',
    access: writeUser,
    scope: 'global',
    body: z.strictObject({ revision: revisionSchema }),
    answer: laboratoryUserSchema,
    errors: ['stale'],
  }),
  confirm: call({
    id: 'TRUST-342',
    summary: 'Confirm an account as the second person, so that its permissions take effect again',
    method: 'PUT',
    path: '/user/:userId/laboratory/:laboratoryId/confirmation',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'global',
    body: z.strictObject({ revision: revisionSchema }),
    answer: laboratoryUserSchema,
    errors: ['stale', 'locked'],
  }),
  unassigned: call({
    id: 'API-141',
    summary: 'List the unassigned users',
    method: 'GET',
    path: '/user/unassigned',
    access: writeAnyUser,
    scope: 'global',
    query: z.strictObject({
      page: pageSchema,
      size: pageSizeSchema.default(USER_PAGE_SIZE),
      search: searchSchema,
    }),
    answer: unassignedUserPageSchema,
  }),
  addToLaboratory: call({
    id: 'API-142',
    summary: 'Add an unassigned user to a laboratory',
    method: 'PUT',
    path: '/user/:userId/laboratory/:laboratoryId/member',
    access: writeAnyUser,
    scope: 'global',
    body: z.strictObject({ revision: revisionSchema }),
    answer: laboratoryUserSchema,
    errors: ['stale', 'in-use'],
  }),
  linkAccount: call({
    id: 'API-143',
    summary: 'Link the account that was recreated for the login of a user',
    method: 'PUT',
    path: '/user/:userId/account',
    access: writeAnyUser,
    scope: 'global',
    body: z.strictObject({ revision: revisionSchema }),
    errors: ['stale'],
  }),
};
