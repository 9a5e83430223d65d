import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { laboratoryParams, readLaboratory } from './laboratories.ts';
import {
  idSchema,
  nameSchema,
  pageOf,
  pageSchema,
  pageSizeSchema,
  revisionSchema,
  searchSchema,
  sortBy,
} from './paging.ts';

export const USER_PAGE_SIZE = 11;

export const laboratoryUserSchema = z.object({
  id: idSchema,
  login: z.string(),
  lastname: z.string(),
  firstname: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  enabled: z.boolean(),
  salesAdmin: z.boolean(),
  qaAdmin: z.boolean(),
  rdAdmin: z.boolean(),
  physician: z.boolean(),
  requiredActions: z.array(z.string()),
  revision: revisionSchema,
});
export type LaboratoryUser = z.infer<typeof laboratoryUserSchema>;

const userFields = {
  lastname: nameSchema,
  firstname: nameSchema,
  email: z.email().max(254),
  enabled: z.boolean().default(true),
  salesAdmin: z.boolean().default(false),
  qaAdmin: z.boolean().default(false),
  rdAdmin: z.boolean().default(false),
  physician: z.boolean().default(false),
};
export const loginSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._@-]{1,63}$/, 'a login is 2 to 64 small letters, digits, dots, dashes');
export const createUserSchema = z.strictObject({ ...userFields, login: loginSchema });
export const updateUserSchema = z.strictObject({ ...userFields, revision: revisionSchema });

const userParams = z.strictObject({ userId: idSchema, laboratoryId: idSchema });
const writeUser = anyOf('WRITE_ALL_USER', 'WRITE_OWN_LABORATORY_USER');

export const userCalls = {
  list: call({
    id: 'API-76',
    summary: 'One page of the users of a laboratory',
    method: 'GET',
    path: '/user/laboratory/:laboratoryId',
    access: readLaboratory,
    scope: 'global',
    params: laboratoryParams,
    query: z.strictObject({
      page: pageSchema,
      size: pageSizeSchema.default(USER_PAGE_SIZE),
      search: searchSchema,
      sort: sortBy(['login', 'lastname', 'firstname']).default('login,asc'),
    }),
    answer: pageOf(laboratoryUserSchema),
  }),
  create: call({
    id: 'API-77',
    summary: 'Makes a user of a laboratory',
    method: 'POST',
    path: '/user/laboratory/:laboratoryId',
    access: writeUser,
    scope: 'global',
    params: laboratoryParams,
    body: createUserSchema,
    answer: laboratoryUserSchema.extend({ setPasswordLink: z.string().nullable() }),
    errors: ['name-taken'],
  }),
  update: call({
    id: 'API-78',
    summary: 'Changes a user of a laboratory',
    method: 'PUT',
    path: '/user/:userId/laboratory/:laboratoryId',
    access: writeUser,
    scope: 'global',
    params: userParams,
    body: updateUserSchema,
    answer: laboratoryUserSchema,
    errors: ['name-taken', 'stale'],
  }),
  delete: call({
    id: 'API-79',
    summary: 'Deletes a user of a laboratory',
    method: 'DELETE',
    path: '/user/:userId/laboratory/:laboratoryId',
    access: writeUser,
    scope: 'global',
    params: userParams,
  }),
};
