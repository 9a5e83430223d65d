import { demoUser, expect, test } from '../support/test.ts';

test('AUTH-02 nothing is shown before one has signed in, and then the application is', async ({
  page,
  signIn,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/realms\/curvewell\/login\//);
  await signIn(demoUser.technician);
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('a wrong password is said so, and the login is kept', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Login').fill('tech');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login or password is wrong.');
  await expect(page.getByLabel('Login')).toHaveValue('tech');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test.describe('the sign-in page', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible in the ${colorScheme} theme`, async ({ page, expectAccessible }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/');
      await expect(page.getByLabel('Login')).toBeFocused();
      await expectAccessible();
    });
  }

  test('shows the password when asked', async ({ page }) => {
    await page.goto('/');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
  });
});

test('AUTH-05 logging out ends the session at the provider', async ({ page, signIn }) => {
  await signIn(demoUser.physician);
  await page.getByRole('button', { name: /Lindqvist/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByLabel('Login')).toBeVisible();
  await page.goto('/');
  await expect(page.getByLabel('Login')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)))).toEqual(
    [],
  );
});

test('API-84 AUTH-06 /config.json tells the provider before anybody has signed in, and no secret', async ({
  request,
}) => {
  const answer = await request.get('/config.json');
  expect(await answer.json()).toEqual({
    application: { backendUrl: '' },
    keycloak: { url: new URL(answer.url()).origin, realm: 'curvewell', clientId: 'curvewell-web' },
  });
});
