import type { Run } from '@curvewell/contracts';
import { chromium, type Browser, type Page } from 'playwright/test';

import { browserLaunch } from '../support/browser.ts';
import { startProduct } from '../support/product.ts';
import { makeRun } from '../support/run-maker.ts';
import { signInAs } from '../support/sign-in.ts';
import { loadNow, MainThread, median, type Cost } from './main-thread.ts';

/** What pages with 384 wells in two channels cost the main thread. `docs/performance.md` tells how to read it. */

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30);

interface Row {
  readonly name: string;
  readonly costs: readonly Partial<Cost>[];
  readonly goal: { readonly of: keyof Cost; readonly atMost: number };
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const product = await startProduct();
const load = loadNow();
const browser = await chromium.launch(await browserLaunch());
try {
  const rows = await measured(browser);
  print(rows);
  say(`Load at the beginning ${load}, at the end ${loadNow()}; medians of ${ROUNDS}.`);
  if (rows.some((row) => !isMet(row))) process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
}

async function measured(browser: Browser): Promise<readonly Row[]> {
  const wish = { plateType: 'RECTANGULAR_384', wells: 'full' } as const;
  const reviewed = await makeRun(product.address, { ...wish, state: 'interpreted' });
  const configured = await makeRun(product.address, { ...wish, state: 'configured' });
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addLocatorHandler(page.getByRole('dialog', { name: /^Release / }), () =>
    page.keyboard.press('Escape'),
  );
  await signInAs(page, 'tech', new Map());
  const thread = await MainThread.of(page);
  const keys = (...pressed: readonly string[]) => costsOfKeys(thread, { browser, pressed });

  const opening = [];
  for (let round = 0; round < ROUNDS; round += 1)
    opening.push(await openFromList(page, { thread, reviewed }));
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

  await page.goto(`/run/${configured.id}/configuration`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('gridcell', { name: /^B2,/ }).click();
  await page.waitForTimeout(1000);
  const setupArrow: Row = {
    name: 'arrow key, step 2',
    costs: await keys('ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'),
    goal: { of: 'scriptToPaint', atMost: 16 },
  };
  return [arrow, setupArrow, selectAll, channel, open];
}

interface Keys {
  readonly browser: Browser;
  /** In turn. */
  readonly pressed: readonly string[];
}

async function costsOfKeys(thread: MainThread, { browser, pressed }: Keys): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    costs.push(await thread.key(browser, pressed[round % pressed.length] ?? ''));
  return costs;
}

/** From the list to the plate and its curves, in a page that holds nothing of the run. */
async function openFromList(
  page: Page,
  { thread, reviewed }: { readonly thread: MainThread; readonly reviewed: Run },
): Promise<Pick<Cost, 'script' | 'all'>> {
  await page.goto('/');
  const link = page.getByRole('link', { name: String(reviewed.businessId), exact: true }).first();
  await link.waitFor();
  await page.waitForTimeout(500);
  return thread.during(async () => {
    await link.click();
    // By selector: to look for roles is work in the page.
    await page.locator('[role=figure]').waitFor();
  });
}

function isMet({ costs, goal }: Row): boolean {
  return valueOf(costs, goal.of) <= goal.atMost;
}

function valueOf(costs: readonly Partial<Cost>[], of: keyof Cost): number {
  return median(costs.flatMap((cost) => cost[of] ?? []));
}

function print(rows: readonly Row[]): void {
  const words = { scriptToPaint: 'script to paint', script: 'script', all: 'all' } as const;
  say('| ms of processor time | script to paint | script | all | goal | |');
  say('| --- | ---: | ---: | ---: | --- | --- |');
  for (const row of rows) {
    const figures = (['scriptToPaint', 'script', 'all'] as const).map((of) => {
      const value = valueOf(row.costs, of);
      return Number.isNaN(value) ? '–' : value.toFixed(value < 100 ? 1 : 0);
    });
    const goal = `${words[row.goal.of]} ≤ ${row.goal.atMost}`;
    say(`| ${[row.name, ...figures, goal, isMet(row) ? 'met' : '**not met**'].join(' | ')} |`);
  }
}
