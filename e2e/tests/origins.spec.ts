import { chromium } from 'playwright/test';

import { browserLaunch } from '../support/browser.ts';
import { expect, test } from '../support/test.ts';

test('AUTH-123 on plain http with an untrustworthy address the page says what to do', async ({
  product,
  address,
}) => {
  test.skip(product === null, 'A product that runs elsewhere has an address of its own.');
  const { args = [], ...launch } = await browserLaunch();
  const map = '--host-resolver-rules=MAP *.test 127.0.0.1';
  const browser = await chromium.launch({ ...launch, args: [...args, map] });
  const page = await browser.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const { port } = new URL(address);
  await page.goto(`http://curvewell.test:${port}/archive`);
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { name: 'This address is not secure' })).toBeVisible();
  await expect(alert).toContainText(`http://curvewell.test:${port}`);
  await expect(alert).toContainText(`http://localhost:${port}`);
  await expect(alert).toContainText('https');
  expect(errors).toEqual([]);
  await browser.close();
});
