import { platePositions, type PlateType, type Run } from '@curvewell/domain';
import type { Locator, Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { countInput, type InputCount, uncounted } from '../support/count-input.ts';
import { tabTo } from '../support/creation.ts';
import { doubtfulKits, importDoubtful, setDoubtful } from '../support/doubtful-plate.ts';
import { makeRun, type MadeWell } from '../support/run-maker.ts';
import { startProduct, type Product } from '../support/product.ts';
import { demoUser, expect, test as base } from '../support/test.ts';

/**
 * A morning of a technician and of a physician on four plates whose wells are set: two of 384 wells, one with a failed
 * control and one with two kits and many doubts. Each opens the runs one after another, looks at every unresolved and
 * borderline well, answers the check, and submits or approves. Prints the keys and clicks for docs/usability.md.
 */
const test = base.extend<object, { product: Product | null }>({
  // Its own product: the runs that wait are those of the morning.
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from its pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
test.use({ viewport: { width: 1366, height: 768 } });

/** At most so many for each person and way. */
const MOST = { keys: 700, clicks: 260 } as const;

const SAMPLES = ['wild', 'heterozygous', 'mutated', 'heterozygous'] as const;
function plate(type: PlateType, failed: boolean): MadeWell[] {
  const positions = platePositions(type);
  return positions.map((position, index) => {
    const name = `2611-${String(index).padStart(5, '0')}`;
    const left = positions.length - index;
    if (left === 1) return { position, name: 'NTC', content: failed ? 'contaminated' : 'negative' };
    if (left === 2) return { position, name: 'PC', content: 'positive' };
    return {
      position,
      name,
      content: index % 97 === 41 ? 'near' : (SAMPLES[index % SAMPLES.length] ?? 'wild'),
    };
  });
}

async function fourPlates(address: string): Promise<readonly Run[]> {
  const technician = await apiOf(address, demoUser.technician);
  const research = await apiOf(address, demoUser.rdAdmin);
  const make = (plateType: PlateType, failed = false) =>
    makeRun(address, { state: 'configured', plateType, wells: plate(plateType, failed) });
  const runs = [
    await make('RECTANGULAR_384'),
    await make('RECTANGULAR_384', true),
    await make('RECTANGULAR_96'),
  ];
  const mixed = await importDoubtful(technician, 7);
  await setDoubtful(technician, mixed, await doubtfulKits({ research, technician }, 'Own 1'));
  return [...runs, mixed];
}

/** The same acts by keys alone or by the mouse alone. */
interface Hand {
  readonly press: (target: Locator, key?: string) => Promise<void>;
  readonly open: (run: Run) => Promise<void>;
  /** Goes to the next well of a kind. */
  readonly nextWell: (kind: 'unresolved' | 'borderline') => Promise<void>;
}

const plateGrid = (page: Page) => page.getByRole('grid', { name: /^Plate/ });

function handOf(page: Page, way: 'keys' | 'mouse'): Hand {
  if (way === 'keys')
    return {
      press: async (target, key) => {
        if (key !== undefined) return page.keyboard.press(key);
        await tabTo(target);
        await page.keyboard.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
      },
      open: async ({ businessId }) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').waitFor();
        await page.keyboard.type(String(businessId));
        await expect(page.getByRole('option', { name: new RegExp(`^Run ${businessId}\\b`) })).toBeVisible();
        await page.keyboard.press('Enter');
      },
      nextWell: (kind) => page.keyboard.press(kind === 'unresolved' ? 'n' : 'v'),
    };
  return {
    press: (target) => target.click(),
    open: ({ businessId }) =>
      page
        .getByRole('table', { name: 'Runs' })
        .getByRole('link', { name: String(businessId), exact: true })
        .click(),
    nextWell: (kind) =>
      page.getByRole('button', { name: kind === 'unresolved' ? /^Next unresolved/ : /^Review \d/ }).click(),
  };
}

/** Steps 1 and 2, where everything is set. */
async function interpret(page: Page, hand: Hand): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Kits' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
  await hand.press(page.getByRole('button', { name: 'Next' }), 'Control+Enter');
  await expect(plateGrid(page)).toBeVisible();
  await hand.press(page.getByRole('button', { name: 'Start interpretation' }), 'Control+Enter');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Start interpretation' });
  await expect(confirm.or(page.getByRole('button', { name: 'Submit results' })).first()).toBeVisible();
  if (await confirm.isVisible()) await hand.press(confirm);
}

/** Looks at each well that needs it. */
async function look(page: Page, hand: Hand): Promise<void> {
  await expect(plateGrid(page)).toBeVisible();
  const footer = (await page.getByRole('contentinfo').textContent()) ?? '';
  const count = (words: RegExp): number => Number(words.exec(footer)?.[1] ?? 0);
  for (let left = count(/(\d+) unresolved/); left > 0; left -= 1) await hand.nextWell('unresolved');
  for (let left = count(/(\d+) to review/); left > 0; left -= 1) await hand.nextWell('borderline');
}

/** Answers each demand of the check, and decides. */
async function decide(page: Page, hand: Hand, decision: 'Submit' | 'Approve'): Promise<void> {
  const open = page
    .getByRole('contentinfo')
    .getByRole('button', { name: decision === 'Submit' ? 'Submit results' : 'Approve', exact: true });
  await hand.press(open);
  const check = page.getByRole('region', { name: /^Check before / });
  const proceed = check.getByRole('button', { name: new RegExp(`^${decision} run `) });
  await expect(proceed).toBeVisible();
  const unseen = check.getByRole('checkbox', { name: /^I have seen/, checked: false });
  while ((await unseen.count()) > 0) {
    const before = await unseen.count();
    await hand.press(unseen.first());
    await expect(unseen).toHaveCount(before - 1);
  }
  const reasons = check.locator('[data-open][data-answer]');
  while ((await reasons.count()) > 0) {
    const before = await reasons.count();
    await hand.press(reasons.first().getByRole('button').first());
    await expect(reasons).toHaveCount(before - 1);
  }
  await expect(proceed).toBeEnabled();
  await hand.press(proceed, 'Control+Enter');
}

const next = (page: Page) => page.getByRole('link', { name: /^Next (waiting|to interpret)/ });

for (const way of ['keys', 'mouse'] as const)
  test(`SHELL-257 a morning of four plates by ${way} alone, for a technician and a physician`, async ({
    page,
    context,
    baseURL,
    signIn,
  }) => {
    test.setTimeout(900_000);
    const runs = await fourPlates(baseURL ?? '');
    const count: InputCount = { clicks: 0, keys: 0 };
    await countInput(context, count);
    const hand = handOf(page, way);
    for (const [who, decision] of [
      [demoUser.technician, 'Submit'],
      [demoUser.physician, 'Approve'],
    ] as const) {
      await uncounted(page, count, () => signIn(who));
      Object.assign(count, { clicks: 0, keys: 0 });
      for (const [index, run] of runs.entries()) {
        const before = { ...count };
        if (index === 0) await hand.open(run);
        await expect(page).toHaveURL(new RegExp(run.id));
        if (decision === 'Submit') await interpret(page, hand);
        await look(page, hand);
        await decide(page, hand, decision);
        const isLast = index === runs.length - 1;
        if (!isLast) {
          await expect(next(page)).toBeVisible();
          if (way === 'keys') {
            await expect(next(page)).toBeFocused();
            await page.keyboard.press('Enter');
          } else await next(page).click();
        } else
          await expect(
            page.getByText(decision === 'Submit' ? 'Wait for approval' : 'Approved').first(),
          ).toBeVisible();
        process.stdout.write(
          `${way}, ${who}, plate ${index + 1}: ${count.keys - before.keys} keys, ${count.clicks - before.clicks} clicks\n`,
        );
      }
      process.stdout.write(`${way}, ${who}: ${count.keys} keys, ${count.clicks} clicks\n`);
      expect(count.keys).toBeLessThanOrEqual(MOST.keys);
      expect(count.clicks).toBeLessThanOrEqual(MOST.clicks);
      if (way === 'keys') expect(count.clicks).toBe(0);
      else expect(count.keys).toBe(0);
    }
  });
