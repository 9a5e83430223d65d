import { readFileSync } from 'node:fs';

import { analyserProfileSchema } from '@curvewell/domain';

import { demoUser, expect, test } from '../support/test.ts';

/** A file for a file input. */
const jsonFile = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});

test('an administrator adds an analyser from a profile, and technicians can import for it', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  const name = `Night cycler ${Date.now()}`;
  await signIn(demoUser.rdAdmin);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('tab', { name: 'Analysers' }).click();
  const table = page.getByRole('table', { name: 'Analysers' });
  await expect(table.getByRole('row', { name: /Bio-Rad CFX96/ })).toContainText('Bio-Rad CFX: xlsx, csv');
  await expectAccessible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the profile of Bio-Rad CFX96' }).click(),
  ]);
  const profile = analyserProfileSchema.parse(JSON.parse(readFileSync(await download.path(), 'utf8')));
  expect(download.suggestedFilename()).toBe('bio-rad-cfx96_v1.json');

  await page.getByRole('button', { name: 'Add from a profile file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add analyser' });
  const file = dialog.locator('input[type=file]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a profile.')).toBeVisible();
  await file.setInputFiles(jsonFile('no.json', 'x'));
  await expect(dialog.getByRole('alert')).toContainText('This file cannot be read as a profile.');
  await file.setInputFiles(jsonFile('half.json', JSON.stringify({ ...profile, formats: [], extra: 1 })));
  await expect(dialog.getByRole('alert')).toContainText('formats');
  await expectAccessible();

  const added = { ...profile, id: `night-cycler-${Date.now()}`, name };
  await file.setInputFiles(jsonFile('night.json', JSON.stringify(added)));
  await expect(dialog.getByText(`${added.id}, version 1`)).toBeVisible();
  await expect(dialog.getByText('Texas Red', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Analyser ${name} added.`)).toBeVisible();
  await expect(table.getByRole('row', { name: new RegExp(name) })).toBeVisible();

  await page.goto('/run/import');
  await page.getByRole('combobox', { name: 'Analyser' }).click();
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();

  // Deactivate it, because other journeys rely on the list.
  await page.goto('/admin/configuration?tab=analysers');
  await page.getByRole('switch', { name: `${name} is available for import` }).click({ force: true });
  await expect(page.getByText(`Analyser ${name} changed.`)).toBeVisible();
  await page.goto('/run/import');
  await page.getByRole('combobox', { name: 'Analyser' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option', { name: new RegExp(name) })).toHaveCount(0);
});
