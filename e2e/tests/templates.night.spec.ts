import type { Locator, Page } from 'playwright/test';

import { openWells, wellPanel } from '../support/creation.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

async function open(page: Page, entry: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Template', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  return page.getByRole('dialog', { name: entry });
}

const question = (page: Page): Locator => page.getByRole('alertdialog');

test.describe('templates', () => {
  test.use({ expectedProblems: ['500', 'Failed to load resource'] });

  test('TEMPLATE-01 TEMPLATE-02 TEMPLATE-03 TEMPLATE-04 TEMPLATE-05 TEMPLATE-06 TEMPLATE-07 TEMPLATE-10 TEMPLATE-11 TEMPLATE-12 TEMPLATE-13 TEMPLATE-14 STEP2-04 ERR-32 ERR-33 ERR-49 a template is saved, overwritten, loaded and deleted while a run is created', async ({
    page,
    baseURL,
    signIn,
    expectAccessible,
  }) => {
    const address = baseURL ?? '';
    const name = `Dashboard ${Date.now().toString(36)}`;
    const run = await makeRun(address, { state: 'configured' });
    const interpreted = await makeRun(address, { state: 'interpreted' });
    // The browser asks before leaving unsaved wells.
    page.on('dialog', (dialog) => void dialog.accept());
    await signIn(demoUser.technician);
    await openWells(page, run);

    // Reset clears kit, lot, sample type and buffer; nothing is left to save.
    await page.getByRole('button', { name: 'Template', exact: true }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Load template', 'Save template', 'Reset template']);
    await page.getByRole('menuitem', { name: 'Reset template' }).click();
    await expect(question(page)).toContainText(/Clear \d+ wells\?/);
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('gridcell', { name: 'A1, S-1, not set' })).toBeVisible();
    await expect(page.getByText('Set at least one well.')).toBeVisible();
    await page.getByRole('button', { name: 'Template', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Save template' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('8 of 8 set wells complete')).toBeVisible();

    const save = await open(page, 'Save template');
    await expect(save.getByLabel('Template name')).toBeFocused();
    await save.getByRole('button', { name: 'Save' }).click();
    await expect(save).toContainText('Enter a name.');
    await save.getByLabel('Template name').fill(name);
    const fail = {
      status: 500,
      json: { code: 'unexpected', message: 'Disk full.', issues: [], requestId: 'r' },
    };
    await page.route('**/api/template-well', (route) =>
      route.request().method() === 'POST' ? route.fulfill(fail) : route.continue(),
    );
    await save.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Template creation error' })).toContainText(
      'Disk full.',
    );
    await page.unrouteAll();
    await save.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`Template “${name}” saved.`)).toBeVisible();
    await expect(save).toHaveCount(0);

    // The same name again, now with A1 as a standard: the template is overwritten.
    await page.getByRole('gridcell', { name: /^A1,/ }).click();
    await wellPanel(page).getByText('Standard', { exact: true }).click();
    const again = await open(page, 'Save template');
    await again.getByLabel('Template name').fill(name);
    await again.getByRole('button', { name: 'Save' }).click();
    await expect(question(page)).toContainText(`Overwrite the template “${name}”?`);
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await question(page).getByRole('button', { name: 'OK' }).click();
    expect((await put).url()).toMatch(/\/api\/template-well\/[\w-]+$/);
    await expect(again).toHaveCount(0);

    const other = await makeRun(address, { state: 'configured' });
    await openWells(page, other);
    const listed = page.waitForRequest((request) => /\/api\/template-well\?kitIds=/.test(request.url()));
    const load = await open(page, 'Load template');
    await listed;
    await load.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name }).click();
    await expect(load.getByRole('status')).toHaveText('1 well will change: 0 kits, 1 type, 0 names.');
    await expect(load.getByRole('img', { name: '1 well will change.' })).toBeVisible();
    await expect(load.getByRole('button', { name: 'Delete template' })).toBeVisible();
    await expectAccessible();
    await load.getByRole('button', { name: 'Load' }).click();
    await expect(page.getByRole('gridcell', { name: /^A1, S-1, standard, missing/ })).toBeVisible();

    const remove = await open(page, 'Load template');
    await remove.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name }).click();
    await page.route('**/api/template-well/*', (route) => route.fulfill(fail));
    await remove.getByRole('button', { name: 'Delete template' }).click();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Template not deleted' })).toBeVisible();
    await page.unrouteAll();
    await remove.getByRole('button', { name: 'Delete template' }).click();
    await expect(question(page)).toContainText(`Delete the template “${name}”?`);
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText(`Template “${name}” deleted.`)).toBeVisible();
    await remove.getByRole('combobox', { name: 'Template' }).click();
    await expect(page.getByRole('option', { name })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await remove.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Undo' }).click();

    // Not available after the run is interpreted.
    await page.goto(`/run/${interpreted.id}/configuration`);
    await expect(page).toHaveURL(/\/interpretation/);
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Template', exact: true })).toHaveCount(0);
  });
});
