import { laboratoryCalls } from '@curvewell/contracts';
import type { Laboratory } from '@curvewell/domain';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

export interface LaboratoryPlace {
  /** From 0. */
  readonly page: number;
  readonly search: string;
  readonly sort: 'name,asc' | 'name,desc';
}

export const laboratoryQueries = {
  lists: ['laboratories', 'list'] as const,
  list: ({ page, search, sort }: LaboratoryPlace) =>
    queryOptions({
      queryKey: [...laboratoryQueries.lists, { page, search, sort }] as const,
      queryFn: ({ signal }) =>
        search === ''
          ? api(laboratoryCalls.list, { query: { page, sort }, signal })
          : api(laboratoryCalls.search, { query: { page, search, sort }, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (laboratoryId: string) =>
    callQuery(['laboratories', 'detail', laboratoryId], laboratoryCalls.get, { params: { laboratoryId } }),
};

export function useFreshLaboratory(laboratoryId: string): () => Promise<Laboratory> {
  const client = useQueryClient();
  return () => client.query({ ...laboratoryQueries.detail(laboratoryId), staleTime: 0 });
}

export const useCreateLaboratories = () =>
  useRefreshingMutation([laboratoryQueries.lists], (body: RequestOf<typeof laboratoryCalls.create>['body']) =>
    api(laboratoryCalls.create, { body }),
  );

export function useUpdateLaboratory(laboratoryId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof laboratoryCalls.update>['body']) =>
      api(laboratoryCalls.update, { params: { laboratoryId }, body }),
    onSuccess: (laboratory: Laboratory) => {
      client.setQueryData(laboratoryQueries.detail(laboratoryId).queryKey, laboratory);
      void client.invalidateQueries({ queryKey: laboratoryQueries.lists });
    },
  });
}

export function useDeleteLaboratory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (laboratoryId: string) => api(laboratoryCalls.delete, { params: { laboratoryId } }),
    onSuccess: async (_, laboratoryId) => {
      // Mounted queries must not refetch the laboratory: it no longer exists.
      const { queryKey } = laboratoryQueries.detail(laboratoryId);
      await client.invalidateQueries({ queryKey, refetchType: 'none' });
      await client.invalidateQueries({ queryKey: laboratoryQueries.lists });
    },
  });
}
