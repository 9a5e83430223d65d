import { workListColumnsSchema } from '@curvewell/domain';

import { call, signedIn } from './call.ts';

export const workListCalls = {
  columns: call({
    id: 'API-230',
    summary: 'Get the columns of the work lists of the laboratory; null: none are stored',
    method: 'GET',
    path: '/work-list/columns',
    access: signedIn,
    scope: 'laboratory',
    answer: workListColumnsSchema.nullable(),
  }),
  keepColumns: call({
    id: 'API-231',
    summary: 'Store the columns of the work lists of the laboratory',
    method: 'PUT',
    path: '/work-list/columns',
    access: signedIn,
    scope: 'laboratory',
    body: workListColumnsSchema,
    answer: workListColumnsSchema,
  }),
};
