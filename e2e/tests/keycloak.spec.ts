import type { Page } from 'playwright/test';

import type { RealKeycloak } from '../../apps/api/test/keycloak-server.ts';

import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { accountOf, isOnKeycloak, makeAccount } from '../support/keycloak.ts';
import { fillSignIn, loginField } from '../support/sign-in.ts';
import { demoUser, expect, test as base } from '../support/test.ts';

/** Differences between a real Keycloak and the embedded provider, which all other journeys use. */
const test = base.extend<{ readonly keycloak: RealKeycloak; readonly person: Page }>({
  keycloak: async ({ product }, use) => {
    if (product?.keycloak === undefined) throw new Error('KEYCLOAK=1 starts one');
    await use(product.keycloak);
  },
  // A second browser.
  person: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    const page = await context.newPage();
    await use(page);
    await context.close();
  },
});
test.skip(!isOnKeycloak(), 'accounts are not in a Keycloak here: KEYCLOAK=1 starts one');

const user = (page: Page) => page.getByRole('region', { name: 'User', exact: true });
const question = (page: Page) => page.getByRole('alertdialog');
const PASSWORD = 'a quiet winter morning';

/** Signs in with an account of this journey. */
async function enter(page: Page, login: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/');
  await fillSignIn(page, login, password);
}
/** Signs out in this browser. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
  });
  await page.context().clearCookies();
}
const runs = (page: Page) => page.getByRole('heading', { level: 1, name: 'Runs' });

async function openUsers(page: Page, laboratory = 'Demo laboratory North'): Promise<void> {
  await page.goto('/admin/laboratories');
  await page.getByRole('radio', { name: laboratory }).click();
}

/** Fills in and saves the form of a new user. */
async function makeUser(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Add user' }).first().click();
  await user(page).getByRole('textbox', { name: 'Login' }).fill(login);
  await user(page).getByRole('textbox', { name: 'Lastname' }).fill('Lund');
  await user(page).getByRole('textbox', { name: 'Firstname' }).fill('Petra');
  await user(page).getByRole('textbox', { name: 'Email' }).fill(`${login}@lab.example`);
  await user(page).getByRole('checkbox', { name: 'Physician' }).check();
  await user(page).getByRole('button', { name: 'Save' }).click();
}

async function choose(page: Page, login: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search users' }).fill(login);
  await page.getByRole('radio', { name: new RegExp(`^${login},`) }).click();
}

