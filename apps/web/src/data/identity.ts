import { identityCalls, type LoggedInUser } from '@curvewell/contracts';
import type { Permission, RestoredCopy, RolledBack } from '@curvewell/domain';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { hasCode } from '../shared/api/api-problem.ts';
import { acceptSession } from '../shared/identity/ended-session.ts';
import { signInAgain } from '../shared/identity/sign-in.ts';
import { tidyDrafts } from '../shared/forms/kept-draft.ts';

const COPY_CHECK_MS = 60_000;
/** Whether the database was set back is found each hour. */
const USUAL_CHECK_MS = 5 * 60_000;

/** Who is signed in, and what this installation allows. */
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
    // Sooner until somebody confirms what has happened.
    refetchInterval: ({ state: { data } }) =>
      data?.restoredCopy || data?.rolledBack ? COPY_CHECK_MS : USUAL_CHECK_MS,
  }),
};

/** The restored copy that this installation is; null: it is the real one, or that is not known yet. */
export function useRestoredCopy(): RestoredCopy | null {
  return useQuery(identityQueries.properties).data?.restoredCopy ?? null;
}

/** That the database lacks what heads of the audit trail outside of it name; null: it does not. */
export function useRolledBack(): RolledBack | null {
  return useQuery(identityQueries.properties).data?.rolledBack ?? null;
}

/** A page that is opened in a locked session has nothing to keep: it leaves for the sign-in at once. */
async function leaveIfLocked(error: unknown): Promise<never> {
  if (hasCode(error, 'session-locked')) await signInAgain('');
  throw error;
}

/** Reports activity to the server, and asks whether the session is open. */
export const fetchCurrentUser = (): Promise<LoggedInUser> => api(identityCalls.me);

export function useMe(): LoggedInUser {
  return useSuspenseQuery(identityQueries.me).data;
}

/** Whether the person who is signed in holds a permission: `can('WRITE_DIAGNOSTIC')`. */
export function useCan(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
