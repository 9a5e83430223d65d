import { platePositions } from '@curvewell/domain';
import type { Locator, Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { openWells, well } from '../support/creation.ts';
import { decideRun, makeRun, submitRun, type MadeWell } from '../support/run-maker.ts';
import { demoUser, expect, nightTest, often } from '../support/test.ts';

const CONTENTS = ['wild', 'heterozygous', 'mutated', 'weak'] as const;
/** A plate with names that differ only at the end, and a standard with an unexpected result. */
const WELLS = platePositions('RECTANGULAR_96').map((position, index): MadeWell => {
  const name = `LIMS-2026-00${41_231 + index}`;
  if (position === 'H12') return { position, name, content: 'wrongStandard' };
  return { position, name, content: CONTENTS[index % CONTENTS.length] ?? 'wild' };
});

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Plate, 96 wells' });
const status = (page: Page): Locator => page.getByRole('group', { name: 'Focused well' });
/** Parts of the status line that are higher than their room. */
const cutLines = (page: Page): Promise<string[]> =>
  status(page)
    .locator('div')
    .evaluateAll((parts) =>
      parts.flatMap(({ scrollHeight, clientHeight, textContent }) =>
        scrollHeight > clientHeight + 1 ? [textContent] : [],
      ),
    );

interface Painted {
  readonly name: string;
  readonly shown: string;
  readonly isInside: boolean;
}

/** The names as shown, and whether each stays 2 px inside its cell. */
function paintedNames(page: Page): Promise<Painted[]> {
  return grid(page)
    .getByRole('gridcell')
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const painted = cell.querySelector('[data-text=name]');
        const words = document.createRange();
        if (painted) words.selectNodeContents(painted);
        const { left, right, width } = words.getBoundingClientRect();
        const edge = cell.getBoundingClientRect();
        return {
          name: (cell.textContent || '').split(', ')[1] ?? '',
          shown: painted?.textContent ?? '',
          isInside: width === 0 || (left >= edge.left + 1.5 && right <= edge.right - 1.5),
        };
      }),
    );
}

async function expectReadable(page: Page, where: string): Promise<void> {
  const names = await paintedNames(page);
  expect(names, where).toHaveLength(96);
  expect(
    names.filter(({ isInside }) => !isInside),
    `${where}: clipped`,
  ).toEqual([]);
  const shown = names.filter((one) => one.shown !== '');
  expect(new Set(shown.map((one) => one.shown)).size, `${where}: alike`).toBe(shown.length);
  expect(shown.length, `${where}: painted`).toBe(96);
}

/** Window sizes with the distance between wells of a 96-well plate: step 2, interpretation. */
const SIZES = [
  { width: 1920, height: 1080, pitches: [88, 80] },
  { width: 1440, height: 900, pitches: [72, 60] },
  { width: 1366, height: 768, pitches: [62, 52] },
  { width: 1200, height: 800, pitches: [58, 52] },
  { width: 1000, height: 700, pitches: [42, 40] },
] as const;
const TRIED = often({ byDay: SIZES.filter(({ width }) => width === 1366 || width === 1000), byNight: SIZES });

/** Whether a well is fully visible, with nothing over its corners. */
const isInSight = (page: Page, position: string): Promise<boolean> =>
  well(page, position).evaluate((cell) => {
    const { left, top, right, bottom } = cell.getBoundingClientRect();
    return [top + 4, bottom - 4].every((y) =>
      [left + 4, right - 4].every((x) => cell.contains(document.elementFromPoint(x, y))),
    );
  });

async function expectReadableAtAllSizes(page: Page, use: 0 | 1): Promise<void> {
  for (const { width, height, pitches } of TRIED) {
    const where = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    const pitch = () => well(page, 'B2').evaluate((cell) => cell.getBoundingClientRect().width + 2);
    await expect.poll(pitch, where).toBe(pitches[use]);
    await expectReadable(page, where);
    const [last, below] = await Promise.all([well(page, 'H12').boundingBox(), status(page).boundingBox()]);
    expect((last?.y ?? 0) + (last?.height ?? 0), `${where}: whole`).toBeLessThan(below?.y ?? 0);
  }
}

