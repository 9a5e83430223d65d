import { expect, type Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { fillDemo, type FilledRuns } from '../support/demo-fill.ts';
import { type DemoLogin, demoUser } from '../support/demo-users.ts';
import { floorViolations, forcedColourViolations } from '../support/floors/floors.ts';
import { type Product, startProduct } from '../support/product.ts';
import { test as base } from '../support/test.ts';
import { ADMINISTRATION, CONFIGURATION } from '../support/visual/laboratory-states.ts';
import {
  acceptedPictures,
  acceptPictures,
  differencesOf,
  type Picture,
  pictureOf,
  steady,
} from '../support/visual/picture.ts';
import { CREATION, DECISION, LISTS, REVIEW } from '../support/visual/run-states.ts';
import type { StatesOf, VisualState } from '../support/visual/state.ts';

/**
 * The states of the product with the names that need most room, in two sizes and themes. Each keeps the floors, has no
 * violation for axe, and looks as accepted. `ACCEPT=1 NIGHT=1 npx playwright test visual` accepts how they look now.
 */
const GROUPS: Readonly<Record<string, StatesOf>> = {
  'lists and dialogs': LISTS,
  'creation of a run': CREATION,
  review: REVIEW,
  decision: DECISION,
  configuration: CONFIGURATION,
  administration: ADMINISTRATION,
};
const SIZES = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
] as const;
const THEMES = ['light', 'dark'] as const;
const ACCEPTS = process.env['ACCEPT'] !== undefined;
/** The output of `pnpm fill:demo --large E2E_URL`, for work on a screen. */
const { FILLED_RUNS } = process.env;
/** Looks at states whose name begins with one of these, separated by `|`, and leaves the others as accepted. */
const { ONLY = '' } = process.env;
const isWanted = ({ name }: VisualState): boolean => ONLY.split('|').some((begin) => name.startsWith(begin));

/** An own product, whose people have other names than journeys expect. */
const test = base.extend<object, { product: Product | null; filled: FilledRuns }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from its pattern
    async ({}, use) => {
      const product = FILLED_RUNS === undefined ? await startProduct() : null;
      await use(product);
      await product?.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  filled: [
    async ({ address }, use) => {
      const filled =
        FILLED_RUNS === undefined
          ? await fillDemo(address, { isLarge: true })
          : (JSON.parse(FILLED_RUNS) as FilledRuns); // printed by `pnpm fill:demo`
      // The last sign-in of each is then the same in every run.
      for (const login of Object.values(demoUser).filter((one) => one !== demoUser.withoutLaboratory))
        await apiOf(address, login);
      await use(filled);
    },
    { scope: 'worker', timeout: 900_000 },
  ],
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function visit(page: Page, { at, open }: VisualState): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await open?.(page);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const [group, statesOf] of Object.entries(GROUPS)) {
  test(`SHELL-200 SHELL-202 SHELL-204 each state keeps the floors, axe finds nothing, and it looks as accepted: ${group}`, async ({
    page,
    filled,
    signIn,
    expectAccessible,
  }, info) => {
    test.setTimeout(1_800_000);
    const accepted = acceptedPictures(group);
    const pictures = new Map<string, Picture>(ONLY === '' ? [] : accepted);
    const failed: string[] = [];
    let user: VisualState['as'] | null = null;
    for (const state of statesOf(filled).filter(isWanted)) {
      if (state.as !== null && state.as !== user) await signIn(state.as);
      user = state.as;
      await test
        .step(state.name, () => look(state))
        .catch((error: unknown) => {
          failed.push(`${state.name}: ${String(error)}`);
        });
    }
    expect.soft(failed).toEqual([]);
    if (ACCEPTS) acceptPictures(group, pictures);
    else
      expect
        .soft(
          [...accepted.keys()].filter((name) => !pictures.has(name)),
          'no longer there',
        )
        .toEqual([]);

    async function look(state: VisualState): Promise<void> {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: 'light' });
        await visit(page, state);
        const where = `${state.name}, ${size.width} × ${size.height}`;
        expect.soft(await floorViolations(page), where).toEqual([]);
        expect.soft(await forcedColourViolations(page), where).toEqual([]);
        for (const colorScheme of THEMES) {
          await showIn(colorScheme, state);
          await expectAccessible({ onlyColours: colorScheme === 'dark' });
        }
        if (state.isVarying) continue;
        await steady(page);
        for (const colorScheme of THEMES) {
          await showIn(colorScheme, state);
          await compare(`${where}, ${colorScheme}`);
        }
      }
    }

    async function showIn(colorScheme: (typeof THEMES)[number], { as }: VisualState): Promise<void> {
      await page.emulateMedia({ colorScheme });
      // The page of the identity provider has no such mark.
      if (as !== null)
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    }

    async function compare(name: string): Promise<void> {
      const { picture, png } = await pictureOf(page);
      pictures.set(name, picture);
      if (ACCEPTS) return;
      const before = accepted.get(name);
      const differences = before === undefined ? ['not accepted yet'] : differencesOf(before, picture);
      if (differences.length > 0) await info.attach(name, { body: png, contentType: 'image/png' });
      expect.soft(differences, name).toEqual([]);
    }
  });
}

