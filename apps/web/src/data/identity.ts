import { identityCalls, type LoggedInUser } from '@curvewell/contracts';
import type { Permission, RestoredCopy, RolledBack } from '@curvewell/domain';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { hasCode } from '../shared/api/api-problem.ts';
import { acceptSession } from '../shared/identity/ended-session.ts';
import { signInAgain } from '../shared/identity/sign-in.ts';
import { tidyDrafts } from '../shared/forms/draft-storage.ts';

const COPY_CHECK_MS = 60_000;
/** The server checks once an hour whether the database was rolled back. */
const USUAL_CHECK_MS = 5 * 60_000;

/** The signed-in user and the settings of the installation. */
export const identityQueries = {
  me: queryOptions({
    queryKey: ['identity', 'me'] as const,
    queryFn: async ({ signal }) => {
      const me = await api(identityCalls.me, { signal }).catch(leaveIfLocked);
      acceptSession();
      tidyDrafts(me.preferredUsername, Date.now());
      return me;
    },
    staleTime: Infinity,
  }),
  properties: queryOptions({
    queryKey: ['identity', 'properties'] as const,
    queryFn: ({ signal }) => api(identityCalls.publicProperties, { signal }),
    staleTime: Infinity,
    // Poll faster until an administrator confirms the rollback.
    refetchInterval: ({ state: { data } }) =>
      data?.restoredCopy || data?.rolledBack ? COPY_CHECK_MS : USUAL_CHECK_MS,
  }),
};

/** Details if this installation is a restored copy; null if it is not, or while loading. */
export function useRestoredCopy(): RestoredCopy | null {
  return useQuery(identityQueries.properties).data?.restoredCopy ?? null;
}

/** Details if the database lacks entries that an external audit head names; null otherwise. */
export function useRolledBack(): RolledBack | null {
  return useQuery(identityQueries.properties).data?.rolledBack ?? null;
}

/** A page opened in a locked session has no unsaved input, so it goes straight to sign-in. */
async function leaveIfLocked(error: unknown): Promise<never> {
  if (hasCode(error, 'session-locked')) await signInAgain('');
  throw error;
}

/** Reports activity to the server and checks that the session is still open. */
export const fetchCurrentUser = (): Promise<LoggedInUser> => api(identityCalls.me);

export function useMe(): LoggedInUser {
  return useSuspenseQuery(identityQueries.me).data;
}

/** Whether the signed-in user holds a permission: `can('WRITE_DIAGNOSTIC')`. */
export function useCan(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
