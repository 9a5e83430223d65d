import type { Laboratory, LaboratoryUser, PasswordOffer } from '@curvewell/domain';
import { expect, type Page } from 'playwright/test';

import { apiOf } from './api.ts';
import { demoUser } from './demo-users.ts';
import { fillSignIn } from './sign-in.ts';

const PASSWORD = 'seven brown foxes';

/** A new laboratory with only one user, who makes kits and approves runs, signed in on a page. */
export async function emptyLaboratory(page: Page, address: string, stamp: string): Promise<void> {
  const administrator = await apiOf(address, demoUser.superAdmin);
  const [laboratory] = await administrator<Laboratory[]>('POST', '/laboratory', [{ name: `Empty ${stamp}` }]);
  if (laboratory === undefined) throw new Error('no laboratory was made');
  const login = `ida.berg-${stamp}`;
  const person = {
    ...{ lastname: `Berg ${stamp}`, firstname: 'Ida', email: `${login}@lab.example`, physician: true },
  };
  // The user who creates the link cannot confirm the account.
  const first = await apiOf(address, demoUser.salesAdmin);
  const { id, password, revision } = await first<LaboratoryUser & { readonly password: PasswordOffer }>(
    'POST',
    `/user/laboratory/${laboratory.id}`,
    { login, ...person },
  );
  if (password.kind !== 'link') throw new Error('the provider sent the link by mail');
  const user = `/user/${id}/laboratory/${laboratory.id}`;
  await administrator('PUT', user, { ...person, rdAdmin: true, revision });
  await page.goto(password.link);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByLabel('Login')).toBeVisible();
  const { revision: now } = await administrator<LaboratoryUser>('GET', user);
  await administrator('PUT', `${user}/confirmation`, { revision: now });
  await fillSignIn(page, login, PASSWORD);
  await expect(page.getByRole('heading', { name: /steps to the first result/ })).toBeVisible();
}
