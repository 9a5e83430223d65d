import { expect, type Page } from 'playwright/test';

type Decision = 'Submit' | 'Approve';

/** Ticks every confirmation of a check, gives every required reason, and presses its button. */
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
  // Shows the reason if the button is disabled.
  await expect(check.getByRole('alert')).toHaveText([]);
  await expect(check.locator('[data-demand][data-open]')).toHaveText([]);
  const proceed = check.getByRole('button', { name: new RegExp(`^${decision} run `) });
  await expect(proceed).toBeEnabled();
  await proceed.click();
}

/** Opens the check from the plate and completes it. */
export async function decide(page: Page, decision: Decision): Promise<void> {
  const name = decision === 'Submit' ? 'Submit results' : 'Approve';
  await page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click();
  await decideInCheck(page, decision);
}
