import {
  laboratoryRulesSchema,
  storedNameSchema,
  laboratorySchema,
  nameSchema,
  revisionSchema,
  timeZoneSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { allOf, anyOf, call } from './call.ts';
import { pageOf, pageSchema, pageSizeSchema, searchSchema, sortBy } from './paging.ts';

export const LABORATORY_PAGE_SIZE = 14;

export const createLaboratoriesSchema = z
  .array(
    z.strictObject({
      name: nameSchema,
      fourEyes: z
        .boolean()
        .default(false)
        .describe('Whether neither who interpreted a run nor who submitted it decides on it.'),
    }),
  )
  .min(1)
  .max(100);

export const updateLaboratorySchema = z.strictObject({
  name: storedNameSchema,
  active: z.boolean(),
  submitterMayApprove: z.boolean(),
  rules: laboratoryRulesSchema,
  timeZone: timeZoneSchema.optional().describe('If omitted: it stays.'),
  revision: revisionSchema,
});

export const laboratorySortSchema = sortBy(['name']).default('name,asc');
const pageQuery = z.strictObject({
  page: pageSchema,
  size: pageSizeSchema.default(LABORATORY_PAGE_SIZE),
  search: searchSchema,
  sort: laboratorySortSchema,
});
/** A page of laboratories, with the total whatever the search. */
export const laboratoryPageSchema = pageOf(laboratorySchema).extend({
  totals: z.object({
    laboratories: z.int(),
    active: z.int(),
    users: z.int(),
    /** Those that live in another cluster; omitted: none. */
    moved: z.int().optional(),
  }),
});
export type LaboratoryPage = z.infer<typeof laboratoryPageSchema>;

export const readLaboratory = anyOf('READ_ALL_LABORATORY', 'READ_OWN_LABORATORY');

/** The data that prevents a deletion: the `details` of `in-use`. */
export const laboratoryUseSchema = z.object({
  users: z.int(),
  runs: z.int(),
  templates: z.int(),
  /** Its own. */
  kits: z.int(),
  connections: z.int(),
});
export type LaboratoryUse = z.infer<typeof laboratoryUseSchema>;

export const laboratoryCalls = {
  create: call({
    id: 'API-70',
    summary: 'Add laboratories',
    method: 'POST',
    path: '/laboratory',
    costMs: 60,
    access: allOf('WRITE_LABORATORY', 'READ_ALL_LABORATORY'),
    scope: 'global',
    body: createLaboratoriesSchema,
    answer: z.array(laboratorySchema),
    errors: ['name-taken'],
  }),
  list: call({
    id: 'API-71',
    summary: 'List the laboratories',
    method: 'GET',
    path: '/laboratory',
    access: anyOf('READ_ALL_LABORATORY'),
    scope: 'global',
    query: pageQuery,
    answer: laboratoryPageSchema,
  }),
  search: call({
    id: 'API-72',
    summary: 'Search the laboratories by name',
    method: 'GET',
    path: '/laboratory/search',
    access: anyOf('READ_ALL_LABORATORY'),
    scope: 'global',
    query: pageQuery,
    answer: laboratoryPageSchema,
  }),
  get: call({
    id: 'API-73',
    summary: 'Get a laboratory',
    method: 'GET',
    path: '/laboratory/:laboratoryId',
    access: readLaboratory,
    scope: 'global',
    answer: laboratorySchema,
  }),
  update: call({
    id: 'API-74',
    summary: 'Change a laboratory',
    method: 'PUT',
    path: '/laboratory/:laboratoryId',
    access: anyOf('WRITE_LABORATORY'),
    scope: 'global',
    body: updateLaboratorySchema,
    answer: laboratorySchema,
    errors: ['name-taken', 'stale'],
  }),
  delete: call({
    id: 'API-75',
    summary: 'Delete a laboratory without linked data',
    method: 'DELETE',
    path: '/laboratory/:laboratoryId',
    access: allOf('WRITE_LABORATORY', 'READ_ALL_LABORATORY'),
    scope: 'global',
    errors: ['in-use'],
  }),
};
