import process from 'node:process';
import { parseArgs } from 'node:util';

import { bringRealmUpToDate } from './keycloak/realm.ts';
import { printLine } from './process/lifecycle.ts';
import { processConfig } from './settings/process-config.ts';
import { withSettingsFromFiles } from './settings/settings-from-files.ts';
import { REALM_SETTINGS } from './settings/settings-table.ts';

const SMTP_NAMES = Object.keys(REALM_SETTINGS).filter((name) => name.startsWith('SMTP_'));
const HELP = `Updates the realm of a Keycloak to what this version needs, or creates it.

  docker compose run --rm --env KEYCLOAK_PASSWORD realm --user admin
  npm run keycloak -- --user admin

It reads the product's settings: OIDC_URL (or OIDC_INTERNAL_URL) and OIDC_REALM name the realm, CA_FILE the authority of
its certificate, KEYCLOAK_ADMIN_CLIENT_SECRET is for the client that manages accounts. KEYCLOAK_PASSWORD is the
administrator's. Mail to users: ${SMTP_NAMES.join(', ')}; without SMTP_HOST the realm keeps its own
mail server. REALM_LANGUAGE is the default language of a new realm. Each may be in a file that NAME_FILE names.`;

const { values } = parseArgs({
  options: { user: { type: 'string' }, help: { type: 'boolean', default: false } },
});
if (values.help || values.user === undefined) printLine(HELP);
else process.exitCode = await run(values.user);

async function run(user: string): Promise<number> {
  try {
    const { identity, publicUrl } = processConfig();
    if (identity.isEmbedded) throw new Error('Set OIDC_URL to the Keycloak server.');
    const environment = withSettingsFromFiles(process.env, Object.keys(REALM_SETTINGS));
    const done = await bringRealmUpToDate({
      url: identity.internalBase,
      realm: identity.realm,
      user,
      password: environment['KEYCLOAK_PASSWORD'] ?? '',
      environment: {
        ...environment,
        CURVEWELL_URL: publicUrl,
        CURVEWELL_ACCOUNTS_SECRET: identity.adminClient?.secret,
      },
    });
    printLine(done.length === 0 ? 'Nothing to change.' : done.join('\n'));
    return 0;
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    return 1;
  }
}

/** A failed fetch has its reason as the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
