import { parseArgs } from 'node:util';

import type { Run } from '@curvewell/domain';
import { chromium, type Browser, type Page } from 'playwright/test';

import { browserLaunch } from '../support/browser.ts';
import { startProduct } from '../support/product.ts';
import { makeRun } from '../support/run-maker.ts';
import { signInAs } from '../support/sign-in.ts';
import { costOf, loadNow, median, type Cost } from './main-thread.ts';

/** Measures the main-thread time of pages with 384 wells in two channels. See `docs/performance.md`. */

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, tasks: { type: 'boolean', default: false } },
});
const ROUNDS = Number(options.rounds);
/** Where the pointer of a round is on the chart, parts of its size. */
const PLACES = [0.3, 0.6, 0.45, 0.7] as const;

/** Keys in the review of which no task may be long. */
const TASKS = [
  ['next borderline well: v', 'v'],
  ['next unresolved well: n', 'n'],
  ['larger rectangle: Shift + arrows', 'Shift+ArrowRight', 'Shift+ArrowDown'],
  ['all wells: Ctrl + A', 'Control+a', 'ArrowRight'],
  ['zoom: + and 0', '+', '0'],
  ['next curve: .', '.'],
] as const;

interface Row {
  readonly name: string;
  readonly costs: readonly Cost[];
  readonly goal: { readonly of: keyof Cost; readonly atMost: number };
}

const writeLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const product = await startProduct();
const load = loadNow();
const browser = await chromium.launch(await browserLaunch());
try {
  // With `--tasks` only the longest task of each act in the review.
  const rows = await (options.tasks ? measuredTasks(browser) : measured(browser));
  print(rows);
  writeLine(`Load at the beginning ${load}, at the end ${loadNow()}; medians of ${ROUNDS}.`);
  if (rows.some((row) => !isMet(row))) process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
}

/** A page of a technician, signed in, with a run of 384 wells to review. */
async function openedPage(browser: Browser) {
  const wish = { plateType: 'RECTANGULAR_384', wells: 'full' } as const;
  const reviewed = await makeRun(product.address, { ...wish, state: 'interpreted' });
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const news = page.getByRole('dialog', { name: /^Release / });
  await page.addLocatorHandler(news, () => page.keyboard.press('Escape'));
  await signInAs({ page, at: '/' }, 'tech', new Map());
  await openFromList(page, { browser, reviewed });
  // The dialog is closed; the handler would keep searching the page.
  await page.removeLocatorHandler(news);
  return { page, reviewed };
}

async function measuredTasks(browser: Browser): Promise<readonly Row[]> {
  const { page } = await openedPage(browser);
  return [...(await taskRows(page, browser)), ...(await pointerRows(page, browser))];
}

async function taskRows(page: Page, browser: Browser): Promise<readonly Row[]> {
  const tasks: Row[] = [];
  for (const [name, ...pressed] of TASKS) {
    await page.keyboard.press('Escape');
    await page.getByRole('gridcell', { name: /^B2,/ }).click();
    await page.waitForTimeout(1000);
    const costs = await costsOfKeys(page, { browser, pressed });
    tasks.push({ name, costs, goal: { of: 'longest', atMost: 50 } });
  }
  return tasks;
}

/** All wells, in the small chart and in the large one: the pointer over the curves, and the wheel. */
async function pointerRows(page: Page, browser: Browser): Promise<readonly Row[]> {
  const rows: Row[] = [];
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: /^B2,/ }).click();
  await page.keyboard.press('Control+a');
  for (const size of ['small', 'large'] as const) {
    if (size === 'large') await page.keyboard.press('f');
    await page.waitForTimeout(1500);
    const box = await page.locator('[role=figure]').boundingBox();
    if (box === null) throw new Error('The page shows no chart.');
    const moveTo = (part: number) => page.mouse.move(box.x + box.width * part, box.y + box.height * 0.3);
    const event = 'pointermove';
    const goal = { of: 'longest', atMost: 50 } as const;
    const hovers = await costsOf((part) => costOf({ browser, page, event, act: () => moveTo(part) }));
    rows.push({ name: `pointer over the curves, ${size}`, costs: hovers, goal });
    if (size === 'small') continue;
    const turn = (part: number) => page.mouse.wheel(0, part > 0.5 ? 120 : -120);
    const turns = await costsOf((part) => costOf({ browser, page, event: 'wheel', act: () => turn(part) }));
    rows.push({ name: `wheel, ${size}`, costs: turns, goal });
    rows.push({
      name: `zoom: + and 0, ${size}`,
      costs: await costsOfKeys(page, { browser, pressed: ['+', '0'] }),
      goal,
    });
  }
  return rows;
}

