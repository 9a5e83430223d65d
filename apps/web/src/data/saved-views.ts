import { savedViewCalls } from '@curvewell/contracts';
import type { SavedView } from '@curvewell/domain';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

export const savedViewQueries = {
  /** The user's views of every page. */
  list: { ...callQuery(['saved-views', 'list'], savedViewCalls.list), staleTime: Infinity },
};

/** The response of a mutation changes the list, which is not refetched. */
const useListMutation = <Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  change: (views: readonly SavedView[], answer: Answer, input: Input) => SavedView[],
) =>
  useRefreshingMutation([], mutationFn, {
    cache: (client, answer, input) =>
      client.setQueryData(savedViewQueries.list.queryKey, (views = []) => change(views, answer, input)),
  });

export const useCreateSavedView = () =>
  useListMutation(
    (body: RequestOf<typeof savedViewCalls.create>['body']) => api(savedViewCalls.create, { body }),
    (views, view) => [...views, view],
  );

export const useUpdateSavedView = () =>
  useListMutation(
    ({ id, name, address }: Pick<SavedView, 'id' | 'name' | 'address'>) =>
      api(savedViewCalls.update, { params: { viewId: id }, body: { name, address } }),
    (views, view) => views.map((each) => (each.id === view.id ? view : each)),
  );

export const useDeleteSavedView = () =>
  useListMutation(
    (viewId: string) => api(savedViewCalls.delete, { params: { viewId } }),
    (views, _, viewId) => views.filter(({ id }) => id !== viewId),
  );
