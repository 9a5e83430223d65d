import { lotSchema } from '@curvewell/domain';
import { expect, it } from 'vitest';
import type { z } from 'zod';

import {
  applicationConfigurationSchema,
  archiveCalls,
  archiveParamsSchema,
  archiveRecordSchema,
  archiveSearchCriterionSchema,
  archiveSearchSchema,
  exportRequestSchema,
  loggedInUserSchema,
  pageOf,
  publicPropertiesSchema,
  runCalls,
} from './index.ts';

/** Every field that the entity is to have, whatever it has beside. */
function expectFields(schema: z.ZodObject, fields: string): void {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(' ')));
}

it('ENTITY-30 an archive record has its fields', () => {
  expectFields(archiveRecordSchema, 'run interpretedWells');
});
it('ENTITY-32 an archive search has its fields', () => {
  expectFields(archiveSearchSchema, 'searchCriteria size page sort sortDirection');
});
it('ENTITY-33 what archiving takes has its fields', () => {
  expectFields(archiveParamsSchema, 'markAsToDelete');
});
it('ENTITY-34 an export request has its fields', () => {
  expectFields(
    exportRequestSchema,
    'wellIds kitReactionBuffers format isExportAsPlate sortDirection csvDelimiter csvShowTrailing groupByWellName fileName',
  );
});
it('ENTITY-36 the public properties has its fields', () => {
  expectFields(publicPropertiesSchema, 'product');
});
it('ENTITY-37 who is signed in has its fields', () => {
  expectFields(loggedInUserSchema, 'preferredUsername laboratories');
});
it('ENTITY-43 a page of lots or laboratories has its fields', () => {
  expectFields(pageOf(lotSchema), 'content size totalElements');
});
it('ENTITY-44 the application configuration file has its fields', () => {
  expectFields(applicationConfigurationSchema, 'application keycloak');
});
it('ENTITY-31 an archive criterion has field, operator and value, from lists of what may be asked', () => {
  const criterion = { field: 'fileName', operator: 'CONTAINS', value: 'x' };
  expect(archiveSearchCriterionSchema.safeParse(criterion).success).toBe(true);
  expect(archiveSearchCriterionSchema.safeParse({ ...criterion, field: 'password' }).success).toBe(false);
  expect(archiveSearchCriterionSchema.safeParse({ ...criterion, operator: 'GTE' }).success).toBe(false);
});
it('ENTITY-41 ENTITY-42 pages of runs and of archived runs have their own names', () => {
  expectFields(runCalls.list.answer, 'listObjects numberByStatus numberOfObjects oldestWaiting');
  expectFields(archiveCalls.search.answer, 'values count');
});
