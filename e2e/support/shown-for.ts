import { expect, type Locator } from 'playwright/test';

/** How long something that is shown now stays, in ms. */
export async function shownFor(what: Locator): Promise<number> {
  await expect(what).toBeVisible();
  const began = Date.now();
  await expect(what).toBeHidden({ timeout: 10_000 });
  return Date.now() - began;
}
