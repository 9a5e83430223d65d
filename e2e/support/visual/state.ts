import type { Page } from 'playwright/test';

import type { FilledRuns } from '../demo-fill.ts';
import type { DemoLogin } from '../demo-users.ts';

/** A screen, dialog or menu of the visual suite. */
export interface VisualState {
  readonly name: string;
  /** Null: nobody is signed in. */
  readonly as: DemoLogin | null;
  readonly at: string;
  /** Brings the opened page into the state. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** Lists what earlier states did, so that no two pictures are equal: not compared. */
  readonly isVarying?: true;
}

export type StatesOf = (runs: FilledRuns) => readonly VisualState[];

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
/** Clicks a button. */
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
/** Chooses an entry of a menu. */
export const fromMenu =
  (menu: string | RegExp, entry: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await button(page, menu).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
/** Does several steps. */
export const steps =
  (...all: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of all) await step(page);
  };
export const key = (name: string) => (page: Page) => page.keyboard.press(name);
export const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').first().waitFor();
