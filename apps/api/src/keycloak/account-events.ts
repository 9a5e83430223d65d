import { decodeJwt } from 'jose';

import type { ProviderChanges } from '../features/users/index.ts';
import type { KeycloakRealm } from './connection.ts';
import { changesIn, SESSION_OPENED, REPORTED_EVENTS } from './reported-events.ts';

/** With more events of one account in 30 days the result is unknown, because the oldest would be missing. */
const MAX_EVENTS = 500;
export const NOT_KNOWN = { state: 'not-known' } as const satisfies ProviderChanges;

interface EventQuery {
  readonly realm: string;
  /** Of the account. */
  readonly subject: string;
  readonly since: Date;
}

/**
 * Changes of an account made in Keycloak itself, by the user or by an administrator, from its events. Changes
 * by the product's own client are skipped, because the audit trail records them with the name of the user.
 *
 * Unknown when the client may not read events (`view-events`), when the realm does not store all required
 * events for long enough, or when there are too many.
 */
export async function readAccountEvents(client: KeycloakRealm, query: EventQuery): Promise<ProviderChanges> {
  const { realm, subject, since } = query;
  if (!(await keepsEvents(client, realm, since))) return NOT_KNOWN;
  const many = { realm, max: MAX_EVENTS };
  const [own, byAdministrators] = await Promise.all([
    client.realms.findEvents({ ...many, user: subject, type: [...REPORTED_EVENTS], dateFrom: dayOf(since) }),
    // Includes earlier events, because a change of address shows only by comparison with the previous one.
    client.realms.findAdminEvents({ ...many, resourcePath: `users/${subject}*` }),
  ]);
  if (own.length >= MAX_EVENTS || byAdministrators.length >= MAX_EVENTS) return NOT_KNOWN;
  const others = byAdministrators.filter(({ authDetails }) => authDetails?.userId !== subjectOf(client));
  const account = await client.users.findOne({ id: subject });
  return {
    state: 'read',
    changes: changesIn({
      subject,
      since,
      own,
      others,
      email: account?.email ?? null,
    }),
    impersonatedSessions: own
      .filter(({ type }) => type === SESSION_OPENED)
      .map(({ sessionId = '' }) => sessionId),
  };
}

async function keepsEvents(client: KeycloakRealm, realm: string, since: Date): Promise<boolean> {
  const config = await client.realms.getConfigEvents({ realm });
  const { eventsEnabled, eventsExpiration = 0, enabledEventTypes = [] } = config;
  const { adminEventsEnabled, adminEventsDetailsEnabled } = config;
  const isKeptLongEnough = eventsExpiration === 0 || eventsExpiration * 1000 >= Date.now() - since.getTime();
  return (
    eventsEnabled === true &&
    adminEventsEnabled === true &&
    adminEventsDetailsEnabled === true &&
    isKeptLongEnough &&
    REPORTED_EVENTS.every((type) => enabledEventTypes.includes(type))
  );
}

/** Keycloak takes a date; the day before covers every time zone. */
function dayOf(since: Date): string {
  return new Date(since.getTime() - 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** The account of the product's own client. */
function subjectOf({ accessToken }: KeycloakRealm): string | undefined {
  return accessToken === undefined ? undefined : decodeJwt(accessToken).sub;
}
