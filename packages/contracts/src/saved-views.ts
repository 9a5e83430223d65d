import {
  savedViewAddressSchema,
  savedViewNameSchema,
  savedViewPageSchema,
  savedViewSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

const content = { name: savedViewNameSchema, address: savedViewAddressSchema };

export const createSavedViewSchema = z.strictObject({ page: savedViewPageSchema, ...content });
export type CreateSavedView = z.infer<typeof createSavedViewSchema>;

export const updateSavedViewSchema = z.strictObject(content);
export type UpdateSavedView = z.infer<typeof updateSavedViewSchema>;

export const savedViewCalls = {
  list: call({
    id: 'LIST-116',
    summary: 'List the saved views of the user, oldest first',
    method: 'GET',
    path: '/saved-views',
    access: signedIn,
    scope: 'global',
    answer: z.array(savedViewSchema),
  }),
  create: call({
    id: 'LIST-117',
    summary: 'Save a view of a page for the user',
    method: 'POST',
    path: '/saved-views',
    access: signedIn,
    scope: 'global',
    body: createSavedViewSchema,
    answer: savedViewSchema,
    errors: ['name-taken'],
  }),
  update: call({
    id: 'LIST-118',
    summary: 'Rename a saved view of the user, or save other filters in it',
    method: 'PUT',
    path: '/saved-views/:viewId',
    access: signedIn,
    scope: 'global',
    body: updateSavedViewSchema,
    answer: savedViewSchema,
    errors: ['name-taken'],
  }),
  delete: call({
    id: 'LIST-119',
    summary: 'Delete a saved view of the user',
    method: 'DELETE',
    path: '/saved-views/:viewId',
    access: signedIn,
    scope: 'global',
  }),
};
