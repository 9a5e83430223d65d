import type { Page } from 'playwright/test';

import { floorViolations } from '../support/floors/floors.ts';
import { MADE_WELLS, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, IS_NIGHT, often, test, nightTest } from '../support/test.ts';

/** On every screen, axe finds no violation, and nothing is cut off in a window 320 px wide. */

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const cell = (page: Page, position: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${position},`) });
const plate = (page: Page) => page.getByRole('grid', { name: /Plate/ });

interface Runs {
  readonly configured: string;
  readonly interpreted: string;
  readonly archived: string;
  /** Runs with 384 wells, on which axe takes seconds; null by day. */
  readonly large: { readonly configured: string; readonly interpreted: string } | null;
}

/** Names that need much room, so that the floors are tested beside them. */
const LONG_PLATE_ID = 'P-20261128-KESKI-POHJANMAA-0007';
const LONG_NAMES = MADE_WELLS.map((well) => ({ ...well, name: `Schwarzenberger-Hohenstein ${well.name}` }));

const made = new Map<string, Promise<Runs>>();

/** The same runs for all journeys that only view them. */
function runsOf(address: string): Promise<Runs> {
  const runs = made.get(address) ?? makeRuns(address);
  made.set(address, runs);
  return runs;
}

async function makeRuns(address: string): Promise<Runs> {
  const idOf = async (wish: Parameters<typeof makeRun>[1]) => (await makeRun(address, wish)).id;
  const full = { plateType: 'RECTANGULAR_384', wells: 'full' } as const;
  return {
    configured: await idOf({ state: 'configured', plateId: LONG_PLATE_ID, wells: LONG_NAMES }),
    interpreted: await idOf({ state: 'interpreted', plateId: LONG_PLATE_ID, wells: LONG_NAMES }),
    archived: await idOf({ state: 'archived' }),
    large: IS_NIGHT
      ? {
          configured: await idOf({ state: 'configured', ...full }),
          interpreted: await idOf({ state: 'interpreted', ...full }),
        }
      : null,
  };
}

interface Screen {
  readonly name: string;
  readonly address: string;
  /** Runs once the screen is open; resolves when its content is there. */
  readonly open?: (page: Page) => Promise<unknown>;
}

const step2 = async (page: Page, selected: readonly string[]) => {
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(plate(page)).toBeVisible();
  for (const position of selected) await cell(page, position).click({ modifiers: ['ControlOrMeta'] });
};
const review = async (page: Page) => {
  await expect(plate(page)).toBeVisible();
  await expect(page.getByRole('figure').first()).toBeVisible();
};

const largeScreens = ({ large }: Runs, screenOf: (runs: NonNullable<Runs['large']>) => Screen) =>
  large === null ? [] : [screenOf(large)];

type ScreensOf = (runs: Runs) => readonly Screen[];

/** The other groups are left to the night, when pictures of the same screens are checked, too. */
const BY_DAY = 'the review';

/** In groups, so that each test stays within its timeout on a slow machine. */
const GROUPS: Readonly<Record<string, ScreensOf>> = {
  'a run before its interpretation': (runs) => [
    { name: 'run list', address: '/', open: (page) => expect(page.getByRole('table')).toBeVisible() },
    {
      name: 'import',
      address: '/run/import',
      open: (page) => expect(page.getByRole('combobox', { name: 'Analyser' })).toBeVisible(),
    },
    {
      name: 'step 1',
      address: `/run/${runs.configured}/configuration`,
      open: (page) => expect(page.getByRole('textbox', { name: 'Plate id' })).toBeVisible(),
    },
    {
      name: 'step 2, 96 wells',
      address: `/run/${runs.configured}/configuration`,
      open: (page) => step2(page, ['A1', 'A2']),
    },
    ...largeScreens(runs, ({ configured }) => ({
      name: 'step 2, 384 wells',
      address: `/run/${configured}/configuration`,
      open: (page) => step2(page, ['P12']),
    })),
  ],
  [BY_DAY]: (runs) => [
    {
      name: 'review, no well',
      address: `/run/${runs.interpreted}/interpretation`,
      open: (page) => expect(plate(page)).toBeVisible(),
    },
    { name: 'review, one well', address: `/run/${runs.interpreted}/interpretation?wells=A3`, open: review },
    {
      name: 'review, many wells',
      address: `/run/${runs.interpreted}/interpretation?wells=A1-A8`,
      open: review,
    },
    ...largeScreens(runs, ({ interpreted }) => ({
      name: 'review, many of 384 wells',
      address: `/run/${interpreted}/interpretation?wells=A1-A24`,
      open: review,
    })),
  ],
  'what is kept, and the laboratory': (runs) => [
    {
      name: 'history of a run',
      address: `/run/${runs.interpreted}/history`,
      open: (page) => expect(page.getByText('Complete and unchanged')).toBeVisible(),
    },
    {
      name: 'archive',
      address: '/archive',
      open: (page) => expect(page.getByRole('table', { name: 'Archive' })).toBeVisible(),
    },
    {
      name: 'archived run',
      address: `/archive/run/${runs.archived}/interpretation?wells=A3`,
      open: review,
    },
    {
      name: 'own laboratory',
      address: '/laboratory',
      open: async (page) => {
        await page.getByRole('radio', { name: /^tech,/ }).click();
        await expect(page.getByRole('heading', { name: 'Holm, Tara' })).toBeVisible();
      },
    },
    { name: 'not permitted', address: '/admin/laboratories' },
    { name: '404', address: '/run/12x/nowhere' },
  ],
};

async function visit(page: Page, { address, open }: Screen): Promise<void> {
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await open?.(page);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const THEMES = often({ byDay: ['light'], byNight: ['light', 'dark'] } as const);
const IN_THEMES = `in ${THEMES.join(' and in ')}`;

/** The dark theme has the same elements, so only its colours are checked. */
async function inThemes(
  page: Page,
  expectAccessible: (options?: { readonly onlyColours?: boolean }) => Promise<void>,
): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessible({ onlyColours: colorScheme === 'dark' });
  }
}

const groups = Object.entries(GROUPS).filter(([group]) => IS_NIGHT || group === BY_DAY);
for (const [group, screensOf] of groups) {
  test(`SHELL-196 SHELL-197 SHELL-198 axe finds no violation on any screen, ${IN_THEMES}, and each keeps the floors: ${group}`, async ({
    page,
    baseURL,
    signIn,
    expectAccessible,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const runs = await runsOf(baseURL ?? '');
    await page.setViewportSize({ width: 1366, height: 768 });
    await signIn(demoUser.physician);
    for (const screen of screensOf(runs)) {
      await test.step(screen.name, async () => {
        await visit(page, screen);
        expect.soft(await floorViolations(page), screen.name).toEqual([]);
        await inThemes(page, expectAccessible);
      });
    }
  });
}

nightTest(
  `axe finds no violation in dialogs, menus and notices, ${IN_THEMES}`,
  async ({ page, baseURL, signIn, expectAccessible }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const waiting = await makeRun(baseURL ?? '', { state: 'submitted' });
    await signIn(demoUser.superAdmin, { at: '/admin/audit' });
    await page.getByRole('treegrid', { name: 'Audit' }).locator('[data-entry="0"]').press('Enter');
    await expect(page.getByText('Seal of the entry before')).toBeVisible();
    await test.step('the audit trail', () => inThemes(page, expectAccessible));
    await page.goto(`/run/${waiting.id}/interpretation`);
    await review(page);
    const rail = page.getByRole('navigation', { name: 'Main' });
    const menu = page.getByRole('button', { name: /user menu/ });
    const inAll = (name: string) => test.step(name, () => inThemes(page, expectAccessible));

    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(page.getByRole('heading', { name: `Approve run ${waiting.businessId}?` })).toBeFocused();
    await inAll('the check before approval');
    await page.getByRole('button', { name: /with a reason$/ }).click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await inAll('a rejection');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: /with a reason$/ })).toBeFocused();
    await page.getByRole('link', { name: /Back to the plate/ }).click();
    await expect(page.getByRole('gridcell', { name: /^A1,/ })).toBeFocused();

    await rail.getByRole('link', { name: 'Jobs' }).click();
    await expect(page.getByRole('table').first()).toBeVisible();
    await inAll('the jobs');
    await rail.getByRole('button', { name: 'Reindex' }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'rebuilt' })).toBeVisible();
    await inAll('a notice');
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await inAll('the user menu');
    await page.getByRole('menuitem', { name: 'Messages' }).click();
    await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
    await inAll('messages');
    await page.keyboard.press('Escape');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Shortcuts' }).click();
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
    await inAll('shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('holm');
    await expect(page.getByRole('option', { name: 'Tara Holm' })).toBeVisible();
    await inAll('go to');
    await page.keyboard.press('Escape');
  },
);

nightTest(
  'in forced colours every screen is accessible and shows the current location',
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const { id } = await makeRun(baseURL ?? '', { state: 'interpreted' });
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await signIn(demoUser.physician);
    for (const address of ['/', `/run/${id}/interpretation?wells=A3`]) {
      await page.goto(address);
      await expect(heading(page)).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible();
    }
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
    expect(await current.evaluate((entry) => getComputedStyle(entry).outlineStyle)).toBe('solid');
  },
);

nightTest('with reduced motion nothing moves', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(demoUser.technician);
  await page.getByRole('button', { name: /user menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).target?.className)
      .filter(Boolean),
  );
  expect(moving).toEqual([]);
});

nightTest(
  'at 320 px and at 200 % zoom nothing is cut off and only plates scroll sideways',
  async ({ page, baseURL, signIn }) => {
    const runs = await runsOf(baseURL ?? '');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(demoUser.physician);
    const all = Object.values(GROUPS).flatMap((screensOf) => screensOf(runs));
    const dense = all.filter(({ name }) => /run list|step 2, 96|one well|own laboratory/.test(name));
    const screens = often({ byDay: dense, byNight: all });
    for (const { width, height, shown } of [
      { width: 320, height: 640, shown: screens },
      // 1440 × 900 at 200 %: only the densest screens.
      { width: 720, height: 450, shown: screens.filter(({ name }) => /step 2, 96|one well/.test(name)) },
    ]) {
      await page.setViewportSize({ width, height });
      for (const screen of shown) {
        await test.step(`${screen.name}, ${width} px`, async () => {
          await visit(page, screen);
          expect(await cutOff(page)).toEqual([]);
          expect(await coveredInFooter(page)).toEqual([]);
        });
      }
    }
  },
);

/** Elements that scroll sideways (except plates and tables), and elements that cannot be reached. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const mayScroll = (element: Element) => element.querySelector('[role=grid], table, svg') !== null;
    const isReached = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement) if (scrolls(at)) return true;
      return false;
    };
    const tooWide = [document.documentElement, ...document.querySelectorAll('*')].filter(
      (one) =>
        (one === document.documentElement || scrolls(one)) &&
        one.scrollWidth > one.clientWidth + 1 &&
        (one.matches('html, main, main *:has(main)') || one.querySelector('h1') !== null || !mayScroll(one)),
    );
    const lost = [...document.querySelectorAll('h1, h2, button, a, input, textarea')].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      const isSeen = width > 1 && one.checkVisibility({ visibilityProperty: true });
      return isSeen && (left < -1 || right > window.innerWidth + 1) && !isReached(one);
    });
    const nameOf = (one: Element) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`;
    return [...new Set([...tooWide, ...lost])].map(nameOf);
  });
}

/** Buttons of the footer that another element covers. */
async function coveredInFooter(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('footer button, footer a')]
      .filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [0.1, 0.5, 0.9].some((part) => {
          const hit = document.elementFromPoint(left + width * part, top + height / 2);
          return hit === null || !one.contains(hit);
        });
      })
      .map((one) => one.textContent),
  );
}
