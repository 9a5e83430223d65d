import type { Page } from 'playwright/test';

import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, nightTest, test } from '../support/test.ts';

const cell = (page: Page, position: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${position},`) });
const form = (page: Page) => page.getByRole('form', { name: 'Update diagnostic' });
const choices = (page: Page) => form(page).getByRole('radio');
const save = (page: Page) => form(page).getByRole('button', { name: /^Save result/ });
const notice = (page: Page) => page.getByRole('contentinfo').getByRole('status');

/** A1 and A2 wild, A3 and A4 heterozygous, A5 mutated, A6 to A8 controls of which A8 has failed. */
const open = async (page: Page, address: string, position: string) => {
  await page.goto(`${address}?wells=${position}`);
  await page.getByRole('button', { name: /Update diagnostic/ }).click();
  await expect(form(page)).toBeVisible();
};

nightTest(
  'REVIEW-160 REVIEW-163 REVIEW-164 the form offers the possible results of the sample type, and only Save result saves',
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted' });
    const address = `/run/${run.id}/interpretation`;
    await signIn(demoUser.physician);

    await open(page, address, 'A3');
    await expect(form(page).getByRole('radio', { name: 'No call' })).toBeVisible();
    for (const name of ['Heterozygous', 'Test OK', 'Test KO'])
      await expect(form(page).getByRole('radio', { name, exact: true })).toHaveCount(0);
    await expect(form(page).getByText('Choose another result.')).toBeVisible();

    await form(page).getByText('No call').click();
    await expect(form(page).getByText('Give a reason.')).toBeVisible();
    await expect(save(page)).toBeDisabled();
    await page.keyboard.press('5');
    const reason = form(page).getByRole('textbox', { name: 'Reason' });
    await expect(reason).toHaveValue('Well is contaminated');
    await expect(form(page).getByRole('button', { name: 'Well is contaminated' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expectAccessible({ within: 'form' });
    // In the field a digit is text, and Enter does not save.
    await reason.press('End');
    await reason.pressSequentially(' 2');
    await reason.press('Enter');
    await expect(reason).toHaveValue('Well is contaminated 2');
    await reason.press('Control+Enter');
    await expect(notice(page)).toContainText('A3 is now No call. “Well is contaminated 2”');
    await expect(cell(page, 'A3')).toHaveAccessibleName(/no call.*updated/i);

    await open(page, address, 'A8');
    await expect(choices(page)).toHaveCount(1);
    await expect(form(page).getByRole('radio', { name: 'Test OK' })).toBeChecked();
    await page.keyboard.press('2');
    await expect(reason).toHaveValue('Pipetting error in this well');
    await save(page).click();
    await expect(notice(page)).toContainText('A8 is now Test OK.');
  },
);

nightTest(
  'REVIEW-166 Update diagnostic fits without scrolling at 1366 × 768',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted' });
    await signIn(demoUser.physician);
    await page.setViewportSize({ width: 1366, height: 768 });
    // A sample, a standard and a control.
    for (const position of ['A3', 'A6', 'A8']) {
      await open(page, `/run/${run.id}/interpretation`, position);
      await expect(form(page).getByRole('textbox', { name: 'Reason' })).toBeInViewport({ ratio: 1 });
      await expect(save(page)).toBeInViewport({ ratio: 1 });
      const scrolled = await form(page).evaluate((element) => {
        const found: string[] = [];
        for (let room = element.parentElement; room !== null; room = room.parentElement)
          if (room.scrollHeight > room.clientHeight && getComputedStyle(room).overflowY !== 'visible')
            found.push(room.className);
        return found;
      });
      expect(scrolled, position).toEqual([]);
    }
  },
);

nightTest(
  'REVIEW-433 in a small window the results, all reasons and the button are in view below the curves at once',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted' });
    await signIn(demoUser.physician);
    await page.setViewportSize({ width: 1000, height: 700 });
    await open(page, `/run/${run.id}/interpretation`, 'A3');
    await expect(choices(page).first()).toBeFocused();
    const field = form(page).getByRole('textbox', { name: 'Reason' });
    await expect(field).toBeInViewport({ ratio: 1 });
    for (const part of [
      ...(await form(page).getByRole('button').all()),
      ...(await form(page).locator('label').all()),
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
    // The last line, which stays at the bottom, covers nothing.
    const [reason, button] = [await field.boundingBox(), await save(page).boundingBox()];
    expect((reason?.y ?? 0) + (reason?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
    await expect(page.getByText('Threshold 60')).toBeInViewport();
  },
);

nightTest(
  'REVIEW-165 Undo is offered for ten seconds, and longer while focused',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted' });
    await signIn(demoUser.physician);
    await page.clock.install();
    await open(page, `/run/${run.id}/interpretation`, 'A1');
    await form(page).getByText('Heterozygous').click();
    await page.keyboard.press('1');
    await page.keyboard.press('Control+Enter');
    await expect(notice(page)).toContainText('A1 is now Heterozygous. “Second peak is a spike”');
    await expect(cell(page, 'A1')).toHaveAccessibleName(/updated/);

    // It is in the footer and covers neither the plate nor its status line.
    const place = await notice(page).boundingBox();
    const plate = await page.locator('#plate').boundingBox();
    expect(place?.y).toBeGreaterThanOrEqual((plate?.y ?? 0) + (plate?.height ?? 0));

    const undo = notice(page).getByRole('button', { name: 'Undo' });
    await undo.focus();
    await page.clock.runFor(30_000);
    await expect(undo).toBeFocused();
    await undo.press('Enter');
    await expect(notice(page)).toContainText('A1 is Homozygous wild type again.');
    await expect(cell(page, 'A1')).not.toHaveAccessibleName(/updated/);
    await page.clock.runFor(7000);
    await expect(notice(page)).toBeEmpty();

    // The history has both.
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByText('Second peak is a spike')).toBeVisible();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  },
);

test('REVIEW-167 an opened run has the focus on its plate, and its heading is announced', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'submitted' });
  await signIn(demoUser.physician);
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${run.businessId}\\b|run ${run.businessId}\\b`, 'i') })
    .first()
    .click();
  await expect(cell(page, 'A1')).toBeFocused();
  await expect(
    page.getByRole('status').filter({ hasText: `Run ${run.businessId} – Interpretation` }),
  ).toHaveCount(1);
  await page.keyboard.press('n');
  await expect(cell(page, 'A8')).toBeFocused();
  await expect(cell(page, 'A8')).toHaveAttribute('aria-selected', 'true');

  // Also on return from the check.
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('link', { name: /Back to the plate/ }).click();
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1);
});
