import type { Call } from '@curvewell/contracts';
import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type Arguments } from './api-client.ts';

/** A query that makes one call. The key must contain everything that the request depends on. */
export const callQuery = <C extends Call, const Key extends QueryKey>(
  queryKey: Key,
  call: C,
  ...[request]: Arguments<C>
) =>
  // oxlint-disable-next-line @tanstack/query/exhaustive-deps -- the caller's key names the call and its request
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => api(call, ...([{ ...request, signal }] as unknown as Arguments<C>)),
  });

/** A mutation after which the queries with these keys are refetched. It ends once they are. */
export function useRefreshingMutation<Input, Answer>(
  keys: readonly QueryKey[],
  mutationFn: (input: Input) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
