import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, often, test } from '../support/test.ts';

test('AUTH-01 CONST-24 the page has no login of its own: it redirects to the provider with PKCE S256', async ({
  page,
}) => {
  const asked = page.waitForRequest(/\/openid-connect\/auth\?/);
  await page.goto('/archive');
  const { searchParams } = new URL((await asked).url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'curvewell-web',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/realms\//);
});

test('AUTH-04 CONST-23 the token alone keeps the session: there is no iframe, and it is renewed in time', async ({
  page,
  signIn,
}) => {
  const frames: string[] = [];
  page.on('frameattached', (frame) => frames.push(frame.url()));
  await page.clock.install();
  await signIn(demoUser.technician);
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  const expiresAt = () =>
    page.evaluate(
      () => (JSON.parse(localStorage.getItem('curvewell.tokens') ?? '{}') as { expiresAt: number }).expiresAt,
    );
  const first = await expiresAt();
  const left = first - (await page.evaluate(() => Date.now()));
  // At 71 s before its end the token is not renewed yet; 5 s later it is.
  await page.clock.fastForward(left - 71_000);
  await expect.poll(expiresAt).toBe(first);
  const renewed = page.waitForResponse(/\/openid-connect\/token/);
  await page.clock.runFor(6000);
  expect((await renewed).status()).toBe(200);
  await expect.poll(expiresAt).toBeGreaterThan(first);
  expect(frames).toEqual([]);
});

test('AUTH-02 nothing is shown before sign-in, and the application after it', async ({ page, signIn }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/realms\/curvewell\/login\//);
  await signIn(demoUser.technician);
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('a wrong password is reported, and the login is kept', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Login').fill('tech');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login or password is wrong.');
  await expect(page.getByLabel('Login')).toHaveValue('tech');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test.describe('the sign-in page', () => {
  for (const colorScheme of often({ byDay: ['light'], byNight: ['light', 'dark'] } as const)) {
    test(`is accessible in the ${colorScheme} theme`, async ({ page, expectAccessible }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/');
      await expect(page.getByLabel('Login')).toBeFocused();
      await expectAccessible();
    });
  }
});

test('AUTH-05 signing out ends the session at the provider and leaves nothing in the browser', async ({
  page,
  baseURL,
  signIn,
}) => {
  const { id } = await makeRun(baseURL ?? '', { state: 'configured' });
  const logOut = async () => {
    await page.getByRole('button', { name: /Holm/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signIn(demoUser.technician, { at: `/run/${id}/configuration` });
  await page.getByLabel('Plate id').fill('P-7');
  await logOut();
  const question = page.getByRole('alertdialog', { name: 'Sign out without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Plate id')).toHaveValue('P-7');

  await logOut();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByLabel('Login')).toBeVisible();
  // No data of the user, their tokens or their work remains, only the start of the next sign-in.
  const kept = await page.evaluate(() => [localStorage, sessionStorage].flatMap(Object.keys));
  expect(kept).toEqual(['curvewell.sign-in']);
  await page.goto('/');
  await expect(page.getByLabel('Login')).toBeVisible();
});

test.describe('a provider that refuses', () => {
  test.use({ expectedProblems: ['Authentication Failed', '/openid-connect/token 400', 'status of 400'] });

  test('AUTH-10 ERR-08 a failed login is logged and shown, with a retry', async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/openid-connect/token', (route) =>
      route.fulfill({
        status: 400,
        json: { error: 'invalid_grant', error_description: 'The code has expired.' },
      }),
    );
    await page.goto('/');
    await page.getByLabel('Login').fill(demoUser.technician);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const failure = page.getByRole('alert');
    await expect(failure.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible();
    await expect(failure).toContainText('The code has expired.');
    expect(logged.some((line) => line.startsWith('Authentication Failed'))).toBe(true);

    await page.unroute('**/openid-connect/token');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  });
});

test.describe('a session that has ended', () => {
  test.use({
    expectedProblems: ['Failed to refresh token', 'status of 40[01]', '/api/.* 401', '/token 400'],
  });

  test('AUTH-12 ERR-09 the page reloads, signs in again and returns to the same place', async ({
    page,
    signIn,
  }) => {
    await signIn(demoUser.technician, { at: '/archive' });
    await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.evaluate(() => {
      const tokens = JSON.parse(localStorage.getItem('curvewell.tokens') ?? '{}') as object;
      const ended = { ...tokens, accessToken: 'ended', refreshToken: 'ended' };
      localStorage.setItem('curvewell.tokens', JSON.stringify(ended));
      Object.assign(window, { isFormerPage: true });
    });
    await page.getByLabel('File name').fill('anything');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForFunction(() => !('isFormerPage' in window));
    await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
    await expect(page).toHaveURL(/\/archive(\?.*)?$/);
    expect(logged.some((line) => line.startsWith('Failed to refresh token'))).toBe(true);
  });
});

test('API-84 AUTH-06 /config.json names the provider before sign-in, and contains no secret', async ({
  request,
}) => {
  const answer = await request.get('/config.json');
  expect(await answer.json()).toEqual({
    application: { backendUrl: '' },
    keycloak: { url: new URL(answer.url()).origin, realm: 'curvewell', clientId: 'curvewell-web' },
  });
});
