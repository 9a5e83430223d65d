import type { Run } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { openRun, openWells, well, wellPanel } from '../support/creation.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test.describe('two users on one run', () => {
  test.use({ expectedProblems: ['409'] });

  test('the second save names who changed the wells, and loses neither version', async ({
    page,
    browser,
    baseURL,
    signIn,
    expectAccessible,
  }) => {
    const address = baseURL ?? '';
    const run = await makeRun(address, { state: 'configured' });
    await signIn(demoUser.technician);
    await openWells(page, run);
    await nameWell(page, 'A1', 'mine');
    await well(page, 'A2').click();
    await wellPanel(page).getByText('DNA', { exact: true }).click();

    const other = await browser.newContext({ baseURL: address });
    const theirs = await other.newPage();
    await signIn(demoUser.physician, { page: theirs });
    await openWells(theirs, run);
    await nameWell(theirs, 'A3', 'theirs');
    await well(theirs, 'A2').click();
    await wellPanel(theirs).getByText('Positive control', { exact: true }).click();
    // Their connection breaks after the save.
    await theirs.route('**/interpret', (route) => route.abort());
    const saved = theirs.waitForResponse((answer) => answer.request().method() === 'PUT');
    await theirs.getByRole('button', { name: 'Start interpretation' }).click();
    expect((await saved).status()).toBe(200);
    await other.close();

    await page.getByRole('button', { name: 'Start interpretation' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Ingrid Lindqvist changed this at' });
    await expect(alert).toBeFocused();
    await alert.getByRole('button', { name: 'Keep mine and compare' }).click();
    const compare = page.getByRole('complementary', { name: 'Compare' });
    await expect(compare).toContainText('1 well changed by both of you');
    await expect(compare.getByRole('listitem')).toHaveText(/Sample type.*A2.*DNA.*Positive control/);
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, mine,/);
    await expect(well(page, 'A3')).toHaveAccessibleName(/^A3, theirs,/);
    await expect(well(page, 'A2')).toHaveAccessibleName(/dna/);
    await expectAccessible();
    await compare.getByText('Take theirs').click();
    await expect(well(page, 'A2')).toHaveAccessibleName(/positive control/);
    await compare.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The wells are saved.')).toBeVisible();
    await expect(alert).toHaveCount(0);

    const api = await apiOf(address, demoUser.technician);
    const { analyses } = await api<Run>('GET', `/run/${run.id}`);
    const wells = analyses[0]?.wells ?? {};
    expect([wells['A1']?.name, wells['A2']?.sampleType, wells['A3']?.name]).toEqual([
      'mine',
      'POSITIVE_TEST',
      'theirs',
    ]);
  });

  test('step 1 compares field by field, and the other version can be loaded instead', async ({
    page,
    baseURL,
    signIn,
  }) => {
    const address = baseURL ?? '';
    const run = await makeRun(address, { state: 'configured' });
    const physician = await apiOf(address, demoUser.physician);
    const changeTheirs = async (plateId: string) => {
      const { revision } = await physician<Run>('GET', `/run/${run.id}`);
      await physician('PUT', `/run/${run.id}`, { revision, plateId });
    };
    await signIn(demoUser.technician);
    await openRun(page, run);
    const plateId = page.getByLabel('Plate id');
    const alert = page.getByRole('alert').filter({ hasText: 'Ingrid Lindqvist changed this at' });
    await plateId.fill('mine');
    await changeTheirs('theirs');
    await page.getByRole('button', { name: 'Next' }).click();
    await alert.getByRole('button', { name: 'Load their version' }).click();
    await expect(plateId).toHaveValue('theirs');

    await plateId.fill('mine');
    await changeTheirs('theirs again');
    await page.getByRole('button', { name: 'Next' }).click();
    await alert.getByRole('button', { name: 'Keep mine and compare' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Plate id' })).toHaveText(
      /mine.*theirs again/i,
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Step 2 of 2: plate setup')).toBeVisible();
    expect((await physician<Run>('GET', `/run/${run.id}`)).plateId).toBe('mine');
  });
});

async function nameWell(page: Page, position: string, name: string): Promise<void> {
  await well(page, position).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(well(page, position)).toHaveAccessibleName(new RegExp(`^${position}, ${name},`));
}
