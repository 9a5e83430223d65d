import { readFileSync } from 'node:fs';

import type { KitVersion, Lot } from '@curvewell/domain';

import { apiOf } from '../support/api.ts';
import { MADE_KIT } from '../support/run-maker.ts';
import { demoUser, expect, nightTest, test } from '../support/test.ts';

test.describe('lots', () => {
  // The test adds a name that is taken.
  test.use({ expectedProblems: [/409/] });

  nightTest(
    'LOT-01 LOT-02 LOT-05 LOT-06 LOT-07 LOT-08 LOT-10 LOT-11 LOT-12 LOT-13 LOT-14 LOT-15 LOT-20 LOT-21 LOT-23 LOT-24 ERR-35 ERR-45 ERR-48 ERR-49 lots are added, changed and deleted in separate steps',
    async ({ page, signIn, expectAccessible, address }) => {
      await signIn(demoUser.qaAdmin, { at: '/admin/configuration?tab=lots' });
      // The lots of all kits; the form is behind a row.
      await expect(page.getByRole('table', { name: 'Lots' }).getByRole('radio').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
      await page.getByRole('button', { name: /^Expired, still active/ }).click();
      await expect(page).toHaveURL(/show=expired/);
      await expectAccessible();
      const add = page.getByRole('button', { name: 'Add lot' });
      await add.click();
      await expect(page.getByRole('alert')).toContainText('No kit selected');

      const choose = async (field: string, name: string) => {
        await page.getByRole('combobox', { name: field, exact: true }).click();
        await page.getByRole('option', { name, exact: true }).click();
      };
      await choose('Kit', MADE_KIT.name);
      await choose('Kit version', MADE_KIT.version);
      const table = page.getByRole('table', { name: 'Lots' });
      const lot = table.getByRole('radio', { name: MADE_KIT.lot });
      await lot.focus();
      await page.keyboard.press('Space');
      const form = page.getByRole('form', { name: `Lot ${MADE_KIT.lot}` });
      await expect(form).toContainText('The name of an existing lot cannot be edited.');
      await expect(page.getByText('Nothing changed')).toBeVisible();
      await expectAccessible();

      // Unsaved changes block the list and Delete.
      await form.getByRole('textbox', { name: 'Expiry date' }).fill('01-01-2020');
      await form.getByRole('textbox', { name: 'Expiry date' }).press('Tab');
      await expect(page.getByText(`Save or cancel lot ${MADE_KIT.lot} first.`)).toBeVisible();
      await expect(lot).toBeDisabled();
      await expect(add).toBeDisabled();
      await expect(page.getByText('Save or cancel first.', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Save' }).click({ force: true });
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: "Lot not savedLot's expiry date can't be set in the past" }),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(lot).toBeEnabled();

      const name = `E2E-${Date.now()}`;
      const fillNew = async (as: string) => {
        await add.click();
        await page.getByRole('textbox', { name: 'Name' }).fill(as);
        await expect(page.getByRole('textbox', { name: 'Expiry date' })).toHaveValue('31-12-2099');
        await page.getByRole('checkbox', { name: 'No expiry date on the label' }).check();
        await page.getByRole('button', { name: 'Save' }).click();
      };
      await fillNew(MADE_KIT.lot);
      await expect(
        page.getByRole('alert').filter({ hasText: 'Lot not savedYou cannot add a Lot' }),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await fillNew(name);
      await expect(page.getByText(`Lot ${name} added.`)).toBeVisible();

      await page.getByRole('searchbox', { name: 'Search lots' }).fill(name);
      await page.getByRole('searchbox', { name: 'Search lots' }).press('Enter');
      await expect(table.getByRole('radio')).toHaveCount(1);
      await table.getByRole('radio', { name }).click();
      await page.getByRole('switch', { name: 'Active' }).click({ force: true });
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(`Lot ${name} saved.`)).toBeVisible();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
      await expect(page.getByText(`Lot ${name} deleted.`)).toBeVisible();
      await expect(page.getByRole('searchbox')).toBeFocused();
      await expect(page.getByText(`No lot matches “${name}”.`)).toBeVisible();

      // An expired lot is saved after a confirmation. It stays unchanged for other journeys.
      const api = await apiOf(address, demoUser.qaAdmin);
      const lots = await api<Lot[]>('GET', '/lots?size=100');
      const expired = lots.find(({ expirationDate }) => expirationDate < today());
      if (expired === undefined) throw new Error('the demo data have no expired lot');
      const { kit, id } = expired.kitVersion;
      await page.goto(`/admin/configuration?tab=lots&kit=${kit.id}&version=${id}&search=${expired.name}`);
      await table.getByRole('radio', { name: expired.name }).click();
      await page.getByRole('switch', { name: 'Active' }).click({ force: true });
      await page.getByRole('button', { name: 'Save' }).click();
      const question = page.getByRole('alertdialog', { name: 'Expiry date already passed' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();

      // Another version or kit resets selection and search.
      const versions = await api<KitVersion[]>(
        'GET',
        `/kit/${kit.id}/versions?onlyActive=false&onlyValid=false`,
      );
      const other = versions.find((version) => version.id !== id);
      if (other === undefined) throw new Error('the demo kit has one version only');
      await choose('Kit version', other.version);
      await expect(page.getByRole('form')).toHaveCount(0);
      await choose('Kit', 'Protein thermal shift');
      await expect(page).toHaveURL(/kit=[0-9a-f-]+$/);
    },
  );
});

nightTest(
  'DIAG-04 DIAG-05 DIAG-06 DIAG-10 IMPEXP-04 IMPEXP-06 IMPEXP-08 IMPEXP-10 IMPEXP-11 IMPEXP-12 IMPEXP-13 IMPEXP-14 ERR-37 ERR-40 ERR-43 ERR-49 labels of results are changed, and a kit version is exported and imported',
  async ({ page, signIn, expectAccessible }) => {
    await signIn(demoUser.rdAdmin, { at: '/admin/configuration?tab=diagnostics' });
    const edit = page.getByRole('button', { name: /^Edit row 1:/ });
    await edit.click();
    const label = page.getByRole('textbox', { name: 'Words on the report, row 1', exact: true });
    const previous = await label.inputValue();
    const save = page.getByRole('button', { name: 'Save' });
    await expect(save).toBeDisabled();
    await label.fill('');
    await expect(page.getByText('1 row without label')).toBeVisible();
    await save.click({ force: true });
    await expect(page.getByText('An empty diagnostic cannot be saved.')).toBeVisible();
    await expectAccessible();
    const words = `${previous} ${Date.now()}`;
    for (const next of [words, previous]) {
      if (!(await label.isVisible())) await edit.click();
      await label.fill(next);
      await save.click();
      await expect(save).toBeDisabled();
      await expect(page.getByText('Diagnostics saved.')).toBeVisible();
    }

    await page.goto('/admin/configuration?tab=transfer');
    const exporting = page.getByRole('region', { name: 'Export kit' });
    await exporting.getByRole('button', { name: 'Export' }).click({ force: true });
    await expect(page.getByRole('alert').filter({ hasText: 'Kit not exported' })).toContainText(
      'Choose a kit.',
    );
    await page
      .getByRole('region', { name: 'Export lots' })
      .getByRole('button', { name: 'Export' })
      .click({ force: true });
    await expect(page.getByRole('alert').filter({ hasText: 'Lots not exported' })).toBeVisible();
    for (const [field, option] of [
      ['Kit', MADE_KIT.name],
      ['Kit version', MADE_KIT.version],
    ] as const) {
      await exporting.getByRole('combobox', { name: field, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click();
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      exporting.getByRole('button', { name: 'Export' }).click(),
    ]);
    await expect(page.getByText('Kit exported.')).toBeVisible();

    await page.getByText('Import', { exact: true }).click();
    const importing = page.getByRole('region', { name: 'Import kit' });
    await importing.getByRole('button', { name: 'Import' }).click({ force: true });
    await expect(page.getByRole('alert').filter({ hasText: 'Kit not imported' })).toContainText(
      'missing file',
    );
    const buffer = readFileSync(await download.path());
    await importing
      .locator('input[type=file]')
      .setInputFiles({ name: 'kit.json', mimeType: 'application/json', buffer });
    await expect(importing).toContainText('name taken');
    await expect(importing).toContainText('No differences.');
    await expectAccessible();
    await importing.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: `${MADE_KIT.version} already exists` });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog).toContainText('version name is null');
    await dialog.getByRole('textbox', { name: 'New name' }).fill(MADE_KIT.version);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog).toContainText(`version already exists (${MADE_KIT.version})`);
    const name = `v${Date.now()}`;
    await dialog.getByRole('textbox', { name: 'New name' }).fill(name);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByText(`Kit ${MADE_KIT.name} ${name} imported.`)).toBeVisible();
  },
);

const today = () => new Date().toISOString().slice(0, 10);
