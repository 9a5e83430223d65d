import type { Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test, nightTest } from '../support/test.ts';

/** The frame of every screen: addresses, rail, about, releases, reindex, and what each user may open. */

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('SHELL-02 SHELL-07 SHELL-08 SHELL-09 SHELL-10 SHELL-11 SHELL-12 SHELL-13 SHELL-15 every address opens its screen, also after a reload and with Back', async ({
  page,
  baseURL,
  signIn,
}) => {
  const address = baseURL ?? '';
  const imported = await makeRun(address, { state: 'imported' });
  const interpreted = await makeRun(address, { state: 'interpreted' });
  const archived = await makeRun(address, { state: 'archived' });
  await signIn(demoUser.physician);
  await expect(heading(page, 'Runs')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();

  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page).toHaveURL(`${address}/run/import`);
  await expect(heading(page, 'Import')).toBeVisible();
  await expect(page).toHaveTitle('Import – Curvewell');
  await page.goBack();
  await expect(page).toHaveURL(`${address}/`);
  await expect(heading(page, 'Runs')).toBeVisible();
  await page.goForward();
  await expect(heading(page, 'Import')).toBeVisible();
  await page.getByRole('link', { name: 'Curvewell, run list' }).click();
  await expect(page).toHaveURL(`${address}/`);
  await expect(heading(page, 'Runs')).toBeVisible();

  await page.goto(`/run/${imported.id}/configuration`);
  await expect(page.getByRole('textbox', { name: 'Plate id' })).toBeVisible();
  await page.goto(`/run/${interpreted.id}/interpretation`);
  await expect(heading(page, `Run ${interpreted.businessId}`)).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Plate, 96 wells' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Plate, 96 wells' })).toBeVisible();
  await expect(page).toHaveURL(`${address}/run/${interpreted.id}/interpretation`);

  await rail(page).getByRole('link', { name: 'Archive' }).click();
  await expect(page).toHaveURL(`${address}/archive`);
  await expect(page.getByRole('table', { name: 'Archive' })).toBeVisible();
  await page.goto(`/archive/run/${archived.id}/interpretation`);
  await expect(page.getByText('Archived on')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Plate, 96 wells' })).toBeVisible();

  await page.goto('/admin');
  await expect(page).toHaveURL(`${address}/admin/configuration`);
  await expect(heading(page, 'Configuration')).toBeVisible();
});

test('SHELL-29 AUTH-24 only a super administrator finds Reindex', async ({ page, signIn }) => {
  for (const [login, isThere] of [
    [demoUser.technician, false],
    [demoUser.qaAdmin, false],
    [demoUser.superAdmin, true],
  ] as const) {
    await signIn(login);
    await expect(rail(page).getByRole('button', { name: 'About' })).toBeVisible();
    await expect(rail(page).getByRole('button', { name: 'Reindex' })).toHaveCount(isThere ? 1 : 0);
    await expect(rail(page).getByRole('link', { name: 'Jobs' })).toHaveCount(isThere ? 1 : 0);
  }
});

