import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Page } from 'playwright/test';

import { DEMO_PASSWORD, type DemoLogin } from './demo-users.ts';

export { demoUser } from './demo-users.ts';
export { expect } from 'playwright/test';

interface Fixtures {
  /** Signs in through the real page, in place of whoever is signed in, and waits for the application. */
  readonly signIn: (login: DemoLogin) => Promise<void>;
  /** Fails the test when axe finds something; with `onlyColours` it looks at contrasts alone. */
  readonly expectAccessible: (options?: { readonly onlyColours?: boolean }) => Promise<void>;
  /** What may go wrong in this test: parts of messages. Empty unless the test is about a failure. */
  readonly expectedProblems: readonly (string | RegExp)[];
  readonly noProblems: undefined;
}

/** Every journey fails on an error in the console, a failed request or a refused one. */
export const test = base.extend<Fixtures>({
  expectedProblems: [[], { option: true }],

  noProblems: [
    async ({ page, expectedProblems }, use) => {
      const problems = watchProblems(page);
      await use(undefined);
      const unexpected = problems.filter(
        (problem) => !expectedProblems.some((expected) => problem.search(expected) >= 0),
      );
      expect(unexpected, 'problems while the page was used').toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ page }, use) => {
    // Shown once to each person, over whatever the journey is about.
    const notes = page.getByRole('dialog', { name: /^Release / });
    await page.addLocatorHandler(notes, () => page.keyboard.press('Escape'));
    await use(async (login) => {
      if (page.url() !== 'about:blank') await forgetSession(page);
      await page.goto('/');
      await page.getByLabel('Login').fill(login);
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page).not.toHaveURL(/\/realms\//);
    });
  },

  expectAccessible: async ({ page }, use) => {
    await use(async ({ onlyColours = false } = {}) => {
      await transitionsEnded(page);
      const axe = new AxeBuilder({ page });
      const { violations } = await (onlyColours ? axe.withRules('color-contrast') : axe).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      ).toEqual([]);
    });
  },
});

/** A colour on its way from one to another is neither. */
async function transitionsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Whoever is signed in is so no longer, neither here nor at the provider. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('/logo.svg');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}

function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // A request that the page itself gave up, when one leaves a screen.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.url()} ${response.status()}`);
  });
  return problems;
}
