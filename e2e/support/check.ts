import { expect, type Page } from 'playwright/test';

type Decision = 'Submit' | 'Approve';

/** Ticks everything that a check asks to have been seen, gives each reason that it asks for, and presses its button. */
export async function decideInCheck(page: Page, decision: Decision): Promise<void> {
  const check = page.getByRole('region', { name: /^Check before / });
  await expect(check.getByRole('heading', { level: 2 })).toBeVisible();
  for (const box of await check.getByRole('checkbox', { name: /^I have seen/ }).all()) await box.check();
  const reasons = check.getByRole('textbox', { name: /^Another reason, / });
  for (let open = await reasons.count(); open > 0; open -= 1) {
    await reasons.first().fill('Known to the laboratory');
    await reasons.first().press('Enter');
    await expect(reasons).toHaveCount(open - 1);
  }
  // What would keep the button off, by name.
  await expect(check.getByRole('alert')).toHaveText([]);
  await expect(check.locator('[data-demand][data-open]')).toHaveText([]);
  const proceed = check.getByRole('button', { name: new RegExp(`^${decision} run `) });
  await expect(proceed).toBeEnabled();
  await proceed.click();
}

/** Goes from the plate to the check, and through it. */
export async function decide(page: Page, decision: Decision): Promise<void> {
  const name = decision === 'Submit' ? 'Submit results' : 'Approve';
  await page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click();
  await decideInCheck(page, decision);
}
