import { analyserCalls } from '@curvewell/contracts';
import type { AnalyserProfile } from '@curvewell/domain';

import { api } from '../shared/api/api-client.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

export const analyserQueries = {
  all: ['analysers'] as const,
  /** The active analysers, for the import of a run. */
  list: callQuery(['analysers', 'list'], analyserCalls.list),
  ofKitVersion: (versionId: string) =>
    callQuery(['analysers', 'ofKitVersion', versionId], analyserCalls.ofKitVersion, {
      params: { versionId },
    }),
  /** The active analysers with their file profiles. */
  profiles: callQuery(['analysers', 'profiles'], analyserCalls.profiles),
};

interface AnalyserSave {
  /** Null for a new analyser. */
  readonly analyserId: string | null;
  readonly profile: AnalyserProfile;
  /** Keeps its current value if omitted. */
  readonly active?: boolean;
}

/** Creates an analyser, or changes its profile or whether it is active. */
export const useSaveAnalyser = () =>
  useRefreshingMutation([analyserQueries.all], ({ analyserId, profile, active }: AnalyserSave) =>
    analyserId === null
      ? api(analyserCalls.create, { body: { profile } })
      : api(analyserCalls.update, { params: { analyserId }, body: { profile, active } }),
  );
