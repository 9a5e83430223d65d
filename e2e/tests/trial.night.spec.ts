import type { Analyser, KitConfiguration, Lot } from '@curvewell/domain';

import { apiOf, type Api } from '../support/api.ts';
import { choose, openRun } from '../support/creation.ts';
import { decideRun, makeRun, submitRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

const PHASE = {
  phaseType: 'MELT',
  minThreshold: 50,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
  zones: [
    { name: 'A', minTemp: 53, maxTemp: 57.5, label: '', minThreshold: null, minQuality: null },
    { name: 'B', minTemp: 58.5, maxTemp: 63, label: '', minThreshold: null, minQuality: null },
  ],
};

/** A kit that no other journey uses, with an inactive lot. */
async function kitOnTrial(api: Api, name: string): Promise<KitConfiguration> {
  const analysers = await api<Analyser[]>('GET', '/analysers');
  const made = await api<KitConfiguration>('POST', '/kit', {
    kit: { name },
    kitVersion: { version: 'v1' },
    reactionBuffer: { name: `${name} buffer` },
    analyser: { id: analysers.find((one) => one.name === 'Bio-Rad CFX96')?.id },
    channels: [{ name: 'FAM', phases: [PHASE] }],
    combinationDiagnostics: [],
  });
  await api<Lot>('POST', `/lots/version/${made.kitVersion.id}`, { name: 'T-1', active: false });
  return made;
}

test('a trial lot can be used on a plate, interpreted and submitted, but not approved, and locks nothing', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const name = `Trial ${Date.now().toString(36).slice(-5)}`;
  const research = await apiOf(address, demoUser.rdAdmin);
  const { kitVersion } = await kitOnTrial(research, name);
  const run = await makeRun(address, { state: 'imported', channels: ['FAM'] });

  await signIn(demoUser.rdAdmin);
  await openRun(page, run);
  const row = page.getByRole('group', { name: 'Kit 1' });
  await choose(row, { field: 'Kit', option: name });
  await expect(row.getByRole('combobox', { name: 'Lots' })).toBeEnabled();
  await choose(row, { field: 'Lots', option: /T-1.*Trial/ });
  await expect(row).toContainText('Trial lot T-1: the run will be a trial and cannot be approved.');
  await expectAccessible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Trial lot T-1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start interpretation' }).click();
  await expect(page).toHaveURL(/\/interpretation/);
  await submitRun(research, run);

  await signIn(demoUser.physician);
  await expect(page.locator(`[data-run="${run.id}"]`)).toContainText('Trial');
  await page.goto(`/run/${run.id}/interpretation`);
  await expect(page.getByText('Trial lot T-1', { exact: true })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Trial lot T-1: this run cannot be approved.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve run / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Reject run / })).toBeVisible();
  await expectAccessible();
  const physician = await apiOf(address, demoUser.physician);
  await expect(decideRun(physician, run, 'APPROVED')).rejects.toThrow(/409/);

  await signIn(demoUser.rdAdmin, {
    at: `/admin/configuration?tab=kits&kit=${kitVersion.kit.id}&version=${kitVersion.id}`,
  });
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByText(/locked/i)).toHaveCount(0);
  const versions = await research<{ id: string }[]>('GET', `/kit/${kitVersion.kit.id}/versions/lot/disabled`);
  expect(versions.map(({ id }) => id)).toEqual([kitVersion.id]);
});
