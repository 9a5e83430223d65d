import { mkdirSync } from 'node:fs';

import type { KitRun } from '@curvewell/contracts';
import { diagnosticText } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { decide } from '../support/check.ts';
import { choose, well } from '../support/creation.ts';
import { evaluatedBy, storedSettings } from '../support/evaluated-by.ts';
import { twoProductMix } from '../support/real-files.ts';
import { demoUser, expect, test } from '../support/test.ts';

/**
 * The steps of docs/first-hour.md on the screens: from a new laboratory to an approved run of its own kit.
 * With FIRST_HOUR_PICTURES=<folder> it saves the pictures of that page.
 */
const PICTURES = process.env['FIRST_HOUR_PICTURES'];
const PASSWORD = 'seven brown foxes';
const ANALYSER = 'LightCycler 480';

/** The zones of the seeded kit for the same mix. */
const ZONES = [
  { name: 'A', label: 'first product', from: 77.5, to: 82 },
  { name: 'B', label: 'second product', from: 83.8, to: 87.5 },
] as const;
const RULES = [
  ['NONE', 'NEGATIVE'],
  ['A', 'HOMOZYGOUS_WILD_TYPE'],
  ['B', 'HOMOZYGOUS_MUTATED'],
  ['A + B', 'HETEROZYGOUS'],
] as const;

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  // A message of the previous step would cover the fields.
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  await page.screenshot({ path: `${PICTURES}/${name}.jpg`, type: 'jpeg', quality: 75 });
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** Types a new name into a select and chooses the option that adds it. */
async function addNamed(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).fill(name);
  await page.getByRole('option', { name: `Add “${name}”` }).click();
}

async function importMix(page: Page): Promise<void> {
  await goTo(page, 'Runs');
  await page.getByRole('link', { name: 'Import' }).first().click();
  await page.getByRole('combobox', { name: 'Analyser' }).click();
  await page.getByRole('option', { name: ANALYSER }).first().click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(twoProductMix ?? '');
  await expect(page.getByText(/50 wells/).first()).toBeVisible();
}

/** Draws a zone between two temperatures with the mouse. */
async function drawZone(page: Page, from: number, to: number): Promise<void> {
  await page.getByRole('button', { name: 'Add zone to MELT' }).click();
  const charts = page.getByRole('group', { name: /^Draw the new zone of MELT/ });
  const ticks = await charts.locator('.recharts-xAxis-tick-labels text').evaluateAll((texts) =>
    texts.flatMap((text) => {
      const { x, width } = text.getBoundingClientRect();
      const value = Number(text.textContent);
      return Number.isNaN(value) ? [] : [{ value, at: x + width / 2 }];
    }),
  );
  const [first, last] = [ticks[0], ticks.at(-1)];
  const box = await charts.boundingBox();
  if (!first || !last || !box) throw new Error('the chart has no axis');
  const scale = (last.at - first.at) / (last.value - first.value);
  const x = (degrees: number): number => first.at + (degrees - first.value) * scale;
  const y = box.y + box.height / 2;
  await page.mouse.move(x(from), y);
  await page.mouse.down();
  await page.mouse.move(x((from + to) / 2), y);
  await page.mouse.move(x(to), y);
  await page.mouse.up();
}

/** The call of the seeded kit for each well of the newest run, by position. */
async function calledBySeededKit(address: string): Promise<ReadonlyMap<string, string | null>> {
  const api = await apiOf(address, demoUser.rdAdmin);
  const seeded = { kit: 'Two-product mix', analyser: ANALYSER, channel: 'FAM' } as const;
  const { analyserId } = await storedSettings(api, seeded);
  const [run] = await api<KitRun[]>('GET', `/analysers/${analyserId}/runs`);
  return evaluatedBy(api, { ...seeded, runId: run?.runId ?? '' });
}

