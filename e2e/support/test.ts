import { AxeBuilder } from '@axe-core/playwright';
import type { Release } from '@curvewell/domain';
import { type BrowserContext, expect, test as base, type Page } from 'playwright/test';

import { apiOf } from './api.ts';
import type { DemoLogin } from './demo-users.ts';
import { isOnKeycloak, startProductOnKeycloak } from './keycloak.ts';
import { startProduct, type Product } from './product.ts';
import { IS_NIGHT } from '../../apps/api/test/often.ts';
import { type ProviderSessions, signInAs } from './sign-in.ts';

export { IS_NIGHT, often } from '../../apps/api/test/often.ts';
export { demoUser } from './demo-users.ts';
export { expect } from 'playwright/test';

export interface AxeOptions {
  readonly onlyColours?: boolean;
  /** Part of the page to check, such as a dialog without the dimmed page behind it. */
  readonly within?: string;
}

interface SignInPlace {
  /** By default the page of the test. */
  readonly page?: Page;
  /** The address to request and to see after sign-in; by default the list of runs. */
  readonly at?: string;
}

interface Fixtures {
  /** Signs in through the page, replacing the current user. */
  readonly signIn: (login: DemoLogin, where?: SignInPlace) => Promise<void>;
  /** Fails the test if axe finds a violation. `onlyColours` checks only contrast. */
  readonly expectAccessible: (options?: AxeOptions) => Promise<void>;
  /** Parts of error messages that this test expects. Empty unless it tests a failure. */
  readonly expectedProblems: readonly (string | RegExp)[];
  readonly noProblems: undefined;
}

/** Shared by the journeys of one worker. */
interface WorkerFixtures {
  /** The worker's own product; null with E2E_URL, which names a running one. */
  readonly product: Product | null;
  readonly address: string;
  readonly sessions: ProviderSessions;
}

/** Every journey fails on a console error, a failed request or an error response. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from its pattern
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
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await use(new Map());
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ address }, use) => {
    await use(address);
  },

  // Playwright stops intercepting when a page's last route is removed, and can then leave requests that are
  // under way unanswered. A route of the context that matches nothing keeps it intercepting.
  page: async ({ page, context }, use) => {
    const route = page.route.bind(page);
    let isKept = false;
    page.route = async (...wanted) => {
      if (!isKept) await context.route('**/never-requested', (unused) => unused.continue());
      isKept = true;
      return route(...wanted);
    };
    await use(page);
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
      // The pages have no frames, so axe can skip its separate page for combining their results.
      const axe = new AxeBuilder({ page }).include(within).setLegacyMode(true);
      const { violations } = await (onlyColours ? axe.withRules('color-contrast') : axe).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      ).toEqual([]);
    });
  },
});

/** A journey of the night: long, or about a failure that tests of the API or the page prove by day. */
// oxlint-disable-next-line typescript/unbound-method -- Playwright binds it
export const nightTest = IS_NIGHT ? test : test.skip;

/** With KEYCLOAK=1 all users sign in through a real Keycloak. */
function start(): Promise<Product> {
  return isOnKeycloak() ? startProductOnKeycloak() : startProduct();
}

/** Marks the release notes as seen. They would open a moment after the page and intercept key presses. */
async function markReleaseSeen(address: string, login: DemoLogin): Promise<void> {
  const api = await apiOf(address, login);
  const release = await api<Release | null>('GET', '/release/last-if-not-seen');
  if (release !== null) await api('PUT', `/release/${release.version}/update-seen`);
}

/** Waits for transitions, because colours in between may fail the contrast check. */
async function transitionsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** Records violations of the content security policy on every page of the test. */
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
    // The page aborts requests itself when the user leaves a screen.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.url()} ${response.status()}`);
  });
  return problems;
}