async function costsOf(measure: (part: number) => Promise<Cost>): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    costs.push(await measure(PLACES[round % PLACES.length] ?? 0.5));
  return costs;
}

async function measured(browser: Browser): Promise<readonly Row[]> {
  const { page, reviewed } = await openedPage(browser);
  const configured = await makeRun(product.address, {
    plateType: 'RECTANGULAR_384',
    wells: 'full',
    state: 'configured',
  });
  const keys = (...pressed: readonly string[]) => costsOfKeys(page, { browser, pressed });

  const opening = [];
  for (let round = 0; round < ROUNDS; round += 1)
    opening.push(await openFromList(page, { browser, reviewed }));
  const open: Row = { name: 'open a run of 384', costs: opening, goal: { of: 'all', atMost: 500 } };

  await page.getByRole('gridcell', { name: /^B2,/ }).click();
  await page.waitForTimeout(1000);
  const arrow: Row = {
    name: 'arrow key, interpretation',
    costs: await keys('ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'),
    goal: { of: 'scriptToPaint', atMost: 16 },
  };
  const channel: Row = {
    name: 'other channel',
    costs: await keys('2', '1'),
    goal: { of: 'script', atMost: 100 },
  };
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: /^B2,/ }).click();
  await page.waitForTimeout(1000);
  const all = await keys('Control+a', 'ArrowRight');
  const selectAll: Row = {
    name: 'select all 384, with curves',
    costs: all.filter((_, index) => index % 2 === 0),
    goal: { of: 'script', atMost: 60 },
  };

  const tasks = [...(await taskRows(page, browser)), ...(await pointerRows(page, browser))];

  await page.goto(`/run/${configured.id}/configuration`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('gridcell', { name: /^B2,/ }).click();
  await page.waitForTimeout(1000);
  const setupArrow: Row = {
    name: 'arrow key, step 2',
    costs: await keys('ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'),
    goal: { of: 'scriptToPaint', atMost: 16 },
  };
  return [arrow, setupArrow, selectAll, channel, open, ...tasks];
}

interface Keys {
  readonly browser: Browser;
  /** Pressed one after the other. */
  readonly pressed: readonly string[];
}

async function costsOfKeys(page: Page, { browser, pressed }: Keys): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = pressed[round % pressed.length] ?? '';
    costs.push(await costOf({ browser, page, event: 'keydown', act: () => page.keyboard.press(key) }));
  }
  return costs;
}

interface Opening {
  readonly browser: Browser;
  readonly reviewed: Run;
}

/** Opens the plate and its curves from the list, with nothing of the run in the cache. */
async function openFromList(page: Page, { browser, reviewed }: Opening): Promise<Cost> {
  await page.goto('/');
  const link = page.getByRole('link', { name: String(reviewed.businessId), exact: true }).first();
  await link.waitFor();
  await page.waitForTimeout(500);
  const act = async (): Promise<void> => {
    await link.click();
    // By selector, because a search by role is work in the page.
    await page.locator('[role=figure]').waitFor();
  };
  return costOf({ browser, page, event: 'click', act });
}

function isMet({ costs, goal }: Row): boolean {
  return valueOf(costs, goal.of) <= goal.atMost;
}

function valueOf(costs: readonly Cost[], of: keyof Cost): number {
  return median(costs.map((cost) => cost[of]));
}

function print(rows: readonly Row[]): void {
  const words = {
    scriptToPaint: 'script to paint',
    script: 'script',
    all: 'all',
    longest: 'longest task',
  } as const;
  writeLine('| ms of processor time | script to paint | script | all | longest task | goal | |');
  writeLine('| --- | ---: | ---: | ---: | ---: | --- | --- |');
  for (const row of rows) {
    const figures = (['scriptToPaint', 'script', 'all', 'longest'] as const).map((of) => {
      const value = valueOf(row.costs, of);
      return value.toFixed(value < 100 ? 1 : 0);
    });
    const goal = `${words[row.goal.of]} ≤ ${row.goal.atMost}`;
    writeLine(`| ${[row.name, ...figures, goal, isMet(row) ? 'met' : '**not met**'].join(' | ')} |`);
  }
}
