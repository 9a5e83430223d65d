import { readFile } from 'node:fs/promises';

import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';

const REALM_FILE = new URL('../../../../.github/docker/curvewell-realm.json', import.meta.url);
/** Keycloak's own client, whose roles are the permissions over a realm. */
export const RIGHTS = 'realm-management';

export type Representation = NonNullable<Parameters<KeycloakAdminClient['realms']['create']>[0]>;
export type ClientRepresentation = NonNullable<Representation['clients']>[number];

/**
 * The realm file with `${NAME}` and `${NAME:default}` substituted as in Keycloak. Parts without settings are
 * omitted: the mail server, and the client that manages accounts, whose secret would be empty.
 */
export async function readRealm(environment: NodeJS.ProcessEnv): Promise<Representation> {
  const text = await readFile(REALM_FILE, 'utf8');
  const values: NodeJS.ProcessEnv = {
    SMTP_AUTH: String(isSet(environment['SMTP_USER'])),
    ...Object.fromEntries(Object.entries(environment).filter(([, value]) => isSet(value))),
  };
  const filled = text.replaceAll(/\$\{(\w+):([^}]*)\}/g, (_, name: string, otherwise: string) =>
    // Escaped for a JSON string.
    JSON.stringify(values[name] ?? otherwise).slice(1, -1),
  );
  const { smtpServer, ...realm } = JSON.parse(filled) as Representation;
  return {
    ...(isSet(environment['CURVEWELL_ACCOUNTS_SECRET']) ? realm : withoutAccounts(realm)),
    ...(isSet(environment['SMTP_HOST']) && { smtpServer }),
  };
}

function withoutAccounts({ users: _, clientScopeMappings: __, clients = [], ...realm }: Representation) {
  return {
    ...realm,
    clients: clients.filter(({ serviceAccountsEnabled }) => serviceAccountsEnabled !== true),
  };
}

const isSet = (value: string | undefined) => (value ?? '') !== '';
