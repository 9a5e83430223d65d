import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';
import { transferredBy } from '../support/transferred.ts';

test('OPS-491 with an empty cache the list of runs takes at most 285 kB, and the review of a run at most 214 kB more', async ({
  page,
  baseURL,
  signIn,
}, info) => {
  const { businessId } = await makeRun(baseURL ?? '', { state: 'interpreted' });
  await signIn(demoUser.technician);
  const link = page.getByRole('link', { name: String(businessId), exact: true });
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const list = await transferredBy(page, async () => {
    await page.reload();
    await expect(link).toBeVisible();
  });
  const review = await transferredBy(page, async () => {
    await link.click();
    await expect(page.getByRole('figure').first()).toBeVisible();
  });
  await info.attach('files', { body: JSON.stringify({ list, review }, null, 1) });
  // Each includes what it is named for, so that a limit cannot be kept by counting nothing.
  expect(list.files.map(([, address]) => address)).toEqual(
    expect.arrayContaining(['/', expect.stringMatching(/\.woff2$/), expect.stringMatching(/\.css$/)]),
  );
  expect(review.files.map(([, address]) => address)).toContainEqual(expect.stringMatching(/\.js$/));
  expect(list.bytes, JSON.stringify([review.bytes, review.files.length, list.files])).toBeLessThanOrEqual(
    285_000,
  );
  expect(review.bytes, JSON.stringify(review.files)).toBeLessThanOrEqual(214_000);
});
