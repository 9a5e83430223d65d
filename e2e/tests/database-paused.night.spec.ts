import { changeAWell, openWells } from '../support/creation.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test.describe('a paused database', () => {
  test.skip(process.platform !== 'linux', 'Its processes are found by way of Linux.');
  test.use({ expectedProblems: ['503', 'ApiProblem', 'net::ERR', 'Failed to load'] });

  test('OPS-105 the page waits for it, continues without intervention, and keeps all input', async ({
    page,
    product,
    address,
    signIn,
  }) => {
    test.skip(product === null, 'A product that runs elsewhere is left alone.');
    const run = await makeRun(address, { state: 'configured' });
    await signIn(demoUser.technician);
    const cell = await changeAWell(page, run);

    const resume = product?.pauseDatabase();
    try {
      await page.getByRole('link', { name: 'Archive' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
      await expect(page.getByText('The server is not responding. Trying again …')).toBeVisible({
        timeout: 60_000,
      });
    } finally {
      resume?.();
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible({ timeout: 60_000 });
    await openWells(page, run);
    await expect(cell).toBeVisible();
  });
});
