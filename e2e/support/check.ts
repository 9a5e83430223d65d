import { expect, type Page } from 'playwright/test';

type Decision = 'Submit' | 'Approve';

/** Ticks everything that a check asks to have been seen, and presses its button. */
export async function decideInCheck(page: Page, decision: Decision): Promise<void> {
  const check = page.getByRole('region', { name: /^Check before / });
  await expect(check.getByRole('heading', { level: 2 })).toBeVisible();
  for (const box of await check.getByRole('checkbox', { name: 'I have seen it' }).all()) await box.check();
  await check.getByRole('button', { name: new RegExp(`^${decision} run `) }).click();
}

/** Goes from the plate to the check, and through it. */
export async function decide(page: Page, decision: Decision): Promise<void> {
  const name = decision === 'Submit' ? 'Submit results' : 'Approve';
  await page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click();
  await decideInCheck(page, decision);
}
