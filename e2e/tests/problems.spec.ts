import type { Page, Route } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { decideInCheck } from '../support/check.ts';
import { changeAWell } from '../support/creation.ts';
import { problem } from '../support/problem.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

/** The page's behaviour when the server or the network fails, or when the user leaves early. */

const runs = (page: Page) => page.getByRole('heading', { level: 1, name: 'Runs' });

test.describe('a server that does not respond', () => {
  test.use({ expectedProblems: ['503', 'ApiProblem: Shutting down'] });

  test('ERR-01 a 503 reloads the page at once, then after 2, 4 and 8 s, and keeps all input', async ({
    page,
    baseURL,
    signIn,
  }) => {
    const run = await makeRun(baseURL ?? '', { state: 'configured' });
    await signIn(demoUser.technician);
    await changeAWell(page, run);
    const draft = () =>
      page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes('draft')));
    await expect.poll(draft).toHaveLength(1);
    const kept = await draft();

    await page.clock.install();
    await page.route('**/api/**', problem(503, { code: 'unavailable', message: 'Shutting down.' }));
    let isReady = false;
    let looks = 0;
    await page.route('**/health/ready', async (route) => {
      looks += 1;
      await route.fulfill({ status: isReady ? 200 : 503, json: {} });
    });
    const reloaded = page.waitForEvent('domcontentloaded');
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await reloaded;
    const waiting = page
      .getByRole('alert')
      .filter({ hasText: 'The server is not responding. Trying again …' });
    await expect(waiting).toBeVisible();
    await expect(waiting).toContainText(/Next attempt in [12] s\./);
    for (const [count, ms] of [
      [1, 2000],
      [2, 4000],
      [3, 8000],
    ] as const) {
      isReady = count === 3;
      await page.clock.runFor(ms / 2);
      expect(looks, `before try ${count}`).toBe(count - 1);
      if (count === 3) await page.unroute('**/api/**');
      await page.clock.runFor(ms / 2 + 100);
      await expect.poll(() => looks, `try ${count}`).toBe(count);
    }
    await expect(waiting).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();

    expect(await draft()).toEqual(kept);
  });
});

test.describe('a busy server', () => {
  test.use({ expectedProblems: ['429'] });

  test('ERR-115 a 429 is shown with the time of the automatic retry', async ({ page, signIn }) => {
    await signIn(demoUser.technician);
    // The page's own request for the list succeeds.
    const row = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1);
    await expect(row).toBeVisible();
    // Also for the second request of the list, after its rows are measured: all fail until the notice is
    // shown.
    let isRefused = true;
    await page.route('**/api/run?*', async (route) => {
      if (!isRefused) return route.fallback();
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '4' },
        json: { code: 'too-many-requests', message: 'Too many requests.', issues: [], requestId: 'req-77' },
      });
    });
    await page.reload();
    // One notice for several refused requests, since the list is requested again after measuring.
    await expect(
      page.getByRole('status').filter({ hasText: 'Too many requests.Next attempt in 4 s.' }),
    ).toBeVisible();
    isRefused = false;
    await expect(row).toBeVisible();
  });
});

test('ERR-02 a request cancelled by leaving a screen is not reported', async ({ page, signIn }) => {
  await signIn(demoUser.technician);
  await expect(runs(page)).toBeVisible();
  const given = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/run?'));
  await page.route('**/api/run?*', () => undefined);
  const asked = page.waitForRequest('**/api/run?*');
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('one');
  await page.keyboard.press('Enter');
  await asked;
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('two');
  await page.keyboard.press('Enter');
  expect((await given).failure()?.errorText).toBe('net::ERR_ABORTED');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test.describe('a list that cannot be loaded', () => {
  test.use({ expectedProblems: ['/api/run', 'Failed to load resource'] });

  test('ERR-03 ERR-04 the operation and the reason are shown for every kind of response', async ({
    page,
    signIn,
  }) => {
    await signIn(demoUser.technician);
    await expect(runs(page)).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again' });
    // The list also retries automatically, so let only the button's request through.
    const pressed = page.locator('html[data-pressed]');
    const fail = async (answer: (route: Route) => Promise<void>, reason: string) => {
      let unanswered = 0;
      await page.route('**/api/run?*', async (route) => {
        if ((await pressed.count()) > 0) return route.fallback();
        unanswered += 1;
        await answer(route);
        unanswered -= 1;
      });
      await page.reload();
      await expect(
        page.getByRole('alert').filter({ hasText: `The runs could not be loaded.${reason}` }),
      ).toBeVisible();
      await page.evaluate(() => {
        const mark = () => {
          document.documentElement.dataset['pressed'] = '';
        };
        document.addEventListener('click', mark, { capture: true });
      });
      // The button does not repeat a pending request.
      await expect.poll(() => unanswered).toBe(0);
      await again.click();
      await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1)).toBeVisible();
      await page.unroute('**/api/run?*');
    };
    await fail(problem(500, { code: 'unexpected', message: 'It has been logged.' }), 'It has been logged.');
    await fail(problem(418, { code: 'brand-new', message: 'The lamp is broken.' }), 'The lamp is broken.');
    await fail(problem(500, { message: 'No message available' }), 'No detail available.');
    await fail((route) => route.abort('connectionrefused'), 'The server cannot be reached.');
  });
});

test.describe('a screen that cannot be loaded', () => {
  test.use({
    expectedProblems: ['/api/me', 'Failed to load resource', 'ApiProblem: It has been logged', '-screen-'],
  });

  test('names the request, offers a retry, and is accessible', async ({ page, signIn, expectAccessible }) => {
    await signIn(demoUser.technician);
    await expect(runs(page)).toBeVisible();
    await page.route('**/api/me', problem(500, { code: 'unexpected', message: 'It has been logged.' }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('It has been logged.');
    await expect(page.getByText('req-77')).toBeVisible();
    await expectAccessible();
    await page.unroute('**/api/me');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(runs(page)).toBeVisible();

    // A new release has replaced the open one: the code of other pages is gone.
    await page.unrouteAll();
    await page.goto('/');
    await page.route(/\/assets\/archive-screen/, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.getByRole('link', { name: 'Archive' }).click();
    await expect(page.getByRole('heading', { name: 'Archive', level: 1 })).toBeVisible();
    await page.route(/\/assets\/controls-screen/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Controls' }).click();
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
  });
});

test('pages without permission, unknown pages and pages without a laboratory explain themselves and offer a way on', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(demoUser.technician, { at: '/admin/configuration' });
  await expect(
    page.getByRole('heading', { name: 'You do not have permission to open this page.' }),
  ).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Runs' }).last().click();
  await expect(runs(page)).toBeVisible();
  await page.goto('/run/12x/nowhere');
  await expect(page.getByRole('heading', { name: 'This page does not exist.' })).toBeVisible();
  await expect(page.getByText('/run/12x/nowhere')).toBeVisible();
  await expectAccessible();

  await signIn(demoUser.withoutLaboratory);
  await expect(
    page.getByText('You belong to no laboratory yet. Ask an administrator to add you.'),
  ).toBeVisible();
  await expect(page.getByText('newcomer', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy Your login' })).toBeVisible();
  await expectAccessible();
});

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
