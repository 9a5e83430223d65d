import { expect, type Page } from 'playwright/test';

import { DEMO_PASSWORD, type DemoLogin } from './demo-users.ts';

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** The provider's session cookies by user, which make a password unnecessary. */
export type ProviderSessions = Map<DemoLogin, Cookies>;

interface Asked {
  readonly page: Page;
  /** The requested address. */
  readonly at: string;
}

/** Signs in through the page, replacing the current user, and waits for the application. */
export async function signInAs(
  { page, at }: Asked,
  login: DemoLogin,
  sessions: ProviderSessions,
): Promise<void> {
  if (page.url() !== 'about:blank') await forgetSession(page);
  await page.context().addCookies(sessions.get(login) ?? []);
  await page.goto(at);
  const application = page.getByRole('navigation');
  const field = loginField(page);
  await expect(field.or(application).first()).toBeVisible();
  if (await field.isVisible()) await fillSignIn(page, login);
  await expect(application.first()).toBeVisible();
  await expect(page).not.toHaveURL(/\/realms\//);
  sessions.set(login, await page.context().cookies());
}

/** The login field of the provider's page. Keycloak uses a different label. */
export const loginField = (page: Page) => page.getByRole('textbox', { name: /^(Login|Username)$/ });

/** Fills in and submits the provider's page. */
export async function fillSignIn(page: Page, login: string, password = DEMO_PASSWORD): Promise<void> {
  await loginField(page).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^Sign in$/i }).click();
}

/** Ends the session in this browser. The provider's session stays for the next test. */
async function forgetSession(page: Page): Promise<void> {
  // Leave the application first, because it would sign in again on its own.
  await page.goto('about:blank');
  await page.goto('/logo.svg');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}