test.describe('reindexing', () => {
  test.use({ expectedProblems: ['reindex-elasticsearch 409', 'status of 409'] });

  nightTest(
    'SHELL-31 SHELL-32 SHELL-33 ERR-34 it asks first, and shows the outcome',
    async ({ page, signIn }) => {
      await signIn(demoUser.superAdmin);
      const question = page.getByRole('alertdialog', { name: 'Rebuild the search index of all runs?' });
      const reindex = rail(page).getByRole('button', { name: 'Reindex' });
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('reindex')) sent.push(request.url());
      });
      await reindex.click();
      await question.getByRole('button', { name: 'No' }).click();
      await expect(question).toBeHidden();
      expect(sent).toEqual([]);

      await reindex.click();
      await question.getByRole('button', { name: 'Yes' }).click();
      await expect(
        page.getByRole('status').filter({ hasText: 'The search index was rebuilt.' }),
      ).toContainText('Reindex');
      expect(sent).toHaveLength(1);

      await page.route('**/api/run/reindex-elasticsearch', (route) =>
        route.fulfill({
          status: 409,
          json: { code: 'busy', message: 'The index is being rebuilt.', issues: [], requestId: 'r-1' },
        }),
      );
      await reindex.click();
      await question.getByRole('button', { name: 'Yes' }).click();
      const failure = page.getByRole('alert').filter({ hasText: 'Reindex failed' });
      await expect(failure).toContainText('The index is being rebuilt.');
      await expect(question).toBeHidden();

      // Beside the rail and above the footer.
      await expect.poll(async () => (await failure.boundingBox())?.x).toBe(100);
      const { y = 0, height = 0 } = (await failure.boundingBox()) ?? {};
      expect(900 - y - height).toBeGreaterThanOrEqual(72);

      await page.getByRole('button', { name: /user menu/ }).click();
      await page.getByRole('menuitem', { name: 'Messages' }).click();
      const messages = page.getByRole('dialog', { name: 'Messages' }).getByRole('listitem');
      await expect(messages).toHaveText([/Reindex failedThe index is being rebuilt\./, /Reindex/]);
    },
  );
});

test('SHELL-30 SHELL-34 SHELL-36 About shows product, version, release date and manufacturer, and opens the notes', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(demoUser.technician);
  await rail(page).getByRole('button', { name: 'About' }).click();
  const about = page.getByRole('dialog', { name: 'About' });
  await expect(about.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  const facts = about.getByRole('definition');
  await expect(about.getByRole('term').first()).toHaveText('Product');
  await expect(facts.nth(0)).toHaveText('Curvewell');
  await expect(facts.nth(1)).toHaveText(/^\d+\.\d+\.\d+$/);
  await expect(about.getByRole('definition').filter({ hasText: /^\d{2}-\d{2}-\d{4}$/ })).toBeVisible();
  await expect(about.getByText('Manufacturer')).toBeVisible();
  await expectAccessible();
  const version = await facts.nth(1).innerText();
  await facts.nth(1).getByRole('button').click();
  const notes = page.getByRole('dialog', { name: `Release ${version}` });
  await expect(notes.getByRole('heading', { name: `Curvewell ${version}` })).toBeVisible();
  await expectAccessible();
  await notes.getByRole('button', { name: 'Back' }).click();
  await expect(about.getByText('Manufacturer')).toBeVisible();
});