/** The link in an e-mail. */
function linkIn(text: string): string {
  const plain = text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /http:\/\/127\.0\.0\.1:\d+\/[^\s"<]+/.exec(plain)?.[0] ?? '';
}

const fresh = (name: string) => `${name}.${Date.now().toString(36)}`;

test.describe('accounts', () => {
  // The API refuses a disabled user.
  test.use({ expectedProblems: [/40[013]/] });

  test('AUTH-150 a user sets a password by mail and works; an unsent mail is reported; the user is disabled and deleted', async ({
    page,
    person,
    signIn,
    keycloak,
  }) => {
    const [login, second] = [fresh('petra'), fresh('pia')];
    await signIn(demoUser.superAdmin);
    await openUsers(page);
    await makeUser(page, login);
    await expect(page.getByText(`An e-mail was sent to ${login}@lab.example`)).toBeVisible();
    const mail = keycloak.mails.find(({ to }) => to === `${login}@lab.example`);
    await person.goto(linkIn(mail?.text ?? ''));
    await person.getByRole('link', { name: /proceed/ }).click();
    // The form reports passwords that the realm's policy refuses.
    for (const password of ['short', PASSWORD]) {
      await person.getByLabel('New Password').fill(password);
      await person.getByLabel('Confirm password').fill(password);
      await person.getByRole('button', { name: 'Submit' }).click();
      if (password !== PASSWORD)
        await expect(person.getByText('Invalid password: minimum length 12.')).toBeVisible();
    }
    await enter(person, login, PASSWORD);
    await expect(person.getByText('Your permissions are on hold because')).toBeVisible();
    // A user who may approve, and had no access to the link, confirms the account.
    await signIn(demoUser.qaAdmin);
    await openUsers(page);
    await choose(page, login);
    await user(page).getByRole('button', { name: 'Confirm account' }).click();
    await question(page).getByRole('button').last().click();
    await expect(user(page)).not.toContainText('Permissions on hold');
    await person.reload();
    await expect(person.getByRole('button', { name: 'Petra Lund, physician, user menu' })).toBeVisible();
    await signIn(demoUser.superAdmin);
    await openUsers(page);

    await keycloak.mailbox.close();
    await makeUser(page, second);
    const unsent = page.getByRole('dialog', { name: 'User saved, but the e-mail was not sent' });
    const tried = page.waitForResponse(/\/password$/);
    await unsent.getByRole('button', { name: 'Send again' }).click();
    await tried;
    await expect(unsent.getByRole('button', { name: 'Send again' })).toBeEnabled();
    await expect(unsent).toContainText(`${second}@lab.example`);
    await keycloak.mailbox.open();
    await unsent.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText(`An e-mail was sent to ${second}@lab.example`)).toBeVisible();
    await expect(unsent).toBeHidden();

    // A disabled user is signed out at once, and sees the reason on the next attempt.
    await choose(page, login);
    await user(page).getByRole('checkbox', { name: 'Enabled' }).uncheck();
    await user(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('User saved.')).toBeVisible();
    await expect(async () => {
      await person.reload();
      await expect(person.getByText('This account is disabled.')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await forget(person);
    await enter(person, login, PASSWORD);
    await expect(person.getByText(/Account is disabled/)).toBeVisible();

    await user(page).getByRole('button', { name: 'Delete' }).click();
    await expect(question(page)).toContainText(`Delete ${login}?`);
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('User deleted.')).toBeVisible();
    expect(await accountOf(keycloak, login)).toBe('');
  });

  test('AUTH-151 an external user is assigned to a laboratory, and again after their account was recreated', async ({
    page,
    person,
    signIn,
    keycloak,
  }) => {
    const login = fresh('noor');
    await makeAccount(keycloak, login);
    await enter(person, login);
    await expect(person.getByRole('heading', { name: 'No laboratory' })).toBeVisible();
    await signIn(demoUser.superAdmin);
    await openUsers(page);
    const dialog = page.getByRole('dialog', { name: 'Unassigned users' });
    await page.getByRole('button', { name: 'Add unassigned users' }).click();
    await dialog.getByRole('button', { name: `Add ${login} to` }).click();
    await expect(page.getByText(`${login} was added.`)).toBeVisible();
    await person.reload();
    await expect(runs(person)).toBeVisible();

    await keycloak.ask('DELETE', `/users/${await accountOf(keycloak, login)}`);
    await makeAccount(keycloak, login);
    await forget(person);
    await enter(person, login);
    await expect(person.getByText(/This login belongs to another account/)).toBeVisible();
    await page.reload();
    await openUsers(page);
    await page.getByRole('button', { name: 'Add unassigned users' }).click();
    await dialog.getByRole('button', { name: `Link the new account of ${login}` }).click();
    await question(page).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText(`The new account of ${login} was linked.`)).toBeVisible();
    await person.reload();
    await expect(runs(person)).toBeVisible();
  });
});

test.describe('accounts that Keycloak refuses', () => {
  test.use({ expectedProblems: [/40[0139]/] });

  test('AUTH-160 AUTH-161 wrong passwords lock a user out, which only the sign-in page shows; a new mail unlocks; a duplicate e-mail can be corrected', async ({
    page,
    person,
    signIn,
    keycloak,
  }) => {
    const [login, other] = [fresh('lena'), fresh('other')];
    await signIn(demoUser.superAdmin);
    await openUsers(page);
    await makeUser(page, login);
    await expect(page.getByText(`An e-mail was sent to ${login}@lab.example`)).toBeVisible();
    const id = await accountOf(keycloak, login);
    await keycloak.ask('PUT', `/users/${id}`, { requiredActions: [], emailVerified: true });
    await keycloak.ask('PUT', `/users/${id}/reset-password`, {
      type: 'password',
      value: PASSWORD,
      temporary: false,
    });
    const isLocked = async () =>
      ((await keycloak.ask('GET', `/attack-detection/brute-force/users/${id}`)) as { disabled: boolean })
        .disabled;
    const refused = person.getByText('Invalid username or password.').first();
    await person.goto('/');
    for (let tries = 0; tries < 10 && !(await isLocked()); tries++) {
      await fillSignIn(person, login, `wrong ${tries}`);
      await expect(refused).toBeVisible();
    }
    expect(await isLocked()).toBe(true);
    await fillSignIn(person, login, PASSWORD);
    await expect(refused).toBeVisible();
    await expect(user(page).getByRole('checkbox', { name: 'Enabled' })).toBeChecked();
    await expect(user(page)).not.toContainText(/locked/i);
    const sent = page.waitForResponse(/\/password$/);
    await user(page).getByRole('button', { name: 'New set-password link' }).click();
    expect((await sent).status()).toBe(200);
    await fillSignIn(person, login, PASSWORD);
    await expect(person.getByRole('button', { name: /^Petra Lund, .* user menu$/ })).toBeVisible();

    await makeAccount(keycloak, other);
    const email = user(page).getByRole('textbox', { name: 'Email' });
    await email.fill(`${other}@example.org`);
    await user(page).getByRole('button', { name: 'Save' }).click();
    await expect(email).toHaveAccessibleDescription(/Another account of your identity provider has this/);
    await email.fill(`${login}.lund@lab.example`);
    await user(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('User saved.')).toBeVisible();
  });
});

test.describe('sessions', () => {
  test.use({
    expectedProblems: [
      /40[01]/,
      '503',
      'Failed to refresh token',
      'Authentication Failed',
      'ERR_CONNECTION_REFUSED',
    ],
  });

  /** Makes the token expire soon. */
  const ageToken = (page: Page) =>
    page.evaluate(() => {
      const tokens = JSON.parse(localStorage.getItem('curvewell.tokens') ?? '{}') as object;
      localStorage.setItem('curvewell.tokens', JSON.stringify({ ...tokens, expiresAt: Date.now() }));
    });

  test('AUTH-152 signing out ends the session at Keycloak; a session ended there leads to sign-in and back', async ({
    page,
    person,
    keycloak,
  }) => {
    const login = demoUser.technicianOfOtherLaboratory;
    await enter(person, login);
    await expect(runs(person)).toBeVisible();
    await person.getByRole('button', { name: /user menu/ }).click();
    await person.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(loginField(person)).toBeVisible();
    await person.goto('/archive');
    await expect(loginField(person)).toBeVisible();

    await fillSignIn(person, login);
    await expect(person.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
    await keycloak.ask('POST', `/users/${await accountOf(keycloak, login)}/logout`);
    await ageToken(person);
    await person.getByRole('button', { name: 'Search', exact: true }).click();
    await fillSignIn(person, login);
    await expect(person.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
    await expect(page).toHaveURL('about:blank');
  });

  test('AUTH-153 while Keycloak is down users can continue, no one can sign in, and no user is left half created', async ({
    page,
    person,
    signIn,
    keycloak,
  }) => {
    test.setTimeout(400_000);
    const login = fresh('petra');
    await signIn(demoUser.superAdmin);
    await openUsers(page);
    const restartKeycloak = await keycloak.goAway();
    await makeUser(page, login);
    await expect(page.getByText(/Your identity provider cannot be reached/)).toBeVisible();
    await person.goto('/');
    const failure = person.getByRole('alert');
    await expect(failure).toContainText('The sign-in service is not responding.');
    await page.goto('/');
    await expect(runs(page)).toBeVisible();

    await restartKeycloak();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(loginField(person)).toBeVisible();
    await openUsers(page);
    await makeUser(page, login);
    await expect(page.getByText(`An e-mail was sent to ${login}@lab.example`)).toBeVisible();
  });
});
