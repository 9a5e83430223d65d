import { AxeBuilder } from '@axe-core/playwright';
import type { Release } from '@curvewell/domain';
import { type BrowserContext, expect, test as base, type Page } from 'playwright/test';

import { apiOf } from './api.ts';
import type { DemoLogin } from './demo-users.ts';
import { isOnKeycloak, startProductOnKeycloak } from './keycloak.ts';
import { startProduct, type Product } from './product.ts';
import { type ProviderSessions, signInAs } from './sign-in.ts';

export { IS_NIGHT, often } from '../../apps/api/test/often.ts';
export { demoUser } from './demo-users.ts';
export { expect } from 'playwright/test';

export interface AxeOptions {
  readonly onlyColours?: boolean;
  /** A part of the page: what a dialog dims behind it is none. */
  readonly within?: string;
}

interface SignInPlace {
  /** If omitted: the page of the test. */
  readonly page?: Page;
  /** The address that the user asked for, and sees after signing in. If omitted: the list of runs. */
  readonly at?: string;
}

interface Fixtures {
  /** Signs in through the real page, in place of the current user. */
  readonly signIn: (login: DemoLogin, where?: SignInPlace) => Promise<void>;
  /** Fails the test when axe finds something; with `onlyColours` it looks at contrasts alone. */
  readonly expectAccessible: (options?: AxeOptions) => Promise<void>;
  /** What may go wrong in this test: parts of messages. Empty unless the test is about a failure. */
  readonly expectedProblems: readonly (string | RegExp)[];
  readonly noProblems: undefined;
}

/** What the journeys of one worker share. */
interface WorkerFixtures {
  /** A product of the worker's own; null with E2E_URL, where one runs. */
  readonly product: Product | null;
  readonly address: string;
  readonly sessions: ProviderSessions;
}

/** Every journey fails on an error in the console, a failed request or a refused one. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const product = process.env['E2E_URL'] === undefined ? await start() : null;
      await use(product);
      await product?.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  address: [
    async ({ product }, use) => {
      await use(product?.address ?? process.env['E2E_URL'] ?? '');
    },
    { scope: 'worker' },
  ],

  sessions: [
    // oxlint-disable-next-line no-empty-pattern -- the same here
    async ({}, use) => {
      await use(new Map());
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ address }, use) => {
    await use(address);
  },

  expectedProblems: [[], { option: true }],

  noProblems: [
    async ({ page, context, expectedProblems }, use) => {
      const problems = watchProblems(page);
      await watchPolicy(context, problems);
      await use(undefined);
      const unexpected = problems.filter(
        (problem) => !expectedProblems.some((expected) => problem.search(expected) >= 0),
      );
      expect(unexpected, 'problems while the page was used').toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ page, address, sessions }, use) => {
    await use(async (login, where) => {
      if (!sessions.has(login)) await markReleaseSeen(address, login);
      await signInAs({ page, at: '/', ...where }, login, sessions);
    });
  },

  expectAccessible: async ({ page }, use) => {
    await use(async ({ onlyColours = false, within = 'html' } = {}) => {
      await transitionsEnded(page);
      // There are no frames, of which each would be looked at by itself and put together on a page of its own.
      const axe = new AxeBuilder({ page }).include(within).setLegacyMode(true);
      const { violations } = await (onlyColours ? axe.withRules('color-contrast') : axe).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      ).toEqual([]);
    });
  },
});

/** With KEYCLOAK=1 all people sign in at a real Keycloak. */
function start(): Promise<Product> {
  return isOnKeycloak() ? startProductOnKeycloak() : startProduct();
}

/** Its notes open once to each person, a moment after the page, and took the keys that a journey pressed by then. */
async function markReleaseSeen(address: string, login: DemoLogin): Promise<void> {
  const api = await apiOf(address, login);
  const release = await api<Release | null>('GET', '/release/last-if-not-seen');
  if (release !== null) await api('PUT', `/release/${release.version}/update-seen`);
}

/** A colour on its way from one to another is neither. */
async function transitionsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Of every page of the test, what the content security policy has kept it from. */
async function watchPolicy(context: BrowserContext, problems: string[]): Promise<void> {
  await context.exposeBinding('reportViolation', (_source, violation: string) => problems.push(violation));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void };
      reportViolation(`policy: ${effectiveDirective} ${blockedURI} (${sourceFile})`);
    });
  });
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
