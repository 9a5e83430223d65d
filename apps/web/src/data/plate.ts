import { plateCalls } from '@curvewell/contracts';

import { callQuery } from '../shared/api/call-query.ts';

export const plateQueries = {
  sampleTypes: { ...callQuery(['plate', 'sample-types'], plateCalls.sampleTypes), staleTime: Infinity },
};
