import {
  daySchema,
  DEFAULT_LOT_EXPIRATION,
  idSchema,
  listedLotSchema,
  lotFilterSchema,
  lotSchema,
  namedSchema,
  nameSchema,
  revisionSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { pageOf, pageSchema, pageSizeSchema, queryList, searchSchema, sortBy } from './paging.ts';
import { documentFile, jsonFile, transferFields } from './transfer.ts';

export const LOT_PAGE_SIZE = 5;
export const LOT_CATALOGUE_PAGE_SIZE = 12;

export const createLotSchema = z.strictObject({
  name: nameSchema,
  active: z.boolean().default(true),
  expirationDate: daySchema.default(DEFAULT_LOT_EXPIRATION),
});

export const updateLotSchema = z.strictObject({
  active: z.boolean(),
  expirationDate: daySchema,
  revision: revisionSchema,
});
export const lotPageSchema = pageOf(listedLotSchema);
/** A page of the lots of all kits, with the number of lots that each filter finds for the same search and kit. */
export const lotCataloguePageSchema = lotPageSchema.extend({ counts: z.record(lotFilterSchema, z.int()) });

export const lotCalls = {
  all: call({
    id: 'API-49',
    summary: 'List all lots; without the permission to read the lot configuration, only active ones',
    method: 'GET',
    path: '/lots',
    access: signedIn,
    scope: 'global',
    query: z.strictObject({ page: pageSchema, size: pageSizeSchema.default(100) }),
    answer: z.array(lotSchema),
  }),
  ofVersion: call({
    id: 'API-50',
    summary: 'List the lots of a kit version',
    method: 'GET',
    path: '/lots/version/:versionId',
    access: signedIn,
    scope: 'global',
    answer: z.array(lotSchema),
  }),
  search: call({
    id: 'API-51',
    summary: 'Search the lots of a kit version',
    method: 'GET',
    path: '/lots/version/:versionId/search',
    access: signedIn,
    scope: 'global',
    query: z.strictObject({
      page: pageSchema,
      size: pageSizeSchema.default(LOT_PAGE_SIZE),
      search: searchSchema,
      sort: sortBy(['name', 'expirationDate', 'active']).default('name,asc'),
    }),
    answer: lotPageSchema,
  }),
  catalogue: call({
    id: 'LOT-113',
    summary: 'Search the lots of all kits by lot or kit',
    method: 'GET',
    path: '/lots/catalogue',
    access: anyOf('READ_LOT_CONFIG_ADMIN'),
    scope: 'global',
    query: z.strictObject({
      page: pageSchema,
      size: pageSizeSchema.default(LOT_CATALOGUE_PAGE_SIZE),
      search: searchSchema,
      filter: lotFilterSchema.default('active'),
      kitId: idSchema.optional(),
      sort: sortBy(['expirationDate', 'name', 'kit']).default('expirationDate,asc'),
    }),
    answer: lotCataloguePageSchema,
  }),
  create: call({
    id: 'API-52',
    summary: 'Add a lot to a kit version',
    method: 'POST',
    path: '/lots/version/:versionId',
    access: anyOf('WRITE_LOT_CONFIG_ADMIN', 'WRITE_KIT_CONFIG_ADMIN'),
    scope: 'global',
    body: createLotSchema,
    answer: lotSchema,
    errors: ['name-taken'],
  }),
  update: call({
    id: 'API-90',
    summary: 'Change whether a lot is active and when it expires',
    method: 'PUT',
    path: '/lots/:lotId',
    costMs: 60,
    access: anyOf('WRITE_LOT_CONFIG_ADMIN'),
    scope: 'global',
    body: updateLotSchema,
    answer: lotSchema,
    errors: ['stale'],
  }),
  delete: call({
    id: 'API-90',
    summary: 'Delete a lot that no run or template uses',
    method: 'DELETE',
    path: '/lots/:lotId',
    access: anyOf('WRITE_LOT_CONFIG_ADMIN'),
    scope: 'global',
    errors: ['in-use'],
  }),
  export: call({
    id: 'API-57',
    summary: 'Export lots of a kit version as a JSON document',
    method: 'GET',
    path: '/export/version/:versionId/lot',
    access: anyOf('EXPORT_LOTS'),
    scope: 'global',
    query: z.strictObject({
      lotIds: queryList(idSchema, 500),
    }),
    file: jsonFile,
  }),
  import: call({
    id: 'API-58',
    summary: 'Import lots from an exported document',
    method: 'POST',
    path: '/import/lot',
    costMs: 150,
    access: anyOf('IMPORT_LOTS'),
    scope: 'global',
    files: documentFile,
    body: transferFields,
    answer: z.object({ kit: namedSchema, version: z.string(), lots: z.array(z.string()) }),
    errors: ['name-taken', 'unsupported-file', 'unreadable-file'],
  }),
};