interface Shift {
  readonly value: number;
  readonly at: string;
}

/** Sums the layout shifts of each page: https://web.dev/articles/cls */
function recordShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources = [] } = entry as PerformanceEntry & {
        readonly value: number;
        readonly sources?: readonly { readonly node: Node | null }[];
      };
      const at = sources
        .map(({ node }) => (node as Element | null)?.className ?? node?.nodeName ?? '')
        .join(' | ');
      shifts.push({ value, at });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const PAGES: readonly { readonly as: DemoLogin; readonly at: (runs: FilledRuns) => string }[] = [
  { as: demoUser.physician, at: () => '/' },
  { as: demoUser.physician, at: () => '/archive' },
  { as: demoUser.physician, at: () => '/controls?period=all' },
  { as: demoUser.physician, at: () => '/admin/configuration?tab=diagnostics' },
  { as: demoUser.physician, at: (runs) => `/run/${runs.submitted}/interpretation` },
  { as: demoUser.physician, at: (runs) => `/run/${runs.submitted}/interpretation?check=approve` },
  { as: demoUser.physician, at: (runs) => `/run/${runs.approved}/history` },
  { as: demoUser.technician, at: () => '/run/import' },
  { as: demoUser.technician, at: (runs) => `/run/${runs.configured}/configuration` },
  { as: demoUser.technician, at: (runs) => `/run/${runs.configured}/configuration?step=2` },
  { as: demoUser.superAdmin, at: () => '/admin/configuration?tab=kits' },
  { as: demoUser.superAdmin, at: () => '/admin/configuration?tab=lots' },
  { as: demoUser.superAdmin, at: () => '/admin/audit' },
  { as: demoUser.superAdmin, at: () => '/admin/laboratories' },
  { as: demoUser.superAdmin, at: () => '/admin/jobs' },
];
/** Answers come one after another, as in a slow network, so that each waiting state is drawn. */
const ANSWER_MS = 400;
/** A slow processor draws a state that a fast one skips, when answers come close together. */
const SLOWDOWN = 6;
/** Half of what counts as good on the web, 0.1: https://web.dev/articles/cls */
const MOST_SHIFT = 0.05;

test('SHELL-199 SHELL-203 a page that loads has one h1 and the shape of its content: nothing shifts when responses arrive', async ({
  page,
  context,
  filled,
  signIn,
}) => {
  test.setTimeout(1_200_000);
  await page.setViewportSize(SIZES[0]);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await context.addInitScript(recordShifts);
  let user: DemoLogin | null = null;
  for (const { as, at } of PAGES) {
    if (as !== user) await signIn(as);
    user = as;
    const address = at(filled);
    await page.route('**/api/**', async (route) => {
      await page.waitForTimeout(ANSWER_MS).catch(() => undefined);
      await route.fallback();
    });
    await page.goto(address);
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'attached' });
    expect.soft(await page.locator('h1').count(), `h1 of ${address} while it loads`).toBe(1);
    await expect.soft(page.getByText(/^Choose /), `${address} while it loads`).toHaveCount(0);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await page.unroute('**/api/**');
    const shifts = await page.evaluate(
      () => (window as unknown as { readonly shifts: readonly Shift[] }).shifts,
    );
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect.soft(sum, `${address}: ${JSON.stringify(shifts)}`).toBeLessThan(MOST_SHIFT);
  }
});
