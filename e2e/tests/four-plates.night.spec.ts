import { readFileSync } from 'node:fs';

import { platePositions, type PlateType } from '@curvewell/domain';
import { expect, type Locator, type Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { countInput, type InputCount, uncounted } from '../support/count-input.ts';
import { well } from '../support/creation.ts';
import { demoUser } from '../support/demo-users.ts';
import { decideRun, MADE_KIT, madeFile, type MadeWell, type WellContent } from '../support/run-maker.ts';
import { test } from '../support/test.ts';

/**
 * A technician's and a physician's morning: four plates, two of them with 384 wells, one with a failed control and one
 * with two kits, by keyboard alone and by mouse alone. Prints the keys and clicks of each person: docs/usability.md.
 */
const SECOND_KIT = { name: 'LCT-MORNING', version: 'v1', lot: '26D0007' } as const;

interface Plate {
  readonly type: PlateType;
  readonly rows: string;
  readonly last: number;
  readonly isFailed: boolean;
  readonly isMixed: boolean;
}

const SMALL = { type: 'RECTANGULAR_96', rows: 'ABCDEFGH', last: 12 } as const;
const LARGE = { type: 'RECTANGULAR_384', rows: 'ABCDEFGHIJKLMNOP', last: 24 } as const;
const PLATES: readonly Plate[] = [
  { ...SMALL, isFailed: true, isMixed: false },
  { ...LARGE, isFailed: false, isMixed: false },
  { ...LARGE, isFailed: false, isMixed: false },
  { ...SMALL, isFailed: false, isMixed: true },
];

/** The last well of a row holds its kit's negative control, the one before the positive. */
function contentsOf({ type, rows, last, isFailed, isMixed }: Plate, stamp: string): MadeWell[] {
  const ends = [rows.at(-1), ...(isMixed ? [rows[rows.length / 2 - 1]] : [])];
  const SAMPLES: readonly WellContent[] = ['wild', 'heterozygous', 'mutated'];
  return platePositions(type).map((position, index) => {
    const [row, column] = [position[0], Number(position.slice(1))];
    const isEnd = ends.includes(row);
    const content: WellContent =
      isEnd && column === last
        ? isFailed
          ? 'contaminated'
          : 'negative'
        : isEnd && column === last - 1
          ? 'positive'
          : (SAMPLES[index % SAMPLES.length] ?? 'wild');
    return { position, name: `${stamp}-${index + 1}`, content };
  });
}

/** How a person uses the pages. */
interface Hands {
  readonly startImport: () => Promise<void>;
  readonly next: () => Promise<void>;
  readonly chooseKits: (names: readonly (typeof MADE_KIT | typeof SECOND_KIT)[]) => Promise<void>;
  /** Gives wells, from the first to the last, a setting. */
  readonly set: (from: string, to: string, setting: string) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly openCheck: () => Promise<void>;
  readonly decide: () => Promise<void>;
  readonly openFirst: () => Promise<void>;
  readonly openNext: () => Promise<void>;
}

const grid = (page: Page) => page.getByRole('grid', { name: /^Plate/ });
const footer = (page: Page) => page.getByRole('contentinfo');
const check = (page: Page) => page.getByRole('region', { name: /^Check before / });
const proceed = (page: Page) => check(page).locator('[data-proceed]');
const demands = (page: Page) => check(page).locator('[data-demand][data-open]');
const unseen = (page: Page) =>
  check(page)
    .getByRole('checkbox', { name: /^I have seen/, checked: false })
    .first();
const opensCheck = (page: Page) => footer(page).locator('[data-opens-check]');
const nextRun = (page: Page) => footer(page).getByRole('link', { name: /^Next (waiting|to interpret)/ });

async function answered(page: Page): Promise<void> {
  await expect(check(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(proceed(page)).toBeVisible();
}

/** Types text that matches one option of a focused field, and chooses it. */
async function pick(page: Page, typed: string): Promise<void> {
  await page.keyboard.type(typed);
  await expect(page.getByRole('option', { name: new RegExp(typed, 'i') }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}

async function tabTo(target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1)
    await target.page().keyboard.press('Tab');
  await expect(target).toBeFocused();
}

const rowOf = (page: Page, index: number) => page.getByRole('group', { name: `Kit ${index + 1}` });
const fieldsOf = (kit: typeof MADE_KIT | typeof SECOND_KIT) =>
  [
    ['Kit', kit.name],
    ['Kit version', kit.version],
    ['Reaction buffer', MADE_KIT.reactionBuffer],
    ['Lots', kit.lot],
  ] as const;

/** Whether a field has its value: some are filled in. */
const isSet = async (field: Locator, value: string) =>
  (await field.inputValue()) === value ||
  (await field.locator('xpath=ancestor::*[contains(@class, "Input-wrapper")][1]').innerText()).includes(
    value,
  );

const focusedWell = (page: Page) => grid(page).locator(':focus');

function keyboardOf(page: Page): Hands {
  const press = (key: string) => page.keyboard.press(key);
  /** By arrow keys, from wherever the focus is. */
  const goTo = async (position: string): Promise<void> => {
    const label = (await focusedWell(page).textContent()) ?? '';
    const [now = ''] = /^[A-P]\d+/.exec(label) ?? [];
    const down = position.charCodeAt(0) - now.charCodeAt(0);
    const right = Number(position.slice(1)) - Number(now.slice(1));
    const isFar = Math.abs(right) > 2;
    if (isFar) await press(right > 0 ? 'End' : 'Home');
    const left = isFar ? Number(position.slice(1)) - Number(await columnNow()) : right;
    for (let step = 0; step < Math.abs(left); step += 1) await press(left > 0 ? 'ArrowRight' : 'ArrowLeft');
    const isLong = Math.abs(down) > 4;
    if (isLong) await press(down > 0 ? 'PageDown' : 'PageUp');
    const rest = isLong ? position.charCodeAt(0) - (await rowNow()).charCodeAt(0) : down;
    for (let step = 0; step < Math.abs(rest); step += 1) await press(rest > 0 ? 'ArrowDown' : 'ArrowUp');
    await expect(focusedWell(page)).toContainText(new RegExp(`^${position}\\b`));
  };
  const nameNow = async () => /^([A-P])(\d+)/.exec((await focusedWell(page).textContent()) ?? '') ?? [];
  const rowNow = async () => (await nameNow())[1] ?? '';
  const columnNow = async () => (await nameNow())[2] ?? '';
  return {
    startImport: async () => {
      await press('i');
      await expect(page.getByRole('heading', { name: 'Import' })).toBeVisible();
      // Enter opens the system's dialog, which returns the focus.
      await tabTo(page.locator('[data-file-field]').first());
    },
    next: () => press('Control+Enter'),
    chooseKits: async (kits) => {
      for (const [index, kit] of kits.entries()) {
        if (index > 0) {
          await tabTo(page.getByRole('button', { name: 'Add kit' }));
          await press('Enter');
        }
        for (const [name, value] of fieldsOf(kit)) {
          const field = rowOf(page, index).getByRole('combobox', {
            name: new RegExp(`^${name}( filled in)?$`),
          });
          await expect(field).toBeEnabled();
          if (await isSet(field, value)) continue;
          await tabTo(field);
          await pick(page, value);
          // Its only version is filled in.
          if (value === SECOND_KIT.name)
            await expect(rowOf(page, index).getByRole('combobox', { name: /^Kit version/ })).toHaveValue(
              SECOND_KIT.version,
            );
        }
      }
      await press('Control+Enter');
    },
    set: async (from, to, setting) => {
      await goTo(from);
      if (to !== from) {
        await press('Shift+End');
        for (let row = from.charCodeAt(0); row < to.charCodeAt(0); row += 1) await press('Shift+ArrowDown');
      }
      await press('Control+k');
      // A sample type is found by three letters.
      await pick(page, setting.includes('-') ? setting : setting.slice(0, 3).toLowerCase());
      await expect(focusedWell(page)).toBeVisible();
    },
    start: () => press('Control+Enter'),
    openCheck: () => press('Control+Enter'),
    decide: async () => {
      await answered(page);
      while ((await demands(page).count()) > 0) {
        const before = await demands(page).count();
        await tabTo(unseen(page));
        await press('Space');
        await expect(demands(page)).toHaveCount(before - 1);
      }
      await press('Control+Enter');
    },
    openFirst: async () => {
      await press('j');
      await press('Enter');
    },
    openNext: async () => {
      await expect(nextRun(page)).toBeFocused();
      await press('Enter');
    },
  };
}

function mouseOf(page: Page): Hands {
  const panel = page.getByRole('complementary', { name: 'Well configuration' });
  return {
    startImport: () =>
      page
        .getByRole('link', { name: 'Import' })
        .or(page.getByRole('button', { name: 'Import' }))
        .first()
        .click(),
    next: () => page.getByRole('button', { name: 'Next' }).click(),
    chooseKits: async (kits) => {
      for (const [index, kit] of kits.entries()) {
        if (index > 0) await page.getByRole('button', { name: 'Add kit' }).click();
        for (const [name, value] of fieldsOf(kit)) {
          const field = rowOf(page, index).getByRole('combobox', {
            name: new RegExp(`^${name}( filled in)?$`),
          });
          await expect(field).toBeEnabled();
          if (await isSet(field, value)) continue;
          await field.click();
          await page.getByRole('option', { name: new RegExp(`^${value}`) }).click();
        }
      }
      await page.getByRole('button', { name: 'Next' }).click();
    },
    set: async (from, to, setting) => {
      if (from === to) await well(page, from).click();
      else await well(page, from).dragTo(well(page, to));
      const tile = panel.getByText(setting, { exact: true });
      if (await tile.isVisible()) {
        await tile.click();
        return;
      }
      await panel.getByRole('combobox', { name: /^Kit \(version\)/ }).click();
      await page.getByRole('option', { name: new RegExp(`^${setting}`) }).click();
    },
    start: () => page.getByRole('button', { name: 'Start interpretation' }).click(),
    openCheck: () => opensCheck(page).click(),
    decide: async () => {
      await answered(page);
      while ((await demands(page).count()) > 0) {
        const before = await demands(page).count();
        await unseen(page).click();
        await expect(demands(page)).toHaveCount(before - 1);
      }
      await proceed(page).click();
    },
    openFirst: () => page.getByRole('table', { name: 'Runs' }).locator('[data-row-link]').first().click(),
    openNext: () => nextRun(page).click(),
  };
}

/** The second kit of the mixed plate: that of made runs under another name. */
async function addSecondKit(address: string): Promise<void> {
  const api = await apiOf(address, demoUser.superAdmin);
  const kits = await api<readonly { name: string }[]>('GET', '/kit');
  if (kits.some(({ name }) => name === SECOND_KIT.name)) return;
  const text = (name: string) => readFileSync(new URL(`../files/${name}`, import.meta.url), 'utf8');
  for (const [path, name] of [
    ['/import/kit/version', 'kit.json'],
    ['/import/lot', 'lots.json'],
  ] as const) {
    const content = text(name)
      .replace(MADE_KIT.name, SECOND_KIT.name)
      .replaceAll(`"${MADE_KIT.version}"`, `"${SECOND_KIT.version}"`)
      .replace(MADE_KIT.lot, SECOND_KIT.lot);
    const form = new FormData();
    form.append('file', new Blob([content], { type: 'application/json' }), name);
    await api('POST', path, form);
  }
}

/** Rejects earlier waiting runs, so that the physician's queue has only these four plates. */
async function emptyQueue(address: string): Promise<void> {
  const api = await apiOf(address, demoUser.physician);
  const query = 'page=0&size=100&sort=since&sortDirection=asc&status=WAIT_FOR_APPROVAL';
  const { listObjects } = await api<{ listObjects: readonly { readonly id: string }[] }>(
    'GET',
    `/run?${query}`,
  );
  for (const run of listObjects) await decideRun(api, run, 'REJECTED');
}

/** From the list to the submitted run. */
async function technician(page: Page, hands: Hands, plate: Plate, stamp: string): Promise<void> {
  const { type, rows, last, isMixed } = plate;
  await hands.startImport();
  const file = await madeFile({
    wells: contentsOf(plate, stamp),
    plateType: type,
    ranAt: new Date().toISOString(),
  });
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(page.getByText(/readings/).first()).toBeVisible();
  await hands.next();
  await expect(page.getByRole('heading', { name: 'Kits' })).toBeVisible();
  await hands.chooseKits(isMixed ? [MADE_KIT, SECOND_KIT] : [MADE_KIT]);
  await expect(grid(page)).toBeVisible();
  const end = rows.at(-1) ?? '';
  const middle = rows[rows.length / 2 - 1] ?? '';
  if (isMixed) {
    await hands.set('A1', `${middle}${last}`, MADE_KIT.name);
    await hands.set(`${rows[rows.length / 2] ?? ''}1`, `${end}${last}`, SECOND_KIT.name);
  }
  for (const row of isMixed ? [middle, end] : [end]) {
    await hands.set(`${row}${last}`, `${row}${last}`, 'Negative control');
    await hands.set(`${row}${last - 1}`, `${row}${last - 1}`, 'Positive control');
  }
  await expect(page.getByRole('button', { name: 'Start interpretation' })).toBeEnabled();
  await hands.start();
  await expect(page).toHaveURL(/\/interpretation/);
  await expect(grid(page)).toBeVisible();
  await hands.openCheck();
  await hands.decide();
  await expect(page.getByText('Wait for approval').first()).toBeVisible();
}

/** Opens and approves each waiting run. */
async function physician(
  page: Page,
  hands: Hands,
  timed: (what: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const index of PLATES.keys()) {
    await timed(`physician, run ${index + 1}`, async () => {
      await (index === 0 ? hands.openFirst() : hands.openNext());
      // The approved run before has a plate too, but no button to its check.
      await expect(opensCheck(page)).toBeVisible();
      await expect(focusedWell(page)).toBeVisible();
      await hands.openCheck();
      await hands.decide();
      await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
    });
  }
}

interface Counted {
  readonly page: Page;
  readonly count: InputCount;
  readonly what: string;
}

/** Performs one part, and prints its keys and clicks. */
async function printed({ page, count, what }: Counted, work: () => Promise<void>): Promise<void> {
  const [before, began] = [{ ...count }, performance.now()];
  await work();
  await page.evaluate(() => null);
  const seconds = Math.round((performance.now() - began) / 1000);
  const line = `${what}: ${count.keys - before.keys} keys, ${count.clicks - before.clicks} clicks, ${seconds} s`;
  process.stdout.write(`${line}\n`);
}

for (const means of ['keyboard', 'mouse'] as const) {
  test(`SHELL-278 a morning of four plates by ${means} alone, counted`, async ({ page, address, signIn }) => {
    test.setTimeout(1_200_000);
    page.setDefaultTimeout(30_000);
    await page.setViewportSize({ width: 1366, height: 768 });
    await addSecondKit(address);
    await emptyQueue(address);
    const count: InputCount = { clicks: 0, keys: 0 };
    await countInput(page.context(), count);
    const hands = means === 'keyboard' ? keyboardOf(page) : mouseOf(page);
    const stamp = Date.now().toString(36).slice(-5);
    const timed = (what: string, work: () => Promise<void>): Promise<void> =>
      printed({ page, count, what: `${means}, ${what}` }, work);

    await uncounted(page, count, () => signIn(demoUser.technician));
    for (const [index, plate] of PLATES.entries()) {
      await uncounted(page, count, async () => {
        await page.goto('/');
        await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();
      });
      const kind = `${plate.type.slice(-3).replace('_', '')}${plate.isFailed ? ', failed control' : ''}${plate.isMixed ? ', two kits' : ''}`;
      await timed(`technician, plate ${index + 1} (${kind})`, () =>
        technician(page, hands, plate, `${stamp}${index}`),
      );
    }

    await uncounted(page, count, () =>
      signIn(demoUser.physician, { at: `/?status=WAIT_FOR_APPROVAL&sort=since&sortDirection=desc` }),
    );
    await expect(page.getByRole('table', { name: 'Runs' }).locator('[data-row-link]').first()).toBeVisible();
    await physician(page, hands, timed);
    // The other device is not needed; a chosen file counts as two clicks.
    if (means === 'mouse') expect(count.keys).toBe(0);
    else expect(count.clicks).toBe(2 * PLATES.length);
  });
}
