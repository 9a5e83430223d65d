import process from 'node:process';
import { parseArgs } from 'node:util';

import { readConfig } from './config.ts';
import { bringRealmUpToDate } from './keycloak/realm.ts';
import { say } from './lifecycle.ts';
import { withSettingsFromFiles } from './settings-from-files.ts';

const HELP = `Brings the realm of a Keycloak to what this version needs; one that is not there is made.

  npm run keycloak -- --user admin

OIDC_URL (or OIDC_INTERNAL_URL) and OIDC_REALM name the realm, KEYCLOAK_PASSWORD (or KEYCLOAK_PASSWORD_FILE) is the
administrator's. What the realm is made with: CURVEWELL_URL, CURVEWELL_ACCOUNTS_SECRET and SMTP_HOST, SMTP_PORT,
SMTP_FROM, SMTP_STARTTLS, SMTP_AUTH, SMTP_USER, SMTP_PASSWORD; each may stand in a file that NAME_FILE names.`;

/** Not settings of the product: they are asked for here alone. */
const OWN_SETTINGS = [
  ...['KEYCLOAK_PASSWORD', 'CURVEWELL_URL', 'CURVEWELL_ACCOUNTS_SECRET'],
  ...['SMTP_HOST', 'SMTP_PORT', 'SMTP_FROM', 'SMTP_STARTTLS', 'SMTP_AUTH', 'SMTP_USER', 'SMTP_PASSWORD'],
];

const { values } = parseArgs({
  options: { user: { type: 'string' }, help: { type: 'boolean', default: false } },
});
if (values.help || values.user === undefined) say(HELP);
else process.exitCode = await run(values.user);

async function run(user: string): Promise<number> {
  try {
    const { identity, publicUrl } = readConfig(process.env);
    if (identity.isEmbedded) throw new Error('Set OIDC_URL to the Keycloak.');
    const environment = withSettingsFromFiles(process.env, OWN_SETTINGS);
    const done = await bringRealmUpToDate({
      ...{ url: identity.internalBase, realm: identity.realm, user },
      password: environment['KEYCLOAK_PASSWORD'] ?? '',
      environment: {
        CURVEWELL_URL: publicUrl,
        CURVEWELL_ACCOUNTS_SECRET: identity.adminClient?.secret,
        ...environment,
      },
    });
    say(done.length === 0 ? 'Nothing to change.' : done.join('\n'));
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
