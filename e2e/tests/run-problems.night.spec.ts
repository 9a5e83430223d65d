import type { Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { decideInCheck } from '../support/check.ts';
import { problem } from '../support/problem.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test.describe('failures on a run', () => {
  test.use({ expectedProblems: ['/api/', 'Failed to load resource'] });
  const logged = problem(500, { code: 'unexpected', message: 'It has been logged.' });

  /** Makes calls of a method and address fail, acts, and returns the notice with the given title. */
  async function failing(
    page: Page,
    { call, title }: { readonly call: `${string} ${string}`; readonly title: string },
    act: () => Promise<unknown>,
  ) {
    const [method, address = ''] = call.split(' ');
    await page.route(address, (route) =>
      route.request().method() === method ? logged(route) : route.fallback(),
    );
    const notice = page.getByRole('alert').filter({ hasText: `${title}It has been logged.` });
    // Concurrently, because on a busy machine the notice may be gone before the action has finished.
    await Promise.all([expect(notice).toBeVisible(), act()]);
    await page.unroute(address);
    return notice;
  }
  const footer = (page: Page, name: string) =>
    page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click();
  const answer = (page: Page, name: 'OK' | 'Yes') =>
    page.getByRole('alertdialog').getByRole('button', { name }).click();

  test('ERR-22 ERR-23 ERR-29 CONST-11 REVIEW-63 REVIEW-67 REVIEW-74 EXPORT-11 failures of comments, diagnostics and exports are reported by name', async ({
    page,
    baseURL,
    signIn,
  }) => {
    const { id } = await makeRun(baseURL ?? '', { state: 'interpreted' });
    await signIn(demoUser.physician);
    await page.clock.install();
    await page.goto(`/run/${id}/interpretation?wells=A3`);
    const card = page.getByRole('article', { name: /A3/ });
    const field = card.getByRole('textbox');
    await field.fill('Shoulder on the first peak.');
    await failing(
      page,
      { call: 'POST **/wells/comment?*', title: 'An error occurred during the comment creation.' },
      () => card.getByRole('button', { name: 'Save' }).click(),
    );
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Shoulder on the first peak.');

    // Another user changes the run, and the refetch fails: loaded data and input stay.
    await page.route(`**/api/run/${id}`, logged);
    const colleague = await apiOf(baseURL ?? '', demoUser.technician);
    await colleague('POST', `/run/${id}/comment`, { value: 'Plate was spun twice.' });
    const stale = page.getByRole('alert').filter({ hasText: 'The latest state could not be loaded.' });
    await expect(stale).toBeVisible();
    await expect(field).toHaveValue('Shoulder on the first peak.');
    await page.unroute(`**/api/run/${id}`);
    await stale.getByRole('button', { name: 'Try again' }).click();
    await expect(stale).toHaveCount(0);
    await expect(field).toHaveValue('Shoulder on the first peak.');

    await page.getByRole('button', { name: /Update diagnostic/ }).click();
    const choice = page.getByRole('radiogroup', { name: 'New result' });
    await choice.getByText('Homozygous wild type').click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Repeat of the sample agrees');
    const validate = () => page.getByRole('button', { name: /^Save result/ }).click();
    const patch = 'PATCH **/interpreted-wells?*' as const;
    await failing(page, { call: patch, title: 'Suggested result not updated.' }, validate);
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();

    await validate();
    const updated = page.getByRole('status').filter({ hasText: /^A3 is now/ });
    await expect(updated).toBeVisible();
    await expect(choice).toHaveCount(0);
    await page.clock.runFor(6000);
    await expect(updated).toBeVisible();
    await page.clock.runFor(5000);
    await expect(updated).toBeHidden();

    await page.getByRole('tab', { name: 'Export' }).click();
    await failing(
      page,
      { call: 'POST **/run/export/*', title: 'An error occurred during the export file generation.' },
      () => page.getByRole('button', { name: 'Export', exact: true }).click(),
    );
    await expect(page.getByRole('tab', { name: 'Wells' })).toHaveAttribute('aria-selected', 'true');
  });

  test('ERR-24 ERR-26 ERR-27 ERR-28 REVIEW-32 REVIEW-35 failures to decide, archive, delete and restore are reported by name', async ({
    page,
    baseURL,
    signIn,
  }) => {
    const waiting = await makeRun(baseURL ?? '', { state: 'submitted' });
    const approved = await makeRun(baseURL ?? '', { state: 'approved' });
    const archived = await makeRun(baseURL ?? '', { state: 'archived' });
    await signIn(demoUser.superAdmin);
    await page.clock.install();
    await page.goto(`/run/${waiting.id}/interpretation`);
    await footer(page, 'Approve');
    await failing(
      page,
      { call: 'PUT **/status?*', title: 'An error occurred during the status update' },
      () => decideInCheck(page, 'Approve'),
    );
    await page.getByRole('link', { name: /^Back to the plate/ }).click();
    await footer(page, 'Delete run');
    await failing(
      page,
      { call: 'DELETE **/api/run/*', title: 'An error occurred during run delete operation.' },
      () => answer(page, 'Yes'),
    );

    await page.goto(`/run/${approved.id}/interpretation`);
    await footer(page, 'Archive');
    await failing(
      page,
      { call: 'POST **/archive', title: 'An error occurred during run archive operation.' },
      () => answer(page, 'OK'),
    );

    await page.goto(`/archive/run/${archived.id}/interpretation`);
    for (const { name, sure, call, title } of [
      {
        name: 'Restore',
        sure: 'OK',
        call: 'POST **/api/archive/restore/**',
        title: 'The run could not be restored.',
      },
      {
        name: 'Delete permanently',
        sure: 'Yes',
        call: 'DELETE **/api/archive/**',
        title: 'An error occurred during run delete operation.',
      },
    ] as const) {
      await footer(page, name);
      const notice = await failing(page, { call, title }, () => answer(page, sure));
      await page.clock.runFor(1500);
      await expect(notice).toBeVisible();
      await page.clock.runFor(2000);
      await expect(notice).toBeHidden();
    }
  });

  test('ERR-13 ERR-19 CONST-12 REVIEW-36 a run that cannot be loaded is reported for 10 s, with a retry', async ({
    page,
    baseURL,
    signIn,
  }) => {
    const imported = await makeRun(baseURL ?? '', { state: 'imported' });
    const interpreted = await makeRun(baseURL ?? '', { state: 'interpreted' });
    await signIn(demoUser.technician);
    await page.clock.install();
    const open = (title: string, address: string) =>
      failing(page, { call: 'GET **/api/run/*', title }, () => page.goto(address));
    await open('Cannot access run page', `/run/${imported.id}/configuration`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('textbox', { name: 'Plate id' })).toBeVisible();

    const review = await open(
      'The run could not be loaded.',
      `/run/${interpreted.id}/interpretation?wells=A3`,
    );
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expect(page.getByRole('figure')).toHaveCount(0);
    await expect(page).not.toHaveURL(/wells=/);
    await page.clock.runFor(8000);
    await expect(review).toBeVisible();
    await page.clock.runFor(2500);
    await expect(review).toBeHidden();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('grid', { name: 'Plate, 96 wells' })).toBeVisible();
  });
});
