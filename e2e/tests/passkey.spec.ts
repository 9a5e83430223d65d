import type { Laboratory } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { ACCOUNTS_SECRET } from '../../apps/api/test/keycloak-server.ts';
import { addStepUp } from '../../apps/api/test/step-up-flow.ts';
import { apiOf } from '../support/api.ts';
import { accountOf, isOnKeycloak } from '../support/keycloak.ts';
import { makeRun } from '../support/run-maker.ts';
import { fillSignIn } from '../support/sign-in.ts';
import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { demoUser, expect, test } from '../support/test.ts';

test.skip(!isOnKeycloak(), 'accounts are not in a Keycloak here: KEYCLOAK=1 starts one');
// Keycloak's pages request missing files.
test.use({ expectedProblems: [/40[01349]/] });

/** Adds a virtual authenticator that confirms every request. */
async function addKey(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('TRUST-528 if the laboratory requires it, approval needs a new sign-in with password and passkey', async ({
  page,
  product,
}) => {
  if (product?.keycloak === undefined) throw new Error('KEYCLOAK=1 starts one');
  const { keycloak } = product;
  const settings = { OIDC_URL: keycloak.url, KEYCLOAK_ADMIN_CLIENT_SECRET: ACCOUNTS_SECRET };
  const setRule = async (signInAgain: boolean) => {
    const sales = await apiOf(product.address, demoUser.salesAdmin);
    const { laboratories } = await sales<{ laboratories: { id: string }[] }>('GET', '/me');
    const path = `/laboratory/${laboratories[0]?.id ?? ''}`;
    const { name, active, submitterMayApprove, rules, revision } = await sales<Laboratory>('GET', path);
    const changed = { ...rules, signInAgain };
    await sales('PUT', path, { name, active, submitterMayApprove, revision, rules: changed });
  };
  const run = await makeRun(product.address, { state: 'submitted' });
  await setRule(true);
  await addStepUp(keycloak.ask, 'webauthn-authenticator');
  // A passkey belongs to a host name, not to an IP address.
  await product.restart({
    ...settings,
    OIDC_URL: keycloak.url.replace('127.0.0.1', 'localhost'),
    OIDC_INTERNAL_URL: keycloak.url,
    SIGNING_ACR: '2',
  });
  const id = await accountOf(keycloak, demoUser.physician);
  await keycloak.ask('PUT', `/users/${id}`, { requiredActions: ['webauthn-register'] });

  await addKey(page);
  page.on('dialog', (dialog) => void dialog.accept('key of the journey'));
  await page.goto('/');
  await fillSignIn(page, demoUser.physician);
  // Keycloak's buttons work only once its scripts have loaded.
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
  await page.waitForLoadState('load');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();

  await page.goto(`/run/${run.id}/interpretation`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const check = page.getByRole('region', { name: 'Check before approval' });
  await expect(check.getByRole('heading', { level: 2 })).toBeVisible();
  for (const box of await check.getByRole('checkbox').all()) await box.check();
  await check.getByRole('button', { name: 'Sign in again to approve' }).click();
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: /^Sign in$/i }).click();
  await expect(page.getByRole('button', { name: /passkey/i })).toBeVisible();
  await page.waitForLoadState('load');
  await page.getByRole('button', { name: /passkey/i }).click();
  await check.getByRole('button', { name: `Approve run ${run.businessId}` }).click();
  await expect(page.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();

  // Restore the address for other journeys.
  await page.goto('about:blank');
  await keycloak.ask('PUT', '', { browserFlow: 'browser' });
  await product.restart(settings);
  await setRule(false);
});
