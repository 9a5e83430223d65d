import type { Analyser, Kit, KitVersion } from '@curvewell/domain';

import { apiOf } from '../support/api.ts';
import { problem } from '../support/problem.ts';
import { demoUser, expect, test } from '../support/test.ts';

// Expected: a conflict with another user's save.
test.use({ expectedProblems: [' 409', 'status of 409', ' 500', 'status of 500'] });

test('KIT-02 KIT-03 KIT-07 KIT-176 KIT-25 KIT-27 KIT-30 KIT-318 SHELL-16 ERR-49 an administrator makes the next version of a kit by keyboard, on a real run', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const api = await apiOf(address, demoUser.rdAdmin);
  const kits = await api<Kit[]>('GET', '/kit?onlyValid=false');
  const kit = kits.find(({ name }) => name === 'LCT-13910');
  const buffer = kit?.reactionBuffers.find(({ name }) => name === 'RB-2');
  await signIn(demoUser.rdAdmin);
  const [kitId, bufferId] = [kit?.id ?? '', buffer?.id ?? ''];
  // Other journeys make versions, too.
  const made = await api<KitVersion[]>('GET', `/kit/${kitId}/versions?onlyActive=false&onlyValid=false`);
  const version = made.find((one) => one.version === 'v2');
  await page.goto(
    `/admin/configuration?tab=kits&kit=${kitId}&version=${version?.id ?? ''}&buffer=${bufferId}`,
  );

  // Locked by its lots: values are text, and a new version is offered.
  await expect(page.getByText(/^Version v2 is locked:/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Min °C, zone B' })).toHaveCount(0);
  await expect(page.getByRole('listitem', { name: /^A \+ B \+ C \+ D, [1-9]\d* wells/ })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: /^Add “v\d+” as a copy$/ }).press('Enter');
  await expect(page.getByText(/^Kit LCT-13910 v\d+ created\.$/)).toBeVisible();

  // Arrow keys move an edge; the run is evaluated with it, and it can be undone.
  const edge = page.getByRole('slider', { name: 'Beginning of zone A' });
  await expect(edge).toHaveAttribute('aria-valuetext', /^Zone A from 53\.0 °C, [1-9]\d* peaks$/);
  await expect(page.getByText('Nothing changed')).toBeVisible();
  await edge.focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect(page.getByRole('textbox', { name: 'Min °C, zone A' })).toHaveValue('56.0');
  await expect(page.getByText('1 change: zone A, Min °C from 53.0 °C to 56.0 °C')).toBeVisible();
  await expect(edge).toHaveAttribute('aria-valuetext', 'Zone A from 56.0 °C, 0 peaks');
  await expect(page.getByText(/^[1-9]\d* of \d+ wells change/).first()).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: zone A, Min °C from 56.0 °C to 53.0 °C')).toBeAttached();
  await expect(page.getByText('Nothing changed')).toBeVisible();

  // Zones that cannot be distinguished are named before saving; edges may be in hundredths.
  const edges = { 'Min °C, zone A': '56.5', 'Min °C, zone B': '57.52', 'Max °C, zone B': '58.6' };
  const before = new Map<string, string>();
  for (const [name, value] of Object.entries(edges)) {
    const field = page.getByRole('textbox', { name });
    before.set(name, await field.inputValue());
    await field.fill(value);
  }
  const near = page.getByRole('status').filter({ hasText: 'Zones that cannot be distinguished' });
  await expect(near).toContainText(/zones A and B are 1\.06 °C apart\. .*, as in run \d+, two products/);
  await expectAccessible();
  for (const [name, value] of before) await page.getByRole('textbox', { name }).fill(value);
  await expect(near).toHaveCount(0);
  await expect(page.getByText('Nothing changed')).toBeVisible();

  // An overlap prevents saving and is located.
  const begin = page.getByRole('textbox', { name: 'Min °C, zone B' });
  await begin.fill('57.2');
  await expect(page.getByText('A and B overlap from 57.2 to 57.5 °C.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await begin.fill('58');
  await expect(page.getByText('1 change: zone B, Min °C from 58.5 °C to 58.0 °C')).toBeVisible();
  await begin.fill('58.2');

  // The draft survives leaving and reloading the page.
  await page.reload();
  await expect(page.getByText(/^Your draft of \d\d:\d\d was restored\./)).toBeVisible();
  await expect(begin).toHaveValue('58.2');
  // KIT-318: the note leaves room for the second zone of the phase.
  await expect(begin).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('1 change: zone B, Min °C from 58.5 °C to 58.2 °C')).toBeVisible();

  // Another tab asks first.
  await page.getByRole('tab', { name: 'Analysers' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('alertdialog', { name: /^Discard changes of LCT-13910 v\d+\?$/ }).press('Escape');

  // Another user saves first: nothing is lost or overwritten.
  const versions = await api<KitVersion[]>('GET', `/kit/${kitId}/versions?onlyActive=false&onlyValid=false`);
  const [newest] = versions;
  const analysers = await api<Analyser[]>('GET', '/analysers');
  await api('PUT', `/kit/${newest?.id ?? ''}`, {
    kit: { id: kitId },
    kitVersion: { id: newest?.id, revision: newest?.revision },
    reactionBuffer: { id: bufferId },
    // An analyser that no other journey uses.
    analyser: { id: analysers.find(({ name }) => name === 'Rotor-Gene Q')?.id },
    status: 'PERF',
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'changed this' })).toBeFocused();
  // A failed load keeps my changes.
  await page.route('**/versions?*', problem(500, { code: 'unexpected', message: 'It has been logged.' }));
  await page.getByRole('button', { name: 'Load their version' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'It has been logged.' })).toBeVisible();
  await page.unroute('**/versions?*');
  await expect(page.getByRole('textbox', { name: 'Min °C, zone B' })).toHaveValue('58.2');
  await page.getByRole('button', { name: 'Keep mine and compare' }).click();
  const compared = page.getByRole('dialog', { name: 'Mine compared with Theirs' });
  await expect(compared.getByRole('row', { name: /zone B, Min °C/ })).toBeVisible();
  await compared.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Kit LCT-13910 v\d+ updated\.$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Min °C, zone B' })).toHaveValue('58.2');
});
