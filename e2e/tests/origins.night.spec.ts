import { chromium, expect, test, type Browser } from 'playwright/test';

import { browserLaunch } from '../support/browser.ts';
import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { startProduct, type Product } from '../support/product.ts';

/** A product under its own host name, like the Keycloak of the compose file. */
test.describe('over plain http', () => {
  test.setTimeout(300_000);
  let product: Product;
  let browser: Browser;
  test.beforeAll(async () => {
    product = await startProduct({ host: 'keycloak.localhost' });
    const { args = [], ...launch } = await browserLaunch();
    const map = '--host-resolver-rules=MAP *.localhost 127.0.0.1';
    browser = await chromium.launch({ ...launch, args: [...args, map] });
  });
  test.afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  test('AUTH-122 sign-in works if the browser treats the address as trustworthy', async () => {
    const page = await browser.newPage();
    await page.goto(product.address);
    await page.getByLabel('Login').fill('tech');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
    expect(page.url()).toMatch(/^http:\/\/keycloak\.localhost:/);
    await page.close();
  });

  test('AUTH-110 two tabs that renew their tokens at the same moment both stay signed in', async () => {
    const context = await browser.newContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto(product.address);
    await first.getByLabel('Login').fill('tech');
    await first.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await first.getByRole('button', { name: 'Sign in' }).click();
    await expect(first.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
    await second.goto(product.address);
    await expect(second.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();

    const renewals: number[] = [];
    context.on('response', (answer) => {
      if (answer.url().endsWith('/openid-connect/token')) renewals.push(answer.status());
    });
    await first.evaluate(() => {
      const tokens = JSON.parse(localStorage.getItem('curvewell.tokens') ?? '{}') as object;
      localStorage.setItem('curvewell.tokens', JSON.stringify({ ...tokens, expiresAt: Date.now() + 1000 }));
    });
    await expect.poll(() => renewals.length).toBeGreaterThan(0);
    // Both tabs check every 5 s: in two rounds a second renewal would show.
    await first.waitForTimeout(11_000);
    expect(renewals).toEqual([200]);
    for (const page of [first, second]) {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
    }
    await context.close();
  });
});
