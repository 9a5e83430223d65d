import type { Call } from '@curvewell/contracts';
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

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

interface Refreshing<Input, Answer> {
  /** Writes the response to the cache. */
  readonly cache?: (client: QueryClient, answer: Answer, input: Input) => unknown;
  /** Also after an error: another user may have made the change first. */
  readonly isAlways?: boolean;
}

/** A mutation after which the queries with these keys are refetched. It ends once they are. */
export function useRefreshingMutation<Input, Answer>(
  keys: readonly QueryKey[],
  mutationFn: (input: Input) => Promise<Answer>,
  { cache, isAlways = false }: Refreshing<Input, Answer> = {},
) {
  const client = useQueryClient();
  const refresh = () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn,
    onSuccess: (answer, input) => {
      cache?.(client, answer, input);
      return isAlways ? undefined : refresh();
    },
    ...(isAlways && { onSettled: refresh }),
  });
}
