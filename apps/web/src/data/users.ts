import { userCalls, type UserFilter } from '@curvewell/contracts';
import type { LaboratoryUser } from '@curvewell/domain';
import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { laboratoryQueries } from './laboratories.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

export type UserSort = 'login' | 'lastname' | 'firstname';

export interface UserPlace {
  /** From 0. */
  readonly page: number;
  readonly search: string;
  readonly show: UserFilter;
  readonly sort: `${UserSort},${'asc' | 'desc'}`;
}

interface UserAt {
  readonly laboratoryId: string;
  readonly userId: string;
}

export const userQueries = {
  lists: ['users', 'list'] as const,
  list: (laboratoryId: string, place: UserPlace) =>
    queryOptions({
      queryKey: [...userQueries.lists, laboratoryId, place] as const,
      queryFn: ({ signal }) => api(userCalls.list, { params: { laboratoryId }, query: { ...place }, signal }),
      // Keep showing the previous page while the next loads, but not users of another laboratory.
      placeholderData: (previous, query) =>
        query?.queryKey[2] === laboratoryId ? keepPreviousData(previous) : undefined,
    }),
  detail: ({ laboratoryId, userId }: UserAt) =>
    callQuery(['users', 'detail', laboratoryId, userId], userCalls.get, { params: { laboratoryId, userId } }),
  unassigned: (place: { readonly page: number; readonly search: string }) => ({
    ...callQuery(['users', 'unassigned', place], userCalls.unassigned, { query: place }),
    placeholderData: keepPreviousData,
  }),
};

/** Caches a changed user for the form; invalidates lists and user counts. */
function cacheUser(client: QueryClient, laboratoryId: string, user: LaboratoryUser): void {
  client.setQueryData(userQueries.detail({ laboratoryId, userId: user.id }).queryKey, user);
  void client.invalidateQueries({ queryKey: userQueries.lists });
}

async function refreshUserCounts(client: QueryClient, laboratoryId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: laboratoryQueries.lists }),
    client.invalidateQueries({ queryKey: laboratoryQueries.detail(laboratoryId).queryKey }),
  ]);
}

export function useFreshUser(place: UserAt): () => Promise<LaboratoryUser> {
  const client = useQueryClient();
  return () => client.query({ ...userQueries.detail(place), staleTime: 0 });
}

export function useCreateUser(laboratoryId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof userCalls.create>['body']) =>
      api(userCalls.create, { params: { laboratoryId }, body }),
    onSuccess: ({ password: _, ...user }) => {
      cacheUser(client, laboratoryId, user);
      void refreshUserCounts(client, laboratoryId);
    },
  });
}

export function useUpdateUser({ laboratoryId, userId }: UserAt) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof userCalls.update>['body']) =>
      api(userCalls.update, { params: { laboratoryId, userId }, body }),
    onSuccess: (user) => cacheUser(client, laboratoryId, user),
    // The server writes the change and rolls it back if the identity provider refuses it.
    onError: async () => {
      await client.invalidateQueries({ queryKey: userQueries.detail({ laboratoryId, userId }).queryKey });
      await client.invalidateQueries({ queryKey: userQueries.lists });
    },
  });
}

export function useDeleteUser({ laboratoryId, userId }: UserAt) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(userCalls.delete, { params: { laboratoryId, userId } }),
    onSuccess: async () => {
      // Mounted queries must not refetch the user: it no longer exists.
      const { queryKey } = userQueries.detail({ laboratoryId, userId });
      await client.invalidateQueries({ queryKey, refetchType: 'none' });
      // Awaited, because the user count decides whether the laboratory may be deleted.
      await Promise.all([
        client.invalidateQueries({ queryKey: userQueries.lists }),
        refreshUserCounts(client, laboratoryId),
      ]);
    },
  });
}

export function useOfferPassword({ laboratoryId, userId }: UserAt) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(userCalls.offerPassword, { params: { laboratoryId, userId } }),
    // The user's data say whether a link was sent.
    onSuccess: () =>
      client.invalidateQueries({ queryKey: userQueries.detail({ laboratoryId, userId }).queryKey }),
    // Shown once and never cached.
    gcTime: 0,
  });
}

function useChangeHold(
  { laboratoryId, userId }: UserAt,
  call: typeof userCalls.hold | typeof userCalls.confirm,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (revision: number) => api(call, { params: { laboratoryId, userId }, body: { revision } }),
    onSuccess: (user) => cacheUser(client, laboratoryId, user),
    onError: () =>
      client.invalidateQueries({ queryKey: userQueries.detail({ laboratoryId, userId }).queryKey }),
  });
}

/** Puts the user's permissions on hold until a second person confirms the account. */
export const useHoldPermissions = (place: UserAt) => useChangeHold(place, userCalls.hold);

export const useConfirmAccount = (place: UserAt) => useChangeHold(place, userCalls.confirm);

export function useAddToLaboratory(laboratoryId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id: userId, revision }: { readonly id: string; readonly revision: number }) =>
      api(userCalls.addToLaboratory, { params: { laboratoryId, userId }, body: { revision } }),
    onSuccess: (user) => {
      cacheUser(client, laboratoryId, user);
      void refreshUserCounts(client, laboratoryId);
      return client.invalidateQueries({ queryKey: ['users', 'unassigned'] });
    },
  });
}

export const useLinkAccount = () =>
  useRefreshingMutation(
    [['users']],
    ({ id: userId, revision }: { readonly id: string; readonly revision: number }) =>
      api(userCalls.linkAccount, { params: { userId }, body: { revision } }),
  );
