import { savedViewCalls } from '@curvewell/contracts';
import type { SavedView } from '@curvewell/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { callQuery } from '../shared/api/call-query.ts';

export const savedViewQueries = {
  /** The user's views of every page. */
  list: { ...callQuery(['saved-views', 'list'], savedViewCalls.list), staleTime: Infinity },
};

function useListed() {
  const client = useQueryClient();
  return (change: (views: readonly SavedView[]) => SavedView[]): void => {
    client.setQueryData(savedViewQueries.list.queryKey, (views) => change(views ?? []));
  };
}

export function useCreateSavedView() {
  const listed = useListed();
  return useMutation({
    mutationFn: (body: RequestOf<typeof savedViewCalls.create>['body']) =>
      api(savedViewCalls.create, { body }),
    onSuccess: (view) => listed((views) => [...views, view]),
  });
}

export function useUpdateSavedView() {
  const listed = useListed();
  return useMutation({
    mutationFn: ({ id, name, address }: Pick<SavedView, 'id' | 'name' | 'address'>) =>
      api(savedViewCalls.update, { params: { viewId: id }, body: { name, address } }),
    onSuccess: (view) => listed((views) => views.map((each) => (each.id === view.id ? view : each))),
  });
}

export function useDeleteSavedView() {
  const listed = useListed();
  return useMutation({
    mutationFn: (viewId: string) => api(savedViewCalls.delete, { params: { viewId } }),
    onSuccess: (_nothing, viewId) => listed((views) => views.filter(({ id }) => id !== viewId)),
  });
}
