import { starterKitCalls } from '@curvewell/contracts';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { useRefreshingMutation } from '../shared/api/call-query.ts';
import { interpretationQueries } from './interpretation.ts';
import { kitQueries } from './kits.ts';

export const useMakeStarterKit = () =>
  useRefreshingMutation(
    // The run may just have been imported.
    [kitQueries.list.queryKey, ['diagnostics'], interpretationQueries.allAnalyserRuns],
    (body: RequestOf<typeof starterKitCalls.create>['body']) => api(starterKitCalls.create, { body }),
  );