test('a new laboratory sets up a kit on its curves and approves a run with it', async ({
  page,
  browser,
  address,
  signIn,
}) => {
  test.skip(twoProductMix === null, 'the real files are not on this machine');
  await page.setViewportSize({ width: 1280, height: 800 });
  // Unique names, because an earlier journey may have used them; pictures come from a fresh product.
  const stamp = PICTURES === undefined ? Date.now().toString(36).slice(-4) : '1';
  const names = { laboratory: `Molecular West ${stamp}`, kit: `Own mix ${stamp}`, login: `petra.${stamp}` };

  // A laboratory and a user.
  await signIn(demoUser.superAdmin);
  await goTo(page, 'Laboratories');
  await page.getByRole('link', { name: 'Add laboratories' }).click();
  await page.getByRole('textbox', { name: 'Name 1' }).fill(names.laboratory);
  await page.getByRole('radio', { name: 'Anyone who may approve' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No user yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add user' }).first().click();
  const user = page.getByRole('region', { name: 'User', exact: true });
  await user.getByRole('textbox', { name: 'Login' }).fill(names.login);
  await user.getByRole('textbox', { name: 'Lastname' }).fill('Lund');
  await user.getByRole('textbox', { name: 'Firstname' }).fill('Petra');
  await user.getByRole('textbox', { name: 'Email' }).fill(`${names.login}@lab.example`);
  await user.getByRole('checkbox', { name: 'Physician' }).check();
  await picture(page, 'laboratory');
  await user.getByRole('button', { name: 'Save' }).click();
  const password = page.getByRole('dialog', { name: 'User saved: set a password' });
  const link = await password.getByRole('textbox', { name: /^One-time link/ }).inputValue();

  // A kit, with zones set on the curves of a run without a kit.
  await signIn(demoUser.rdAdmin);
  await importMix(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/run\/[^/]+\/configuration/);
  await goTo(page, 'Configuration');
  await page.getByRole('tab', { name: 'Kit configuration' }).click();
  await page.getByRole('button', { name: 'Add kit' }).click();
  await page.getByRole('menuitem', { name: 'Empty' }).click();
  const adding = page.getByRole('dialog', { name: 'Add kit' });
  await adding.getByRole('textbox', { name: 'Name' }).fill(names.kit);
  await adding.getByRole('button', { name: 'Add kit' }).click();
  await expect(page.getByText(`${names.kit} has no reaction buffer yet`, { exact: false })).toBeVisible();
  await addNamed(page, 'Reaction buffer', `Buffer ${stamp}`);
  await choose(page, { field: 'Analyser', option: new RegExp(`^${ANALYSER}(?! II)`) });
  await expect(
    page.getByText(`No run with ${names.kit} (Buffer ${stamp}) on ${ANALYSER} yet.`),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Run' }).click();
  await page
    .getByRole('option', { name: /^Run \d/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add MELT' }).click();
  await expect(page.getByRole('listitem', { name: /^NONE, 50 wells/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Min. threshold' }).fill('0.3');
  for (const { name, label, from, to } of ZONES) {
    await drawZone(page, from, to);
    const edge = (which: 'Min' | 'Max') => page.getByRole('textbox', { name: `${which} °C, zone ${name}` });
    await expect(edge('Max')).not.toHaveValue('');
    expect(Math.abs(Number(await edge('Min').inputValue()) - from)).toBeLessThan(0.3);
    await edge('Min').fill(from.toFixed(1));
    await edge('Max').fill(to.toFixed(1));
    await page.getByRole('textbox', { name: `Label, zone ${name}` }).fill(label);
  }
  await page.getByText(/^All \d+$/).click();
  for (const [combination, diagnostic] of RULES) {
    await choose(page, { field: `Diagnostic of ${combination}`, option: 'Add a diagnostic …' });
    const dialog = page.getByRole('dialog', { name: `Add a diagnostic to ${names.kit}` });
    await choose(dialog, {
      field: 'Diagnostic',
      option: new RegExp(`^${diagnosticText(diagnostic)}$`),
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByRole('listitem', { name: /^A \+ B, 2\d wells/ })).toBeVisible();
  await picture(page, 'kit');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Kit ${names.kit} v1 updated.`)).toBeVisible();

  // A lot makes it usable, and locks it.
  await page.getByRole('tab', { name: 'Lot configuration' }).click();
  await choose(page, { field: 'Kit', option: names.kit });
  await choose(page, { field: 'Kit version', option: 'v1' });
  await page.getByRole('button', { name: 'Add lot' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`LOT-${stamp}`);
  await page.getByRole('button', { name: 'Save' }).click();
  const locks = page.getByRole('alertdialog', { name: 'Lock v1?' });
  await expect(locks).toContainText('v1 has not been evaluated on past runs.');
  await picture(page, 'lot');
  await locks.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(`Lot LOT-${stamp} added.`)).toBeVisible();

  // The new user sets a password and takes a run from import to approval.
  const theirs = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 800 } });
  const own = await theirs.newPage();
  await own.goto(link);
  await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await own.getByLabel('Password again').fill(PASSWORD);
  await own.getByRole('button', { name: 'Save password' }).click();
  await expect(own.getByLabel('Login')).toBeVisible();
  // A second person, who did not have the link, confirms the account.
  await signIn(demoUser.salesAdmin);
  await goTo(page, 'Laboratories');
  await page.getByRole('radio', { name: names.laboratory }).click();
  await page.getByRole('radio', { name: new RegExp(`^${names.login},`) }).click();
  await user.getByRole('button', { name: 'Confirm account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Account confirmed. The permissions take effect at once.')).toBeVisible();
  await own.getByLabel('Login').fill(names.login);
  await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await own.getByRole('button', { name: 'Sign in' }).click();
  const notes = own.getByRole('dialog', { name: /^Release / });
  await expect(notes).toBeVisible();
  await own.keyboard.press('Escape');
  await expect(notes).toBeHidden();
  await importMix(own);
  await picture(own, 'import');
  await own.getByRole('button', { name: 'Next' }).click();
  await choose(own, { field: 'Kit', option: names.kit });
  await own.getByRole('button', { name: 'Next' }).click();
  await own.getByRole('button', { name: /Select all/ }).click();
  const panel = own.getByRole('complementary', { name: 'Well configuration' });
  await choose(panel, { field: 'Kit (version)', option: new RegExp(names.kit) });
  await choose(panel, { field: 'Lot', option: `LOT-${stamp}` });
  await choose(panel, { field: 'Reaction buffer', option: `Buffer ${stamp}` });
  await panel.getByText('DNA', { exact: true }).click();
  await expect(own.getByText('50 of 50 set wells complete')).toBeVisible();
  await picture(own, 'wells');
  await own.getByRole('button', { name: 'Start interpretation' }).click();
  // Replicates have the same name, which must be confirmed.
  const doubts = own.getByRole('alertdialog', { name: /^Start with/ });
  await doubts.getByRole('button', { name: 'Start interpretation' }).click();
  await expect(own).toHaveURL(/\/interpretation/);
  const expected = await calledBySeededKit(address);
  expect(expected.size).toBe(50);
  for (const [position, diagnostic] of expected) {
    const called = diagnostic === null ? 'No call' : diagnosticText(diagnostic);
    await expect(well(own, position)).toContainText(new RegExp(called, 'i'));
  }
  await own.getByRole('gridcell', { name: /^I14,/ }).click();
  await picture(own, 'interpretation');
  await decide(own, 'Submit');
  await expect(own.getByText('Wait for approval').first()).toBeVisible();
  await decide(own, 'Approve');
  await expect(own.getByText('Approved', { exact: true }).first()).toBeVisible();
  await theirs.close();
});
