import type { Page, Route } from 'playwright/test';

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
      expect(looks, `before attempt ${count}`).toBe(count - 1);
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
    // Without `times: 1`: removing the route while other files load can leave those requests unanswered.
    const missing = new Set(['archive-screen']);
    await page.route(/\/assets\/archive-screen/, (route) =>
      missing.delete('archive-screen') ? route.fulfill({ status: 404 }) : route.continue(),
    );
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
