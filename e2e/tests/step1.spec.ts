import type { Kit, Run } from '@curvewell/domain';
import type { Locator, Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { choose, openRun, openWells, wellPanel } from '../support/creation.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, nightTest, test } from '../support/test.ts';

const row = (page: Page, number: number): Locator => page.getByRole('group', { name: `Kit ${number}` });
const next = (page: Page): Locator => page.getByRole('button', { name: 'Next' });

/** Types a new name and chooses the option that adds it. */
async function add(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await field
    .page()
    .getByRole('option', { name: `Add “${name.trim()}”`, exact: true })
    .click();
}

/** Answers the question about the expiry date of a lot that is added. */
async function sayNoExpiry(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: /^Add lot/ });
  await question.getByRole('checkbox', { name: 'No expiry date on the label' }).check();
  await question.getByRole('button', { name: 'Add lot' }).click();
}

test('STEP1-01 STEP1-02 STEP1-03 STEP1-17 STEP1-21 STEP1-22 STEP1-24 STEP1-25 STEP1-26 STEP1-27 ERR-16 step 1 requires analyser, kits and lots, and saves them', async ({
  page,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  // After the expiry of a lot, which is compared with the run date.
  const run = await makeRun(baseURL ?? '', { state: 'imported', ranAt: '2026-11-15T08:30:00Z' });
  await signIn(demoUser.technician);
  await openRun(page, run);
  const analyser = page.getByRole('combobox', { name: 'Analyser name' });
  await expect(analyser).toHaveAttribute('required');
  await expect(analyser).toHaveValue('Bio-Rad CFX96 (1)');
  await page.getByLabel('Plate id').fill('P-17');
  await expect(page.getByRole('definition')).toHaveText(['15-11-2026 09:30 (Europe/Stockholm)', '8 named']);
  await expectAccessible();

  const remove = page.getByRole('button', { name: /^Remove kit/ });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await remove.press('Enter');
  await expect(row(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Add kit' }).click();
  await expect(remove).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove kit 2' }).click();
  await expect(row(page, 2)).toHaveCount(0);

  // Not ready yet, the button can still be focused and says what is missing.
  await next(page).press('Enter');
  await expect(row(page, 1)).toContainText('no kit selected');
  await choose(row(page, 1), { field: 'Kit', option: 'LCT-13910' });
  await expect(row(page, 1)).toContainText('Choose a kit version.');
  await choose(row(page, 1), { field: 'Kit version', option: 'v2' });
  await expect(next(page)).toHaveAccessibleDescription('Choose a lot of LCT-13910.');
  await next(page).press('Enter');
  await expect(row(page, 1)).toContainText('Choose at least one lot.');
  await expect(page.getByText('Step 2 of 2: plate setup')).toHaveCount(0);

  // The analyser cannot be cleared, neither here nor on the server.
  await analyser.press('Backspace');
  await expect(analyser).toHaveValue('Bio-Rad CFX96 (1)');
  const api = await apiOf(baseURL ?? '', demoUser.technician);
  await expect(api('POST', `/run/acquisitions/${run.id}`, { kitIds: [] })).rejects.toThrow(': 400 ');

  await choose(row(page, 1), { field: 'Lots', option: '26A0033' });
  await expect(row(page, 1)).toContainText('26A0033 expired 31-10-2026');
  await page.keyboard.press('Escape');
  await next(page).click();
  const modal = page.getByRole('alertdialog', { name: 'Expired lot' });
  await expect(modal).toContainText('Lot 26A0033 of LCT-13910 (v2) expired on 31-10-2026. You can continue.');
  await expect(modal.getByRole('button')).toHaveText(['OK']);

  const uploaded = page.waitForRequest(`**/api/run/acquisitions/${run.id}`);
  const colours = page.waitForResponse('**/reaction-buffers/channels/diagnostic-colors?*');
  await modal.getByRole('button', { name: 'OK' }).click();
  const kits = await api<Kit[]>('GET', '/kit');
  const body = (await uploaded).postData() ?? '';
  expect(body).toContain(`{"id":"${run.analyser}"}`);
  expect(body).toContain(kits.find(({ name }) => name === 'LCT-13910')?.id);
  const asked = new URL((await colours).url()).searchParams;
  expect(asked.getAll('channelNames')).toEqual(['FAM', 'TEXAS_RED']);
  expect(asked.getAll('rbIds').length).toBeGreaterThan(0);
  await expect(page.getByText('Step 2 of 2: plate setup')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Cancel' })).toBeVisible();

  const saved = await api<Run>('GET', `/run/${run.id}`);
  expect(saved.plateId).toBe('P-17');
  expect(saved.kits[0]?.lots.map(({ name }) => name)).toEqual(['26A0033']);
});

test.describe('adding in place', () => {
  // A buffer's name is taken in another kit, which only the server knows.
  test.use({ expectedProblems: ['409'] });

  nightTest(
    'STEP1-06 STEP1-07 STEP1-08 STEP1-09 STEP1-10 STEP1-11 STEP1-12 STEP1-13 STEP1-14 STEP1-15 STEP1-16 STEP1-18 STEP2-26 ERR-15 ERR-49 kits, versions, buffers and lots are added in place by users with permission',
    async ({ page, baseURL, signIn }) => {
      const run = await makeRun(baseURL ?? '', { state: 'imported' });
      const tag = Date.now().toString(36);
      await signIn(demoUser.rdAdmin);
      await openRun(page, run);
      const kit = row(page, 1).getByRole('combobox', { name: 'Kit', exact: true });
      const version = row(page, 1).getByRole('combobox', { name: 'Kit version' });
      const buffer = row(page, 1).getByRole('combobox', { name: 'Reaction buffer' });
      const lots = row(page, 1).getByRole('combobox', { name: 'Lots' });

      await add(kit, ' ');
      await expect(row(page, 1)).toContainText('no kit name');
      await add(kit, 'lct-13910');
      await expect(row(page, 1)).toContainText('You cannot add a Kit with a same name as another one');
      await expect(lots).toBeDisabled();
      await add(kit, `Kit ${tag}`);
      await expect(version).toHaveValue('v1');

      await version.click();
      await page.getByRole('option', { name: 'Add “v2”' }).click();
      await expect(version).toHaveValue('v2');
      await add(version, ' ');
      await expect(row(page, 1)).toContainText('no kit version name');
      await add(version, 'V1');
      await expect(row(page, 1)).toContainText(
        'You cannot add a Kit Version with a same name as another one',
      );

      await add(buffer, ' ');
      await expect(row(page, 1)).toContainText('no rb name');
      await add(buffer, 'rb-2');
      await expect(row(page, 1)).toContainText(
        'You cannot add a Reaction Buffer with a same name as another one',
      );
      await add(buffer, `RB ${tag}`);
      await expect(buffer).toHaveValue(`RB ${tag}`);

      await add(lots, `L-${tag}`);
      await sayNoExpiry(page);
      await expect(page.getByText(`Lot L-${tag} added.`)).toBeVisible();
      await expect(row(page, 1).getByText(`L-${tag}`, { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');

      // A kit without zones cannot be read yet.
      await expect(next(page)).toHaveAccessibleDescription('Choose a kit that fits this file.');
      await choose(row(page, 1), { field: 'Kit', option: 'LCT-13910' });
      await choose(row(page, 1), { field: 'Kit version', option: /^v2$/ });
      await add(lots, `N-${tag}`);
      await sayNoExpiry(page);
      await expect(page.getByText(`Lot N-${tag} added.`)).toBeVisible();
      await page.keyboard.press('Escape');
      await next(page).click();
      await page.getByRole('gridcell', { name: /^A1,/ }).click();
      await choose(wellPanel(page), { field: 'Kit (version)', option: 'LCT-13910 (v2)' });
      await expect(wellPanel(page)).toContainText(`N-${tag}`);
      const wellLot = wellPanel(page).getByRole('combobox', { name: /^Lot( filled in)?$/ });
      await add(wellLot, `M-${tag}`);
      await sayNoExpiry(page);
      await expect(page.getByText(`Lot M-${tag} added.`)).toBeVisible();
      await expect(wellLot).toHaveValue(`M-${tag}`);

      // Other users cannot add anything.
      page.on('dialog', (dialog) => void dialog.accept());
      for (const login of [demoUser.technician, demoUser.qaAdmin]) {
        await signIn(login);
        await openRun(page, run);
        for (const field of [kit, version, buffer, lots]) {
          await field.fill('something else');
          await expect(page.getByRole('option', { name: /^Add/ })).toHaveCount(0);
          await page.keyboard.press('Escape');
        }
        await openWells(page, run);
        await page.getByRole('gridcell', { name: /^A1,/ }).click();
        await choose(wellPanel(page), { field: 'Kit (version)', option: 'LCT-13910 (v2)' });
        await wellLot.fill('something else');
        await expect(page.getByRole('option', { name: /^Add/ })).toHaveCount(0);
      }
    },
  );
});

test.describe('errors of the server', () => {
  test.use({ expectedProblems: ['500', '404', 'Failed to load resource', 'ApiProblem'] });

  nightTest(
    'STEP1-20 STEP1-28 ERR-17 ERR-18 lists that cannot be loaded and a lot that cannot be added are reported',
    async ({ page, baseURL, signIn }) => {
      const run = await makeRun(baseURL ?? '', { state: 'configured' });
      const fail = {
        status: 500,
        json: { code: 'unexpected', message: 'Out of order.', issues: [], requestId: 'r' },
      };
      await signIn(demoUser.rdAdmin);
      await page.route('**/api/analysers', (route) => route.fulfill(fail));
      await page.route('**/api/kit', (route) => route.fulfill(fail));
      await openRun(page, run);
      const alertOf = (title: string) => page.getByRole('alert').filter({ hasText: title });
      await expect(alertOf('The analysers could not be loaded.')).toBeVisible();
      await expect(alertOf('The kits could not be loaded.')).toBeVisible();
      await page.unrouteAll();
      await alertOf('The analysers could not be loaded.').getByRole('button', { name: 'Try again' }).click();
      await alertOf('The kits could not be loaded.').getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('combobox', { name: 'Kit', exact: true })).toHaveValue('LCT-13910');

      await page.route('**/api/kit/*/analyser/*/versions', (route) => route.fulfill(fail));
      await page.reload();
      await expect(alertOf('The lots could not be loaded.')).toBeVisible();
      await page.unrouteAll();
      await alertOf('The lots could not be loaded.').getByRole('button', { name: 'Try again' }).click();
      await expect(alertOf('The lots could not be loaded.')).toHaveCount(0);

      await page.route('**/api/lots/version/*', (route) => route.fulfill(fail));
      await add(row(page, 1).getByRole('combobox', { name: 'Lots' }), 'LOST-1');
      await sayNoExpiry(page);
      await expect(alertOf('The lot could not be added.')).toContainText('Out of order.');
      await expect(row(page, 1).getByText('LOST-1', { exact: true })).toHaveCount(0);
      await page.unrouteAll();

      await page.keyboard.press('Escape');
      await page.route('**/diagnostic-colors?*', (route) => route.fulfill(fail));
      await openWells(page, run);
      await expect(alertOf('The channels could not be loaded.')).toBeVisible();
      await page.unrouteAll();
      await alertOf('The channels could not be loaded.').getByRole('button', { name: 'Try again' }).click();
      await expect(alertOf('The channels could not be loaded.')).toHaveCount(0);

      const kitStatus = alertOf('The kit status could not be loaded.');
      await page.route('**/api/kit/*/status/*', (route) => route.fulfill(fail));
      await page.route('**/api/well/sampleTypes', (route) => route.fulfill(fail));
      await page.route('**/api/template-well?*', (route) => route.fulfill(fail));
      await openRun(page, run);
      await expect(kitStatus).toBeVisible();
      await next(page).click();
      await page.getByRole('gridcell', { name: /^A1,/ }).click();
      await expect(alertOf('The sample types could not be loaded.')).toBeVisible();
      await page.getByRole('button', { name: 'Template', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Load template' }).click();
      await expect(page.getByText('The list could not be loaded.')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.unrouteAll();
      await alertOf('The sample types could not be loaded.')
        .getByRole('button', { name: 'Try again' })
        .click();
      await expect(wellPanel(page).getByRole('radio')).toHaveCount(5);
      await openRun(page, run);
      await expect(row(page, 1)).toContainText('Validated');
    },
  );

  test('STEP1-29 ERR-13 a run page that cannot be opened says so', async ({ page, signIn }) => {
    await signIn(demoUser.technician, { at: '/run/00000000-0000-4000-8000-000000000000/configuration' });
    await expect(page.getByRole('heading', { level: 1, name: 'Cannot access run page' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Cannot access run page' })).toBeVisible();
    await page.getByRole('link', { name: 'Runs', exact: true }).last().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  });
});
