import type { AccountChange } from '@curvewell/domain';
import { z } from 'zod';

/** Keycloak's user events (https://www.keycloak.org/docs/latest/server_admin/#event-types). */
export const SESSION_OPENED = 'IMPERSONATE';
const OF_PERSON = {
  UPDATE_PASSWORD: 'password',
  UPDATE_EMAIL: 'email',
  UPDATE_PROFILE: 'email',
  UPDATE_CREDENTIAL: 'credential',
  REMOVE_CREDENTIAL: 'credential',
  UPDATE_TOTP: 'credential',
  REMOVE_TOTP: 'credential',
  FEDERATED_IDENTITY_LINK: 'account',
  REMOVE_FEDERATED_IDENTITY: 'account',
  [SESSION_OPENED]: 'impersonation',
} as const satisfies Record<string, What>;
type ReportedType = keyof typeof OF_PERSON;
type What = AccountChange['what'];

/** A realm that stores all of these reports every change that a user makes. */
export const REPORTED_EVENTS = Object.keys(OF_PERSON) as readonly ReportedType[]; // the literal's own keys

export interface UserEvent {
  readonly type?: string;
  /** Milliseconds since 1970, like all times of events. */
  readonly time?: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A change by an administrator or a client of the realm. */
export interface AdminEvent {
  readonly operationType?: string;
  /** `users/<id>` and a suffix. */
  readonly resourcePath?: string;
  /** The request body as JSON. */
  readonly representation?: string;
  readonly time?: number;
}

interface Events {
  readonly subject: string;
  readonly since: Date;
  readonly own: readonly UserEvent[];
  /** From the oldest stored event. */
  readonly others: readonly AdminEvent[];
  /** The current address of the account; null: none. */
  readonly email: string | null;
}

/** One action often produces two events. */
const SAME_MS = 1_000;

/** @returns the changes of access to the account since then, newest first */
export function changesIn({ subject, since, own, others, email }: Events): AccountChange[] {
  const found = [
    ...own.flatMap((event) => ofPerson(event)),
    ...ofAdministrators(others, subject, email),
  ].filter(({ time }) => time >= since.getTime());
  found.sort((a, b) => b.time - a.time);
  return found
    .filter(
      ({ what, byOther, time }, place) =>
        !found
          .slice(0, place)
          .some((one) => one.what === what && one.byOther === byOther && one.time - time < SAME_MS),
    )
    .map(({ what, byOther, time }) => ({ what, byOther, at: new Date(time).toISOString() }));
}

interface Found {
  readonly what: What;
  readonly byOther: boolean;
  readonly time: number;
}

function ofPerson({ type = '', time = 0, details = {} }: UserEvent): Found[] {
  if (!Object.hasOwn(OF_PERSON, type)) return [];
  const what = OF_PERSON[type as ReportedType]; // it has it
  // An update of names or language is no change of access.
  if (type === 'UPDATE_PROFILE' && details['updated_email'] === undefined) return [];
  const isPassword = what === 'credential' && details['credential_type'] === 'password';
  return [{ what: isPassword ? 'password' : what, byOther: type === SESSION_OPENED, time }];
}

const OF_ADMINISTRATOR: readonly (readonly [RegExp, What])[] = [
  [/^\/reset-password$/, 'password'],
  [/^\/impersonation$/, 'impersonation'],
  [/^\/federated-identity\//, 'account'],
  [/^\/disable-credential-types$/, 'credential'],
  [/^\/credentials\/[^/]+$/, 'credential'],
];

const sentSchema = z.object({
  email: z.string().nullable().optional(),
  credentials: z.array(z.unknown()).nullable().optional(),
});

/**
 * Admin pages send the whole user with every change, so an address counts as changed only when it differs
 * from the previous one.
 */
function ofAdministrators(events: readonly AdminEvent[], subject: string, email: string | null): Found[] {
  const found: Found[] = [];
  const inOrder = events.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0));
  let former: string | null | undefined;
  const report = (what: What, time: number) => found.push({ what, time, byOther: true });
  for (const { operationType, resourcePath = '', representation, time = 0 } of inOrder) {
    const [whole, rest] = [`users/${subject}`, resourcePath.slice(`users/${subject}`.length)];
    if (resourcePath !== whole) {
      const what = OF_ADMINISTRATOR.find(([pattern]) => pattern.test(rest))?.[1];
      if (what !== undefined) report(what, time);
      continue;
    }
    const sent = sentOf(representation);
    if (operationType === 'CREATE') report('account', time);
    else if ((sent.credentials ?? []).length > 0) report('password', time);
    if (sent.email === undefined) continue;
    const now = sent.email?.toLowerCase() ?? '';
    // For the first event the previous address is unknown, so it is reported unless it equals the current
    // one.
    if (operationType !== 'CREATE' && now !== (former ?? email?.toLowerCase() ?? '')) report('email', time);
    former = now;
  }
  return found;
}

function sentOf(representation: string | undefined): z.infer<typeof sentSchema> {
  try {
    return sentSchema.parse(JSON.parse(representation ?? '{}'));
  } catch {
    return {};
  }
}
