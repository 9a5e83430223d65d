import { z } from 'zod';

import { allOf, anyOf, call } from './call.ts';
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

export const LABORATORY_PAGE_SIZE = 14;

export const laboratorySchema = z.object({
  id: idSchema,
  name: z.string(),
  active: z.boolean(),
  /** Whether who submitted a run may also approve it. */
  submitterMayApprove: z.boolean(),
  revision: revisionSchema,
});
export type Laboratory = z.infer<typeof laboratorySchema>;

export const updateLaboratorySchema = z.strictObject({
  name: nameSchema,
  active: z.boolean(),
  submitterMayApprove: z.boolean(),
  revision: revisionSchema,
});

const pageQuery = z.strictObject({
  page: pageSchema,
  size: pageSizeSchema.default(LABORATORY_PAGE_SIZE),
  search: searchSchema,
  sort: sortBy(['name']).default('name,asc'),
});
export const laboratoryParams = z.strictObject({ laboratoryId: idSchema });
export const readLaboratory = anyOf('READ_ALL_LABORATORY', 'READ_OWN_LABORATORY');

export const laboratoryCalls = {
  create: call({
    id: 'API-70',
    summary: 'Makes laboratories',
    method: 'POST',
    path: '/laboratory',
    access: allOf('WRITE_LABORATORY', 'READ_ALL_LABORATORY'),
    scope: 'global',
    body: z
      .array(z.strictObject({ name: nameSchema }))
      .min(1)
      .max(100),
    answer: z.array(laboratorySchema),
    errors: ['name-taken'],
  }),
  list: call({
    id: 'API-71',
    summary: 'One page of the laboratories',
    method: 'GET',
    path: '/laboratory',
    access: anyOf('READ_ALL_LABORATORY'),
    scope: 'global',
    query: pageQuery,
    answer: pageOf(laboratorySchema),
  }),
  search: call({
    id: 'API-72',
    summary: 'One page of the laboratories whose name contains a text',
    method: 'GET',
    path: '/laboratory/search',
    access: anyOf('READ_ALL_LABORATORY'),
    scope: 'global',
    query: pageQuery,
    answer: pageOf(laboratorySchema),
  }),
  get: call({
    id: 'API-73',
    summary: 'One laboratory',
    method: 'GET',
    path: '/laboratory/:laboratoryId',
    access: readLaboratory,
    scope: 'global',
    params: laboratoryParams,
    answer: laboratorySchema,
  }),
  update: call({
    id: 'API-74',
    summary: 'Changes a laboratory',
    method: 'PUT',
    path: '/laboratory/:laboratoryId',
    access: anyOf('WRITE_LABORATORY'),
    scope: 'global',
    params: laboratoryParams,
    body: updateLaboratorySchema,
    answer: laboratorySchema,
    errors: ['name-taken', 'stale'],
  }),
  delete: call({
    id: 'API-75',
    summary: 'Deletes a laboratory that nothing is linked to',
    method: 'DELETE',
    path: '/laboratory/:laboratoryId',
    access: allOf('WRITE_LABORATORY', 'READ_ALL_LABORATORY'),
    scope: 'global',
    params: laboratoryParams,
    errors: ['in-use'],
  }),
};
