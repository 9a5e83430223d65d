import { expect, type Page } from 'playwright/test';

import { DEMO_PASSWORD, type DemoLogin } from './demo-users.ts';

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** The provider's session of each person who has signed in: with it no password is requested. */
export type ProviderSessions = Map<DemoLogin, Cookies>;

interface Asked {
  readonly page: Page;
  /** The address that the user asks for. */
  readonly at: string;
}

/** Signs in through the real page, in place of the current user, and waits for the application. */
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

/** Of the provider's page; Keycloak calls it otherwise. */
export const loginField = (page: Page) => page.getByRole('textbox', { name: /^(Login|Username)$/ });

/** Fills in the provider's page and sends it. */
export async function fillSignIn(page: Page, login: string, password = DEMO_PASSWORD): Promise<void> {
  await loginField(page).fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^Sign in$/i }).click();
}

/** Anyone who is signed in is so no longer in this browser; their session at the provider stays for the next test. */
async function forgetSession(page: Page): Promise<void> {
  // The application is left first: it would miss its session, and sign in again by itself.
  await page.goto('about:blank');
  await page.goto('/logo.svg');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}
