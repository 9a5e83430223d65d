import { starterKitCalls } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { interpretationQueries } from './interpretation.ts';
import { kitQueries } from './kits.ts';

export function useMakeStarterKit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof starterKitCalls.create>['body']) =>
      api(starterKitCalls.create, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: kitQueries.list.queryKey });
      await client.invalidateQueries({ queryKey: ['diagnostics'] });
      // The run may just have been imported.
      await client.invalidateQueries({ queryKey: interpretationQueries.allAnalyserRuns });
    },
  });
}
