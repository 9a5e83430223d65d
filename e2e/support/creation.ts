import type { Run } from '@curvewell/domain';
import { expect, type Locator, type Page } from 'playwright/test';

/** Opens step 1 of a run. */
export async function openRun(page: Page, run: Pick<Run, 'id'>): Promise<void> {
  await page.goto(`/run/${run.id}/configuration`);
  await expect(page.getByRole('heading', { name: 'Kits' })).toBeVisible();
}

/** Opens step 2 of a run that has its kits. */
export async function openWells(page: Page, run: Pick<Run, 'id'>): Promise<void> {
  await openRun(page, run);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('grid', { name: /^Plate/ })).toBeVisible();
}

export function wellPanel(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Well configuration' });
}

/** Chooses an option of a select. */
export async function choose(
  within: Locator | Page,
  { field, option }: { readonly field: string; readonly option: string | RegExp },
): Promise<void> {
  const named = (name: string) => within.getByRole('combobox', { name, exact: true });
  await named(field)
    .or(named(`${field} filled in`))
    .click();
  const page = 'page' in within ? within.page() : within;
  await page.getByRole('option', { name: option }).click();
}

/** The cell of a well. Its accessible name describes the well. */
export function well(page: Page, position: string): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`^${position},`) });
}

/** Sets a well in step 2 without saving. @returns its cell */
export async function changeAWell(page: Page, run: Pick<Run, 'id'>): Promise<Locator> {
  await openWells(page, run);
  await well(page, 'A1').click();
  await wellPanel(page).getByText('DNA', { exact: true }).click();
  const changed = page.getByRole('gridcell', { name: /^A1,.*dna/i });
  await expect(changed).toBeVisible();
  return changed;
}

/** Presses Tab until the target has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached by Tab').toBeFocused();
}