test.describe('a manipulated release note', () => {
  // Some browsers report blocked inline handlers while the note is parsed for sanitising.
  test.use({
    expectedProblems: [
      ['Executing inline event handler violates', /^policy: script-src-attr inline .*release-notes/],
      { scope: 'test' },
    ],
  });

  test('SHELL-37 SHELL-38 SHELL-39 the notes of an unseen release open once on start, as sanitised rich text', async ({
    page,
    baseURL,
    signIn,
  }) => {
    await signIn(demoUser.technician);
    await expect(heading(page, 'Runs')).toBeVisible();
    const note = `<h2>What is new</h2><p onclick="hacked=1">Better <strong>curves</strong></p>
      <script>hacked=1</script><img src="x" onerror="hacked=1"><svg onload="hacked=1"></svg>
      <a href="javascript:hacked=1">link</a><iframe src="/"></iframe><form action="/x"><button>Send</button></form>`;
    let asked = 0;
    await page.route('**/api/release/last-if-not-seen', (route) => {
      asked += 1;
      return route.fulfill({ json: { version: '0.2.0', date: '2026-11-24', note, algoVersion: '1.1.0' } });
    });
    await page.reload();
    const notes = page.getByRole('dialog', { name: 'Release 0.2.0 · 24-11-2026' });
    await expect(notes.getByRole('heading', { name: 'What is new' })).toBeVisible();
    await expect(notes.locator('strong')).toHaveText('curves');
    expect(asked).toBe(1);
    await expect(notes.locator('script, img, iframe, [onclick], [onload], [href^=javascript]')).toHaveCount(
      0,
    );
    await notes.getByText('link').click();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    await expect(notes.getByRole('region', { name: 'Release notes' })).toHaveAttribute('tabindex', '0');

    const marked = page.waitForResponse('**/api/release/0.2.0/update-seen');
    await page.keyboard.press('Escape');
    expect((await marked).status()).toBe(204);
    await expect(notes).toBeHidden();
    await page.unroute('**/api/release/last-if-not-seen');
    const technician = await apiOf(baseURL ?? '', demoUser.technician);
    expect(await technician('GET', '/release/last-if-not-seen')).toBeNull();
    await page.reload();
    await expect(page.getByText('Version 0.2.0')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('from 1280 px the rail has labels, below that only icons, below 768 px it is a menu', async ({
  page,
  signIn,
}) => {
  await signIn(demoUser.technician);
  const about = rail(page).getByRole('button', { name: 'About' });
  const widthOf = async () => (await rail(page).boundingBox())?.width;
  for (const [width, rails] of [
    [1280, 84],
    [1279, 56],
    [768, 56],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(widthOf, `${width} px`).toBe(rails);
  }
  await about.hover();
  await expect(page.getByRole('tooltip', { name: 'About' })).toBeVisible();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(rail(page)).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await rail(page).getByRole('link', { name: 'Archive' }).click();
  await expect(heading(page, 'Archive')).toBeVisible();
  await expect(rail(page)).toBeHidden();
});

nightTest(
  'AUTH-18 AUTH-37 approving, archiving and deleting are offered by permission',
  async ({ page, baseURL, signIn }) => {
    const waiting = await makeRun(baseURL ?? '', { state: 'submitted' });
    const approved = await makeRun(baseURL ?? '', { state: 'approved' });
    const button = (name: string) => page.getByRole('contentinfo').getByRole('button', { name, exact: true });
    const offered = async (login: (typeof demoUser)[keyof typeof demoUser]) => {
      await signIn(login);
      await expect(heading(page, 'Runs')).toBeVisible();
      const configuration = await rail(page).getByRole('link', { name: 'Configuration' }).count();
      await page.goto(`/run/${waiting.id}/interpretation`);
      await expect(heading(page, `Run ${waiting.businessId}`)).toBeVisible();
      await expect(button('Close run')).toBeVisible();
      const decide = [await button('Approve').count(), await button('Reject').count()];
      await page.goto(`/run/${approved.id}/interpretation`);
      await expect(heading(page, `Run ${approved.businessId}`)).toBeVisible();
      await expect(button('Close run')).toBeVisible();
      return {
        configuration: configuration > 0,
        decide: decide.every((count) => count > 0),
        archive: (await button('Archive').count()) > 0,
        delete: (await button('Archive and delete').or(button('Delete run')).count()) > 0,
      };
    };
    expect(await offered(demoUser.technician)).toEqual({
      configuration: false,
      decide: false,
      archive: false,
      delete: false,
    });
    expect(await offered(demoUser.physician)).toEqual({
      configuration: true,
      decide: true,
      archive: true,
      delete: false,
    });
    expect(await offered(demoUser.manager)).toEqual({
      configuration: false,
      decide: false,
      archive: true,
      delete: true,
    });
  },
);

test('theme, shortcuts, and skip links by keyboard', async ({ page, signIn }) => {
  await signIn(demoUser.technician);
  await expect(heading(page, 'Runs')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const menu = page.getByRole('button', { name: /user menu/ });
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await page.getByRole('menuitem', { name: 'Shortcuts' }).click();
  const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' });
  await expect(shortcuts.getByText('Extend the rectangle')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await rail(page).getByRole('link', { name: 'Archive' }).click();
  await expect(heading(page, 'Archive')).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search runs, samples' }).fill('contr');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Controls')).toBeFocused();
});

test.describe('a browser in another language', () => {
  test.use({ locale: 'sv-SE' });

  nightTest(
    'SHELL-47 SHELL-48 gets en-GB, the default for untranslated languages',
    async ({ page, signIn }) => {
      await signIn(demoUser.technician);
      await expect(heading(page, 'Runs')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
      await expect(page.getByRole('cell', { name: /^\d{2}-\d{2}-\d{4}/ }).first()).toBeVisible();
    },
  );
});
