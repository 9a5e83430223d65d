import { isDeepStrictEqual } from 'node:util';

import KeycloakAdminClient from '@keycloak/keycloak-admin-client';

import { readRealm, RIGHTS, type ClientRepresentation, type Representation } from './realm-file.ts';

/** Keycloak's required action in which a user chooses a password. */
const UPDATE_PASSWORD = 'UPDATE_PASSWORD';

/** Written by separate functions, or left to the operator once the realm exists. */
const NOT_CHANGED = new Set([
  'realm',
  'clients',
  'users',
  'roles',
  'clientScopeMappings',
  'internationalizationEnabled',
  'supportedLocales',
  'defaultLocale',
  'webAuthnPolicyRpEntityName',
  'otpPolicyType',
  'otpPolicyAlgorithm',
  'otpPolicyDigits',
  'otpPolicyPeriod',
  'otpPolicyCodeReusable',
]);

interface ScopeMapping {
  readonly client: string;
  readonly roles: readonly string[];
}

interface Options {
  /** Up to `/realms`. */
  readonly url: string;
  readonly realm: string;
  /** The administrator in the realm `master`. */
  readonly user: string;
  readonly password: string;
  /** Values for `${NAME}` in the realm file. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Creates the realm of a Keycloak or updates it for this version of the product. Settings that the file omits
 * are unchanged. An import at Keycloak's start works only for a new realm.
 *
 * @returns one line for each change
 */
export async function bringRealmUpToDate(options: Options): Promise<string[]> {
  const wanted = await readRealm(options.environment);
  const client = new KeycloakAdminClient({ baseUrl: options.url });
  await client.auth({
    grantType: 'password',
    clientId: 'admin-cli',
    username: options.user,
    password: options.password,
  });
  const former = await client.realms.findOne({ realm: options.realm });
  // The library's types claim that it is always defined.
  if ((former as Representation | null) === null || former === undefined) {
    await client.realms.create({ ...wanted, realm: options.realm });
    return [`realm ${options.realm} created`];
  }
  client.setConfig({ realmName: options.realm });
  return [
    ...(await changeSettings(client, options.realm, { former, wanted })),
    ...(await makeRoles(client, wanted)),
    ...(await enablePasswordChoice(client)),
    ...(await writeClients(client, wanted.clients ?? [])),
    ...(await givePermissions(client, wanted)),
  ];
}

async function changeSettings(
  client: KeycloakAdminClient,
  realm: string,
  { former, wanted }: { readonly former: Representation; readonly wanted: Representation },
): Promise<string[]> {
  const settings = Object.fromEntries(Object.entries(wanted).filter(([name]) => !NOT_CHANGED.has(name)));
  const changed = differing(former, settings);
  if (changed.length === 0) return [];
  await client.realms.update({ realm }, settings);
  return [`realm changed: ${changed.join(', ')}`];
}

async function makeRoles(client: KeycloakAdminClient, { roles }: Representation): Promise<string[]> {
  const there = await client.roles.find();
  const missing = (roles?.realm ?? []).filter(({ name }) => !there.some((role) => role.name === name));
  for (const role of missing) await client.roles.create(role);
  return missing.map(({ name = '' }) => `role ${name} created`);
}

/**
 * The mail to a new user leads to this action. If an administrator has disabled it, Keycloak still sends the
 * mail but skips the action, so that nobody could choose a password.
 */
async function enablePasswordChoice(client: KeycloakAdminClient): Promise<string[]> {
  const { authenticationManagement: steps } = client;
  const known = (await steps.getRequiredActions()).find(({ alias }) => alias === UPDATE_PASSWORD);
  if (known?.enabled === true) return [];
  if (known === undefined)
    await steps.registerRequiredAction({ providerId: UPDATE_PASSWORD, name: 'Update Password' });
  else await steps.updateRequiredAction({ alias: UPDATE_PASSWORD }, { ...known, enabled: true });
  return ['required action “Update Password” enabled'];
}

async function writeClients(
  client: KeycloakAdminClient,
  wanted: readonly ClientRepresentation[],
): Promise<string[]> {
  const changes: string[] = [];
  for (const { protocolMappers = [], ...one } of wanted) {
    const { clientId = '' } = one;
    const [former] = await client.clients.find({ clientId });
    if (former?.id === undefined) {
      await client.clients.create(wanted.find((other) => other.clientId === clientId));
      changes.push(`client ${clientId} created`);
      continue;
    }
    const missing = protocolMappers.filter(
      ({ name }) => !(former.protocolMappers ?? []).some((mapper) => mapper.name === name),
    );
    if (missing.length > 0) {
      await client.clients.addMultipleProtocolMappers({ id: former.id }, missing);
      changes.push(`client ${clientId} maps: ${missing.map(({ name = '' }) => name).join(', ')}`);
    }
    const changed = differing(former, one);
    if (changed.length === 0) continue;
    await client.clients.update(
      { id: former.id },
      { ...former, ...one, attributes: { ...former.attributes, ...one.attributes } },
    );
    changes.push(`client ${clientId} changed: ${changed.join(', ')}`);
  }
  return changes;
}

/** The permissions of clients with service accounts: granted to the account, and included in its tokens. */
async function givePermissions(client: KeycloakAdminClient, wanted: Representation): Promise<string[]> {
  const [owner] = await client.clients.find({ clientId: RIGHTS });
  const changes: string[] = [];
  const mappings = (wanted.clientScopeMappings?.[RIGHTS] ?? []) as readonly ScopeMapping[]; // untyped by the library
  for (const { client: clientId, roles } of mappings) {
    const [one] = await client.clients.find({ clientId });
    if (owner?.id === undefined || one?.id === undefined) continue;
    const account = await client.clients.getServiceAccountUser({ id: one.id });
    const place = { id: account.id ?? '', clientUniqueId: owner.id };
    const missing = (await client.users.listAvailableClientRoleMappings(place)).filter(({ name = '' }) =>
      roles.includes(name),
    );
    if (missing.length === 0) continue;
    const payload = missing.map(({ id = '', name = '' }) => ({ id, name }));
    await client.users.addClientRoleMappings({ ...place, roles: payload });
    await client.clients.addClientScopeMappings({ id: one.id, client: owner.id }, payload);
    changes.push(`${clientId} may ${missing.map(({ name = '' }) => name.replace('-', ' ')).join(', ')}`);
  }
  return changes;
}

/**
 * The names of settings that differ from the wanted ones. Secrets are masked for most users, so a masked one
 * is not compared.
 */
function differing(former: object, wanted: object): string[] {
  const has = former as Readonly<Record<string, unknown>>;
  return Object.entries(wanted)
    .filter(([name, value]) => !includes(has[name], value))
    .map(([name]) => name)
    .sort();
}

/** Whether a value contains everything wanted; it may contain more. */
function includes(has: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    // oxlint-disable-next-line typescript/require-array-sort-compare -- same order for both
    return Array.isArray(has) && isDeepStrictEqual(has.toSorted(), wanted.toSorted());
  // Keycloak returns numbers and booleans of the mail server as text.
  if (typeof wanted !== 'object' || wanted === null)
    return JSON.stringify(has ?? '').replaceAll('"', '') === JSON.stringify(wanted).replaceAll('"', '');
  return Object.entries(wanted).every(([name, value]) => {
    // Keycloak's mask for a secret.
    const kept = (has as Readonly<Record<string, unknown>> | undefined)?.[name];
    return kept === '**********' || includes(kept, value);
  });
}
