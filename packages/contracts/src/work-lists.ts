import { workListColumnsSchema } from '@curvewell/domain';

import { call, signedIn } from './call.ts';

export const workListCalls = {
  columns: call({
    id: 'API-230',
    summary: "In which columns the laboratory's work lists say what; null: nobody has used one",
    method: 'GET',
    path: '/work-list/columns',
    access: signedIn,
    scope: 'laboratory',
    answer: workListColumnsSchema.nullable(),
  }),
  keepColumns: call({
    id: 'API-231',
    summary: "Keeps in which columns the laboratory's work lists say what",
    method: 'PUT',
    path: '/work-list/columns',
    access: signedIn,
    scope: 'laboratory',
    body: workListColumnsSchema,
    answer: workListColumnsSchema,
  }),
};
