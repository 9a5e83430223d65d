/**
 * Creates the users of the journeys in an installation's Keycloak, and signs each in once so that they can be
 * assigned to a laboratory. Settings: E2E_URL, E2E_PASSWORD, E2E_KEYCLOAK (its administration address, up to
 * `/realms`), E2E_KEYCLOAK_PASSWORD_FILE (with the password of its `admin`).
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { administratorOf } from '../../apps/api/test/keycloak-server.ts';
import { apiOf } from './api.ts';
import { DEMO_ROLES, demoUser } from './demo-users.ts';
import { makeAccount } from './keycloak.ts';

const { E2E_URL = '', E2E_KEYCLOAK = '', E2E_KEYCLOAK_PASSWORD_FILE = '' } = process.env;
const ask = administratorOf(E2E_KEYCLOAK, readFileSync(E2E_KEYCLOAK_PASSWORD_FILE, 'utf8').trim());

for (const login of [demoUser.technician, demoUser.physician, demoUser.rdAdmin, demoUser.superAdmin]) {
  await makeAccount({ ask }, login, DEMO_ROLES[login]);
  const api = await apiOf(E2E_URL, login);
  // The first call of an unassigned user registers them and is refused.
  await api('GET', '/me').catch((error: unknown) => {
    if (!String(error).includes(': 403 ')) throw error;
  });
  process.stdout.write(`${login}\n`);
}
