import { INJECTIONS, injectIntoAnswers } from '../support/injections.ts';
import { MADE_WELLS, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

/** Minimum number of fields to inject into, and of injections for each. */
const FIELDS = 25;
const OF_EACH_FIELD = INJECTIONS.length;

test.describe('every text from the server', () => {
  // Leaving a page during a renewal loses the new token, so the page signs in again.
  test.use({ expectedProblems: ['/openid-connect/token', 'Failed to refresh token'] });

  test('OPS-190 is shown as text on every screen', async ({ page, baseURL, signIn }) => {
    test.setTimeout(OF_EACH_FIELD * 120_000);
    const decided = await makeRun(baseURL ?? '', { state: 'approved', wells: MADE_WELLS });
    const archived = await makeRun(baseURL ?? '', { state: 'archived', wells: MADE_WELLS });
    await signIn(demoUser.superAdmin);
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
    const addresses = [
      '/',
      `/run/${decided.id}/interpretation`,
      `/run/${decided.id}/history`,
      '/archive',
      '/controls',
    ];
    addresses.push(
      `/archive/run/${archived.id}/interpretation`,
      '/laboratory',
      '/admin/laboratories',
      '/admin/audit',
    );
    addresses.push(
      ...['kits', 'lots', 'diagnostics', 'analysers'].map((tab) => `/admin/configuration?tab=${tab}`),
    );
    const held = await injectIntoAnswers(page);
    const isWhole = (field: string) => (held.get(field) ?? 0) >= OF_EACH_FIELD;
    const whole = () => [...held.keys()].filter(isWhole);
    // Each visit of a screen gets different injections, until every field has held all of them.
    const fieldsOf = new Map<string, readonly string[]>();
    for (let visit = 0; visit < OF_EACH_FIELD && whole().length < FIELDS; visit++) {
      for (const address of addresses) {
        if (fieldsOf.get(address)?.every(isWhole) === true) continue;
        const before = new Map(held);
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expect(page.getByText('window.ran').first(), address).toBeVisible();
        expect(await page.evaluate(() => 'ran' in window), address).toBe(false);
        await expect(page.locator('img[src=x], iframe[srcdoc], [onload], [onerror], [ontoggle]')).toHaveCount(
          0,
        );
        if (visit === 0)
          fieldsOf.set(
            address,
            [...held.keys()].filter((field) => held.get(field) !== before.get(field)),
          );
      }
    }
    // Every one of these fields has held all injections.
    expect(whole().length, `fields: ${[...held.keys()].join(', ')}`).toBeGreaterThanOrEqual(FIELDS);
  });
});
