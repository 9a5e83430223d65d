import { demoUser, expect, often, test } from '../support/test.ts';

for (const theme of often({ byDay: ['dark'], byNight: ['light', 'dark'] })) {
  test(`OPS-492 the outline of the page is painted before scripts have loaded (${theme}), and nothing shifts when they have`, async ({
    page,
    context,
    baseURL,
    signIn,
  }) => {
    await signIn(demoUser.technician);
    await context.addCookies([{ name: 'curvewell-theme', value: theme, url: baseURL ?? '' }]);
    let send = (): void => undefined;
    const wanted = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await wanted;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    const outline = page.locator('#outline');
    await expect(outline).toBeVisible();
    const colour = await outline.evaluate((element) => getComputedStyle(element).backgroundColor);
    const rail = await outline.locator('nav').boundingBox();
    const logo = await outline.locator('img').boundingBox();
    send();
    const navigation = page.getByRole('navigation').first();
    await expect(navigation).toBeVisible();
    await expect(outline).toBeHidden();
    expect(await navigation.boundingBox()).toEqual(rail);
    expect(await page.locator('#root header img').boundingBox()).toEqual(logo);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(colour);
  });
}