nightTest(
  'STEP2-01 REVIEW-03 at every window size the plate is complete, its names are distinguishable, and nothing moves a well',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'configured', wells: WELLS });
    await signIn(demoUser.technician);
    await openWells(page, run);
    await expectReadableAtAllSizes(page, 0);
    const place = () => grid(page).boundingBox();

    // In a narrow window a selection opens a sheet below the plate.
    await page.setViewportSize({ width: 980, height: 700 });
    const sheet = page.getByRole('complementary', { name: 'Well configuration' });
    const before = await place();
    expect((await sheet.boundingBox())?.height).toBeLessThan(60);
    await well(page, 'B2').click();
    await expect.poll(async () => (await sheet.boundingBox())?.height).toBeGreaterThan(200);
    expect(await place()).toEqual(before);
    // The selected well and its neighbours stay visible.
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await sheet.boundingBox())?.height).toBeLessThan(60);
    await well(page, 'G2').click();
    await expect.poll(async () => (await sheet.boundingBox())?.height).toBeGreaterThan(200);
    expect((await sheet.boundingBox())?.height).toBeLessThanOrEqual(350);
    for (const position of ['F2', 'G2', 'H2', 'G1', 'G3'])
      await expect.poll(() => isInSight(page, position), position).toBe(true);

    const technician = await apiOf(baseURL ?? '', demoUser.technician);
    await technician('POST', `/run/${run.id}/interpret`);
    await submitRun(technician, run);
    await signIn(demoUser.physician, { at: `/run/${run.id}/interpretation` });
    await expect(grid(page)).toBeVisible();
    await expectReadableAtAllSizes(page, 1);

    await page.setViewportSize({ width: 1366, height: 768 });
    await expect.poll(async () => (await place())?.width).toBe(648);
    const still = await place();
    await well(page, 'H12').click();
    await expect(status(page)).toContainText('LIMS-2026-0041326');
    await expect(status(page)).toContainText('expected FAM W, TEXAS_RED W');
    await expect(status(page)).toContainText('unresolved: expected W, found X');
    expect(await cutLines(page), 'only the end of the last line may be cut').toEqual([]);
    expect(await place(), 'after a selection').toEqual(still);

    // The card of a hovered well does not cover the focused row; any key closes it.
    await well(page, 'D6').click();
    await well(page, 'D9').hover();
    const card = page.getByRole('tooltip');
    await expect(card).toBeInViewport({ ratio: 1 });
    await expect(card).toContainText('D9');
    const [cardBox, rowBox] = [await card.boundingBox(), await well(page, 'D6').boundingBox()];
    const isClear =
      (cardBox?.y ?? 0) >= (rowBox?.y ?? 0) + (rowBox?.height ?? 0) ||
      (cardBox?.y ?? 0) + (cardBox?.height ?? 0) <= (rowBox?.y ?? 0);
    expect(isClear, 'clear of the row').toBe(true);
    await page.keyboard.press('ArrowRight');
    await expect(card).toHaveCount(0);
    await expect(well(page, 'D7')).toBeFocused();
    await page.getByText('Channel 2 · TEXAS_RED').click();
    await expect(well(page, 'A3')).toHaveAccessibleName(/homozygous wild type/);
    expect(await place(), 'in another channel').toEqual(still);
    const physician = await apiOf(baseURL ?? '', demoUser.physician);
    await decideRun(physician, run, 'APPROVED');
    await page.reload();
    await expect(
      page.getByText(/^Approved by Ingrid Lindqvist on .* can no longer be changed\.$/),
    ).toBeVisible();
    expect(await place(), 'after the approval').toEqual(still);
  },
);
