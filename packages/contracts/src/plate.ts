import { sampleTypeSchema } from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';

export const plateCalls = {
  sampleTypes: call({
    id: 'API-48',
    summary: 'List the sample types',
    method: 'GET',
    path: '/well/sampleTypes',
    access: signedIn,
    scope: 'global',
    answer: z.array(z.object({ name: sampleTypeSchema, label: z.string() })),
  }),
};
