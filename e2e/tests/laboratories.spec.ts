import type { Laboratory, LaboratoryUser } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { demoUser, expect, test, nightTest } from '../support/test.ts';

/** Laboratories and their users: created, changed, deleted, and given access. */

const PASSWORD = 'a quiet winter morning';
const list = (page: Page) => page.getByRole('table', { name: 'Laboratories' });
const users = (page: Page) => page.getByRole('table', { name: 'Users' });
const form = (page: Page) => page.getByRole('region', { name: 'Laboratory', exact: true });
const user = (page: Page) => page.getByRole('region', { name: 'User', exact: true });
const question = (page: Page) => page.getByRole('alertdialog');
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('LAB-01 LAB-04 LAB-11 LAB-12 LAB-27 LAB-28 LAB-29 LAB-30 LAB-31 LAB-32 LAB-33 ERR-38 ERR-42 SHELL-17 SHELL-18 AUTH-16 a laboratory and its user are created, and the user signs in', async ({
  page,
  browser,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const stamp = Date.now().toString(36);
  const [first, second] = [`Aardvark ${stamp}`, `Abacus ${stamp}`];
  const login = `petra.${stamp}`;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(demoUser.superAdmin);
  await main(page).getByRole('link', { name: 'Laboratories' }).click();
  await expect(page.getByText('Choose a laboratory.')).toBeVisible();
  await expect(list(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  // Rows: one at first, more by Enter and plus, fewer by minus; none without a name.
  await page.getByRole('link', { name: 'Add laboratories' }).click();
  await expect(page.getByRole('button', { name: 'Remove row 1' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name 1' }).fill(first);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name 2' })).toBeFocused();
  await page.getByRole('button', { name: 'Add a row' }).click();
  await expect(page.getByRole('textbox', { name: 'Name 3' })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'A laboratory without a name cannot be saved.' }),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name 2' })).toBeFocused();
  await expectAccessible();
  await page.keyboard.type(second);
  await page.getByRole('button', { name: 'Remove row 3' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  // Who decides on a run must be chosen; there is no default.
  await expect(page.getByText('Choose who decides on a run.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('radio', { name: /^A second person/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/admin\/laboratories\?laboratory=/);
  await expect(list(page).getByRole('radio', { name: first })).toBeChecked();
  await expect(page.getByText('No user yet.')).toBeVisible();

  // A user, and the password link that is shown once.
  await page.getByRole('button', { name: 'Add user' }).first().click();
  await expect(user(page).getByRole('textbox', { name: 'Login' })).toBeFocused();
  await expect(user(page).getByRole('checkbox', { name: 'Enabled' })).toBeChecked();
  await user(page).getByRole('button', { name: 'Save' }).click();
  await expect(user(page).getByRole('textbox', { name: 'Login' })).toHaveAttribute('aria-invalid', 'true');
  await expect(user(page).getByRole('textbox', { name: 'Login' })).toBeFocused();
  await page.keyboard.type(login);
  await user(page).getByRole('textbox', { name: 'Lastname' }).fill('Lund');
  await user(page).getByRole('textbox', { name: 'Firstname' }).fill('Petra');
  await user(page).getByRole('textbox', { name: 'Email' }).fill(`${login}@lab.example`);
  await user(page).getByRole('checkbox', { name: 'Physician' }).check();
  await user(page).getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'User saved: set a password' });
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused();
  const link = await dialog.getByRole('textbox', { name: `One-time link for ${login}` }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog.getByRole('status')).toHaveText('The link was not copied.');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(page.url()).not.toContain('set-password');
  await expect(users(page).getByRole('radio', { name: new RegExp(login) })).toBeChecked();
  await expect(user(page)).toContainText('Never signed in');

  // The new user sets a password with it, once, and works in the laboratory.
  const theirs = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const own = await theirs.newPage();
  await own.goto(link);
  await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await own.getByLabel('Show password').check();
  await expect(own.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await own.getByRole('button', { name: 'Save password' }).click();
  await expect(own.getByLabel('Login')).toHaveValue(login);
  await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await own.getByRole('button', { name: 'Sign in' }).click();
  await expect(own.getByText('to the first result', { exact: false })).toBeVisible();
  await expect(own.getByRole('dialog')).toHaveCount(0);
  await own.getByRole('button', { name: 'Petra Lund, member of the laboratory, user menu' }).click();
  await expect(own.getByRole('menu').getByText(first)).toBeVisible();
  await expect(own.getByText('Your permissions are on hold because')).toBeVisible();
  expect((await own.request.get(link)).status()).toBe(410);
  await theirs.close();

  // The creator has seen the link, so the permissions are on hold until a second person confirms.
  await expect(user(page)).toContainText('Permissions on hold');
  await expect(user(page).getByRole('button', { name: 'Confirm account' })).toHaveCount(0);

  // A link is requested again after the sign-in service failed to send its mail.
  const password = (url: URL) => url.pathname.endsWith('/password');
  await page.route(password, (route) =>
    route.fulfill({ json: { kind: 'mail-failed', email: `${login}@lab.example` } }),
  );
  await user(page).getByRole('button', { name: 'New set-password link' }).click();
  const unsent = page.getByRole('dialog', { name: 'User saved, but the e-mail was not sent' });
  await expect(unsent.getByRole('button', { name: 'Send again' })).toBeFocused();
  await page.unroute(password);
  await page.keyboard.press('Enter');
  await expect(unsent).toBeHidden();
  const again = page.getByRole('dialog', { name: /password/ });
  expect(await again.getByRole('textbox', { name: `One-time link for ${login}` }).inputValue()).not.toBe(
    link,
  );
  await again.getByRole('button', { name: 'Copy link' }).click();
  await page.keyboard.press('Escape');
  await expect(again).toBeHidden();

  // A laboratory with users cannot be deleted; then both are.
  await form(page).getByRole('button', { name: 'Delete' }).click();
  await expect(question(page)).toContainText('Cannot delete laboratory');
  await expect(question(page)).toContainText(`1 user belongs to ${first}.`);
  await question(page).getByRole('button', { name: 'OK' }).click();
  await user(page).getByRole('button', { name: 'Delete' }).click();
  await expect(question(page)).toContainText(`Delete ${login}?`);
  await expect(question(page).getByRole('button', { name: 'No' })).toBeFocused();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('User deleted.')).toBeVisible();
  await expect(page.locator('#user-list input').first()).toBeFocused();
  await form(page).getByRole('button', { name: 'Delete' }).click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Laboratory deleted.')).toBeVisible();
  await expect(page.locator('#laboratory-list input').first()).toBeFocused();
  await expect(list(page).getByRole('radio', { name: first })).toHaveCount(0);
});

test.describe('two users in one form', () => {
  test.use({ expectedProblems: ['409'] });

  nightTest(
    'LAB-05 LAB-06 LAB-10 LAB-13 LAB-24 LAB-26 LAB-107 SHELL-14 AUTH-17 a manager edits their own laboratory; the second of two users to save compares',
    async ({ page, baseURL, signIn, expectAccessible }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await signIn(demoUser.manager);
      await main(page).getByRole('link', { name: 'Laboratory', exact: true }).click();
      await expect(list(page)).toHaveCount(0);
      await users(page)
        .getByRole('radio', { name: /^tech,/ })
        .click();
      await expect(page).toHaveURL(/user=/);
      await expect(user(page).getByRole('textbox', { name: 'Login' })).toHaveCount(0);
      await user(page).getByRole('textbox', { name: 'Lastname' }).fill('Holm-Mine');
      await expect(user(page).getByText('1 unsaved change')).toBeVisible();

      // Another user, at the same time.
      await changeElsewhere(baseURL ?? '', 'tech', { lastname: 'Holm-Theirs', firstname: 'Tara B.' });
      await user(page).getByRole('button', { name: 'Save' }).click();
      const alert = user(page).getByRole('alert');
      await expect(alert).toBeFocused();
      await expect(alert).toContainText(/Sunniva Aas changed this at \d\d:\d\d, after you opened it\./);
      await alert.getByRole('button', { name: 'Keep mine and compare' }).click();
      const differences = user(page).getByRole('list', { name: 'Differences' });
      await expect(differences.getByRole('listitem')).toHaveCount(1);
      await expect(differences).toContainText('Holm-Theirs');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await expectAccessible({ onlyColours: colorScheme === 'dark' });
      }
      await user(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('User saved.')).toBeVisible();
      await expect(user(page).getByRole('textbox', { name: 'Lastname' })).toHaveValue('Holm-Mine');
      await expect(user(page).getByRole('textbox', { name: 'Firstname' })).toHaveValue('Tara B.');

      // Leaving unsaved changes asks for confirmation.
      await user(page).getByRole('textbox', { name: 'Lastname' }).fill('Holm');
      await users(page)
        .getByRole('radio', { name: /^physician,/ })
        .click();
      await expect(question(page)).toContainText('Leave without saving?');
      await question(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(users(page).getByRole('radio', { name: /^tech,/ })).toBeChecked();
      await user(page).getByRole('textbox', { name: 'Firstname' }).fill('Tara');
      await user(page).getByRole('button', { name: 'Save' }).click();
      await expect(user(page).getByText('unsaved')).toHaveCount(0);

      // A rule of the laboratory with its default, changed and restored.
      const rules = page.getByRole('dialog', { name: /^Rules of / });
      await expect(form(page)).toContainText('Reason: expired or closed lots.');
      await form(page).getByRole('button', { name: 'Edit the rules' }).click();
      await rules.getByRole('combobox', { name: 'samples without a call, Approving' }).click();
      await expect(page.getByRole('option', { name: /^Confirm \(default\)/ })).toBeVisible();
      await page.getByRole('option', { name: /^Block/ }).click();
      await rules.getByRole('button', { name: 'Done' }).click();
      await expect(form(page)).toContainText('Block: samples without a call.');
      await form(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Laboratory saved.')).toBeVisible();
      await form(page).getByRole('button', { name: 'Edit the rules' }).click();
      await rules.getByRole('button', { name: 'Reset to defaults' }).click();
      await form(page).getByRole('button', { name: 'Save' }).click();
      await expect(form(page).getByText('Nothing changed')).toBeVisible();
    },
  );
});

interface Found<Item> {
  readonly content: readonly Item[];
}

/** As a super administrator, through the API. */
async function changeElsewhere(address: string, login: string, change: object): Promise<void> {
  const api = await apiOf(address, demoUser.superAdmin);
  const { content } = await api<Found<Laboratory>>('GET', '/laboratory/search?search=North');
  const place = `/user/laboratory/${content[0]?.id ?? ''}`;
  const found = (await api<Found<LaboratoryUser>>('GET', `${place}?search=${login}`)).content.find(
    (one) => one.login === login,
  );
  if (found === undefined) throw new Error(`no ${login}`);
  const { lastname, firstname, email, enabled, salesAdmin, qaAdmin, rdAdmin, physician, revision } = found;
  await api('PUT', `/user/${found.id}/laboratory/${content[0]?.id ?? ''}`, {
    lastname,
    firstname,
    email,
    enabled,
    salesAdmin,
    qaAdmin,
    rdAdmin,
    physician,
    revision,
    ...change,
  });
}

test('LAB-01 LAB-04 the laboratories are in the left third, the selected one at the right above its users', async ({
  page,
  signIn,
}) => {
  await signIn(demoUser.superAdmin);
  // More than one page of laboratories.
  await page.route(/\/api\/laboratory\?/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: { ...json, totalElements: 30 } });
  });
  await page.goto('/admin/laboratories');
  const left = page.getByRole('region', { name: 'Laboratories', exact: true });
  await expect(left.getByRole('searchbox', { name: 'Search laboratories' })).toBeVisible();
  await expect(left.getByRole('link', { name: 'Add laboratories' })).toBeVisible();
  await expect(left.getByRole('navigation', { name: 'Pages of laboratories' })).toBeVisible();
  const name = left.getByRole('columnheader', { name: 'Name' });
  await name.getByRole('button').click();
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  const south = left.getByRole('radio', { name: 'Demo laboratory South' });
  await left.getByRole('radio', { name: 'Demo laboratory North' }).click();
  await south.click();
  await expect(south).toBeChecked();
  await expect(left.getByRole('radio', { checked: true })).toHaveCount(1);

  const right = form(page);
  await expect(right.getByRole('textbox', { name: 'Name' })).toHaveValue('Demo laboratory South');
  for (const act of ['Delete', 'Save']) await expect(right.getByRole('button', { name: act })).toBeVisible();
  await expect(users(page)).toBeVisible();
  const boxes = [page.getByRole('main'), left, right, users(page)].map((part) => part.boundingBox());
  const [whole, listPlace, formPlace, usersPlace] = await Promise.all(boxes);
  if (!whole || !listPlace || !formPlace || !usersPlace) throw new Error('all of it is on the page');
  expect(listPlace.x + listPlace.width).toBeLessThanOrEqual(whole.x + whole.width / 3);
  expect(formPlace.x).toBeGreaterThanOrEqual(listPlace.x + listPlace.width);
  expect(usersPlace.y).toBeGreaterThanOrEqual(formPlace.y + formPlace.height);
});
