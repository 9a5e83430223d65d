import { readFile } from 'node:fs/promises';

import type { Kit, KitConfiguration, KitVersion, Run } from '@curvewell/domain';

import { apiOf } from '../support/api.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test('WHATIF-04 WHATIF-09 WHATIF-10 WHATIF-11 WHATIF-12 an administrator evaluates moved zones on past runs, sees which calls change and why, and changes nothing', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const approved = await makeRun(address, { state: 'approved' });
  const waiting = await makeRun(address, { state: 'submitted' });
  const api = await apiOf(address, demoUser.rdAdmin);
  const kit = (await api<Kit[]>('GET', '/kit?onlyValid=false')).find(({ name }) => name === 'LCT-13910');
  const buffer = kit?.reactionBuffers.find(({ name }) => name === 'RB-2');
  const all = await api<KitVersion[]>(
    'GET',
    `/kit/${kit?.id ?? ''}/versions?onlyActive=false&onlyValid=false`,
  );
  const { kitVersion } = await api<KitConfiguration>('POST', '/kit', {
    kit: { id: kit?.id },
    kitVersion: { version: 'v2-tried', copyOf: all.find(({ version }) => version === 'v2')?.id },
  });
  await signIn(demoUser.rdAdmin);
  const place = new URLSearchParams({ kit: kit?.id ?? '', version: kitVersion.id, buffer: buffer?.id ?? '' });
  await page.goto(`/admin/configuration?tab=kits&${place.toString()}`);
  const begin = page.getByRole('textbox', { name: 'Min °C, zone A' });
  await begin.fill('56');
  await page.getByRole('button', { name: 'Evaluate on past runs' }).last().click();

  // Run by run, controls first.
  await expect(page.getByRole('heading', { level: 1, name: 'Evaluate v2-tried on past runs' })).toBeVisible();
  await expect(page.getByText('An evaluation changes no results')).toBeVisible();
  await expect(page.getByText(/^Evaluated on \d+ runs\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: /^[1-9]\d* of \d+ calls change$/ })).toBeVisible();
  await expect(page.getByText('53.0 °C')).toBeVisible();
  const list = page.getByRole('treegrid', { name: 'Calls that change' });
  const groups = list.getByRole('row', { level: 1 });
  await expect(groups.first()).toHaveAccessibleName(
    /^Control: Test OK, now Test KO, \d+ controls in \d+ runs$/,
  );
  const change = list.getByRole('row', { name: new RegExp(`^Run ${approved.businessId}, Approved, A1,`) });
  await expect(change).toHaveAccessibleName(/A 55\.\d\d °C: 0\.\d\d °C below, inside before$/);

  // By keyboard: a row shows its curves, a group folds, the filter is reachable.
  await list.getByRole('row', { level: 2 }).first().focus();
  await page.keyboard.press('ArrowUp');
  await expect(groups.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(groups.first()).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await change.click();
  const view = page.getByRole('region', { name: 'Curves shown' });
  await expect(view.getByRole('img', { name: /^ANNEAL of A1,/ })).toBeVisible();
  await expect(view.getByText('Then, v2', { exact: true })).toBeVisible();
  await expect(
    view.getByText(/^The approved result of run \d+ remains Homozygous wild type\.$/),
  ).toBeVisible();
  await expect(view.getByRole('link', { name: `Open run ${approved.businessId}` })).toHaveAttribute(
    'href',
    `/run/${approved.id}/interpretation?wells=A1`,
  );
  await expectAccessible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible({ onlyColours: true });
  for (const width of [1366, 1000, 320]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(change).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await change.focus();
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: /^All [1-9]/ })).toBeFocused();
  await page.getByRole('button', { name: /^Approved runs [1-9]/ }).press('Enter');
  await expect(list.getByRole('row', { name: new RegExp(`^Run ${waiting.businessId},`) })).toHaveCount(0);

  // The list as a file.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export list' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`${approved.businessId};`);
  expect(csv).toMatch(/"A1";"FAM";"S-1";"Blood";"v2";"Homozygous wild type";/);

  // The draft is unchanged, and the results are still there.
  await page.getByRole('button', { name: 'Back to v2-tried' }).click();
  await expect(begin).toHaveValue('56.0');
  await page.getByRole('button', { name: 'Compare with' }).click();
  const dialog = page.getByRole('dialog', { name: /compared with v2-tried|v2-tried compared with/ });
  await dialog.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'v2', exact: true }).click();
  const fields = dialog.getByRole('rowheader');
  await expect(fields).toHaveText(['FAM zone A, Min °C']);
  await dialog.getByRole('switch', { name: 'All fields' }).click();
  await expect(dialog.getByRole('rowheader', { name: 'TEXAS_RED MELT Min. threshold' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.goBack();
  await expect(page.getByText(/^Evaluated on \d+ runs\.$/)).toBeVisible();

  // Stopping keeps the results and allows a new start.
  await page.route('**/api/what-if', () => undefined);
  await page.getByRole('button', { name: 'Evaluate again' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText(/^Stopped after \d+ of \d+ runs?\.$/)).toBeVisible();
  await page.unroute('**/api/what-if');
  await page.getByRole('button', { name: 'Evaluate again' }).click();
  await expect(page.getByText(/^Evaluated on \d+ runs\.$/)).toBeVisible();
  for (const { id, revision, status } of [approved, waiting]) {
    expect(await api<Run>('GET', `/run/${id}`)).toMatchObject({ revision, status });
  }
});
