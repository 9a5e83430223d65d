import { lotCalls } from '@curvewell/contracts';
import type { Lot } from '@curvewell/domain';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, apiFile, type RequestOf } from '../shared/api/api-client.ts';
import { type ImportedFile, kitQueries } from './kits.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

type Catalogue = NonNullable<RequestOf<typeof lotCalls.catalogue>['query']>;
export type LotCatalogueSort = NonNullable<Catalogue['sort']>;
type Sort = NonNullable<NonNullable<RequestOf<typeof lotCalls.search>['query']>['sort']>;

export interface LotPlace {
  readonly versionId: string;
  /** From 0. */
  readonly page: number;
  readonly search: string;
  readonly sort: Sort;
}

export const lotQueries = {
  all: ['lots'] as const,
  /** One page of the lots of a kit version, with the number of their uses. */
  list: ({ versionId, ...query }: LotPlace) =>
    queryOptions({
      queryKey: [...lotQueries.all, 'list', { versionId, ...query }] as const,
      queryFn: ({ signal }) => api(lotCalls.search, { params: { versionId }, query, signal }),
      // Keep showing the previous page while the next loads, but not that of another version.
      placeholderData: (previous, query) =>
        query?.queryKey[2].versionId === versionId ? keepPreviousData(previous) : undefined,
    }),
  /** One page of the lots of all kits, and the number of lots that each filter finds. */
  catalogue: (query: Catalogue) => ({
    ...callQuery([...lotQueries.all, 'catalogue', query], lotCalls.catalogue, { query }),
    placeholderData: keepPreviousData,
  }),
  ofVersion: (versionId: string) =>
    callQuery([...lotQueries.all, 'version', versionId], lotCalls.ofVersion, { params: { versionId } }),
};

/** A lot is part of its own lists and of its kit version, and decides whether the kit has lots to export. */
const useLotMutation = <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) =>
  useRefreshingMutation([lotQueries.all, kitQueries.allVersions, kitQueries.list.queryKey], mutationFn);

/** Refetches a lot by its name, because a version can have more lots than one page lists. */
export function useFreshLot({ id, name, kitVersion }: Lot): () => Promise<Lot> {
  const client = useQueryClient();
  return async () => {
    const named = lotQueries.list({ versionId: kitVersion.id, page: 0, search: name, sort: 'name,asc' });
    const { content } = await client.query({ ...named, staleTime: 0 });
    const lot = content.find((one) => one.id === id);
    if (lot === undefined) throw new Error('This lot no longer exists.');
    return lot;
  };
}

type NewLot = RequestOf<typeof lotCalls.create>['body'] & { readonly versionId: string };

/** Adds a lot to a kit version; by default active and valid until 31 December 2099. */
export const useCreateLot = () =>
  useLotMutation(({ versionId, ...body }: NewLot) => api(lotCalls.create, { params: { versionId }, body }));

export const useUpdateLot = (lotId: string) =>
  useLotMutation((body: RequestOf<typeof lotCalls.update>['body']) =>
    api(lotCalls.update, { params: { lotId }, body }),
  );

export const useDeleteLot = () =>
  useLotMutation((lotId: string) => api(lotCalls.delete, { params: { lotId } }));

export function useExportLots() {
  return useMutation({
    mutationFn: ({ versionId, lotIds }: { readonly versionId: string; readonly lotIds: readonly string[] }) =>
      apiFile(lotCalls.export, { params: { versionId }, query: { lotIds: [...lotIds] } }),
  });
}

export const useImportLots = () =>
  useLotMutation(({ file, ...body }: ImportedFile) => api(lotCalls.import, { files: [file], body }));
