import { repeatListCalls } from '@curvewell/contracts';
import type { Position, RepeatReason } from '@curvewell/domain';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

/** A sample of a run that may be repeated. */
export interface RepeatCandidate {
  readonly position: Position;
  readonly name: string;
  readonly orderId: string | null;
  readonly kit: string;
  readonly reason: RepeatReason;
  readonly note: string | null;
}

const all = ['repeat-list'] as const;

export const repeatListQueries = {
  /** The samples that the laboratory repeats. A saved plate changes it, so it is read again each time. */
  list: { ...callQuery([...all, 'laboratory'], repeatListCalls.list, { query: {} }), staleTime: 0 },
  /** Only those from a run, or placed on it. */
  ofRun: (runId: string) => ({
    ...callQuery([...all, 'run', runId], repeatListCalls.list, { query: { runId } }),
    staleTime: 0,
  }),
};

export const useAddRepeats = () =>
  useRefreshingMutation([all], (body: RequestOf<typeof repeatListCalls.add>['body']) =>
    api(repeatListCalls.add, { body }),
  );

export const useRemoveRepeats = () =>
  useRefreshingMutation([all], (ids: readonly string[]) =>
    api(repeatListCalls.remove, { body: { ids: [...ids] } }),
  );
