import type { PlateType } from '@curvewell/domain';
import type { Locator, Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { choose, openRun, openWells, tabTo, well, wellPanel } from '../support/creation.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, nightTest, often, test } from '../support/test.ts';

/** By day one size; the larger one takes the same steps. */
const PLATES: readonly PlateType[] = often({
  byDay: ['RECTANGULAR_96'],
  byNight: ['RECTANGULAR_96', 'RECTANGULAR_384'],
});

const start = (page: Page): Locator => page.getByRole('button', { name: 'Start interpretation' });
const status = (page: Page): Locator => page.getByRole('group', { name: 'Focused well' });
const question = (page: Page): Locator => page.getByRole('alertdialog');
/** A dialog takes the focus a moment after it appears. */
const hasFocus = (dialog: Locator) => expect(dialog.locator(':focus')).toBeVisible();

test('STEP2-01 STEP2-02 STEP2-03 STEP2-05 STEP2-07 STEP2-08 STEP2-09 STEP2-10 STEP2-11 STEP2-12 STEP2-13 STEP2-20 STEP2-21 the well configuration has the fields of a well, and lists missing ones', async ({
  page,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'configured', plateId: 'P-9' });
  await signIn(demoUser.technician);
  await openWells(page, run);
  await expect(page.getByRole('grid', { name: 'Plate, 96 wells' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Caption' })).toHaveText(
    /Blood.*DNA.*Negative control.*Positive control.*Standard/,
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Run ${run.businessId}`);
  await expect(page.getByText(`${run.fileName} · Step 2 of 2: plate setup`)).toBeVisible();
  await expect(page.getByRole('term')).toHaveText(['Analyses', 'Instrument', 'Plate id', 'Created by', 'Id']);
  await expect(page.getByRole('definition')).toHaveText([
    'FAM, TEXAS_RED',
    run.instrumentName,
    'P-9',
    'Tara Holm',
    `${run.id.slice(0, 4)}…${run.id.slice(-4)}`,
  ]);

  const panel = wellPanel(page);
  const field = (name: string) => panel.getByRole('combobox', { name, exact: true });
  await expect(panel).toContainText('Select wells to configure them.');
  await expect(panel.getByRole('combobox')).toHaveCount(0);
  await well(page, 'A1').click();
  await expect(panel.getByRole('heading', { name: '1 well selected' })).toBeVisible();
  await expect(field('Kit (version)')).toHaveValue('LCT-13910 (v2)');
  await expect(field('Lot')).toHaveValue('26B0417');
  await expect(field('Reaction buffer')).toHaveValue('RB-2');
  await expect(panel.getByRole('radio')).toHaveCount(5);
  await expect(panel.getByRole('radio', { name: 'Blood' })).toBeChecked();
  await expect(panel.getByLabel('Name', { exact: true })).toHaveValue('S-1');
  await expectAccessible();
  await well(page, 'A2').click({ modifiers: ['Control'] });
  await expect(panel.getByRole('heading', { name: '2 wells selected' })).toBeVisible();
  await expect(panel.getByLabel('Name', { exact: true })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toContainText('Select wells to configure them.');

  // Without a kit there are no lots or buffers to choose from.
  await well(page, 'A1').click();
  await page.keyboard.press('Delete');
  await expect(field('Lot')).toHaveCount(0);
  await expect(field('Reaction buffer')).toHaveCount(0);
  await panel.getByText('DNA', { exact: true }).click();
  await expect(status(page)).toContainText('Missing: kit, lot, reaction buffer');
  await well(page, 'A4').hover();
  await well(page, 'A1').hover();
  await expect(page.getByRole('tooltip')).toContainText('Missing: kit, lot, reaction buffer');
  await expect(start(page)).toBeDisabled();

  await well(page, 'A2').click();
  await expect(panel).toContainText('only for Standard');
  await panel.getByText('Standard', { exact: true }).click();
  await expect(status(page)).toContainText(/Missing: expected result \(LCT −13910\), expected result \(.+\)/);
  const expected = panel.getByRole('combobox', { name: /^Expected diagnostic/ });
  await expect(expected).toHaveCount(2);
  await expected.first().click();
  await page.getByRole('option', { name: 'Heterozygous', exact: true }).click();
  await expect(status(page)).not.toContainText('LCT −13910');
  await expect(status(page)).toContainText('Missing: expected result');

  await page.getByRole('contentinfo').getByRole('button', { name: 'Cancel' }).click();
  await expect(question(page)).toContainText(`Cancel run ${run.businessId}?`);
  await question(page).getByRole('button', { name: 'No' }).click();
  await expect(page.getByText('Step 2 of 2: plate setup')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  const api = await apiOf(baseURL ?? '', demoUser.technician);
  await expect(api('GET', `/run/${run.id}`)).rejects.toThrow(': 404 ');
  expect(await page.evaluate((id) => Object.keys(localStorage).some((key) => key.includes(id)), run.id)).toBe(
    false,
  );
});

test.describe('starting', () => {
  test.use({ expectedProblems: ['500', 'Failed to load resource'] });

  test('STEP2-06 STEP2-23 STEP2-24 STEP2-25 ERR-14 starting saves, interprets and shows the results; after a failure it can be repeated', async ({
    page,
    baseURL,
    signIn,
  }) => {
    const run = await makeRun(baseURL ?? '', { state: 'configured' });
    const version = run.kits[0]?.kitVersion.id ?? '';
    await signIn(demoUser.technician);
    await openWells(page, run);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(`/api/run/${run.id}`) && request.method() !== 'GET')
        calls.push(`${request.method()} ${pathname.slice('/api/run/'.length + run.id.length)}`);
    });
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    const json = { code: 'unexpected', message: 'No worker.', issues: [], requestId: 'r' };
    await page.route('**/interpret', (route) => route.fulfill({ status: 500, json }));
    await start(page).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Cannot save run and start interpretation' }),
    ).toContainText('No worker.');
    await expect(start(page)).toBeEnabled();
    expect((await saved).postData()).toContain(`"kitVersion":{"id":"${version}"}`);

    await page.unrouteAll();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/interpret', async (route) => {
      await gate;
      await route.continue();
    });
    await start(page).click();
    await expect(page.getByRole('status').filter({ hasText: 'Interpretation in progress' })).toBeVisible();
    await expect(start(page)).toHaveCount(0);
    release();
    await expect(page).toHaveURL(new RegExp(`/run/${run.id}/interpretation`));
    await expect(well(page, 'A1')).toHaveAccessibleName(/homozygous wild type/i);
    expect(calls).toEqual(['PUT ', 'POST /interpret', 'PUT ', 'POST /interpret']);
  });
});

for (const plateType of PLATES) {
  const count = plateType === 'RECTANGULAR_96' ? 96 : 384;
  test(`a run of ${count} wells is described and started by keyboard`, async ({
    page,
    context,
    baseURL,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const run = await makeRun(baseURL ?? '', { state: 'imported', plateType, wells: 'full' });
    await signIn(demoUser.technician);
    await openRun(page, run);
    const press = (...keys: readonly string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

    await tabTo(page.getByRole('combobox', { name: 'Kit', exact: true }));
    for (const [label, value] of [
      ['Kit', 'LCT-13910'],
      ['Kit version', 'v2'],
      ['Reaction buffer', 'RB-2'],
      ['Lots', '26B0417'],
    ] as const) {
      const field = page.getByRole('combobox', { name: label, exact: true });
      await expect(field).toBeFocused();
      await page.keyboard.type(value);
      // The option of a lot includes its expiry.
      const option = page.getByRole('option', { name: new RegExp(`^${value}( expires |$)`) });
      await expect(option).toBeVisible();
      // Other journeys may have made versions with similar names.
      await expect(async () => {
        await press('ArrowDown');
        await expect(option).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 });
      }).toPass();
      await press('Enter');
      if (label === 'Lots') await expect(page.getByText(value, { exact: true })).toBeVisible();
      else await expect(field).toHaveValue(value);
      await press('Tab');
    }
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
    await press('Control+Enter');
    await expect(page.getByRole('grid', { name: `Plate, ${count} wells` })).toBeVisible();

    await tabTo(page.getByRole('grid').locator('[tabindex="0"]'));
    await press('Control+a');
    // A single kit with one lot and one buffer, and named wells: everything is filled in.
    await expect(page.getByText(`${count} of ${count} set wells complete`)).toBeVisible();
    for (const value of ['26B0417', 'dna']) {
      await press('Control+k');
      await page.keyboard.type(value);
      await press('Enter');
      await expect(well(page, 'A1')).toBeFocused();
    }
    await expect(page.getByText(`${count} of ${count} set wells complete`)).toBeVisible();

    // Regression: in small cells the shape crossed the upper edge.
    const outside = await page.getByRole('gridcell').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const [around, shape] = [cell, cell.querySelector('svg')].map((one) => one?.getBoundingClientRect());
        return around && shape && shape.top > around.top && shape.bottom < around.bottom ? [] : [cell.id];
      }),
    );
    expect(outside).toEqual([]);

    // Names in the cell: Enter moves on, Tab moves right, Escape cancels.
    await press('Control+Home');
    await page.keyboard.type('K-1');
    await press('Enter');
    // A scanner's Enter moves to the next well, and the warning about the previous one stays until the next
    // name.
    await page.keyboard.type('K-1');
    await press('Enter');
    await expect(well(page, 'A3')).toBeFocused();
    await expect(status(page)).toContainText('The name K-1 is also in A1.');
    await press('ArrowLeft');
    await page.keyboard.type('K-2');
    await press('Tab');
    await page.keyboard.type('nothing');
    await press('Escape');
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, K-1,/);
    await expect(well(page, 'A2')).toHaveAccessibleName(/^A2, K-2,/);
    await expect(well(page, 'A3')).toHaveAccessibleName(/^A3, S-3,/);
    await expect(well(page, 'A3')).toBeFocused();

    // A series over four wells, undone and redone.
    await press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await page.keyboard.type('Q-08');
    await expect(page.getByRole('option', { name: 'Names Q-08 to Q-11' })).toBeVisible();
    await press('Enter');
    await expect(question(page)).toContainText('Replace the name of 4 wells?');
    await hasFocus(question(page));
    await press('Enter');
    await expect(well(page, 'A6')).toHaveAccessibleName(/^A6, Q-11,/);
    await expect(well(page, 'A6')).toBeFocused();
    await press('Control+z');
    await expect(status(page)).toContainText('Undone: name on 4 wells');
    await press('Control+y');
    await expect(well(page, 'A6')).toHaveAccessibleName(/^A6, Q-11,/);

    // Copied wells are pasted with all settings, starting at the focused well.
    await press('Control+c', 'Control+Home', 'ArrowDown', 'Control+v');
    const paste = page.getByRole('dialog', { name: 'Paste' });
    await expect(paste).toContainText('4 of 4 rows fit.');
    await hasFocus(paste);
    await press('Enter');
    await expect(well(page, 'B4')).toHaveAccessibleName(/^B4, Q-11,/);

    // The pasted names are duplicates and the plate has no control: the dialog lists both, with the focus on
    // the button that continues.
    await expect(page.getByText('5 to review')).toBeVisible();
    await press('Control+Enter');
    await expect(page.getByRole('alertdialog', { name: 'Start with 5 items to review?' })).toBeVisible();
    await hasFocus(question(page));
    await press('Enter');
    await expect(page).toHaveURL(/\/interpretation/);
    await expect(well(page, 'B4')).toHaveAccessibleName(/Q-11/);
  });
}

nightTest(
  'SHELL-55 WORKLIST-03 WORKLIST-06 WORKLIST-08 spreadsheet data is previewed, the table shares the selection, and leaving loses nothing',
  async ({ page, context, baseURL, signIn, expectAccessible }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const run = await makeRun(baseURL ?? '', { state: 'configured' });
    await signIn(demoUser.technician);
    await openWells(page, run);
    await page.evaluate(() =>
      navigator.clipboard.writeText('Well\tName\tLot\nA1\tnew 1\t26B0417\nA2\tnew 2\t25X\nB1\tnew 3\t\n'),
    );
    await page.getByRole('button', { name: 'Paste' }).click();
    const paste = page.getByRole('dialog', { name: 'Paste' });
    await expect(paste).toContainText('1 of 3 rows fit. 1 well will change.');
    await expect(paste.getByRole('listitem')).toHaveText([
      'Row 2: lot 25X is not known.',
      'Row 3: B1 has no curve in the file.',
    ]);
    await expectAccessible();
    await paste.getByRole('button', { name: 'Apply' }).click();
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, new 1,/);

    // A work list with one row for a well that does not exist.
    const rows = 'sep=;\r\nWell;Barcode;Order;Kind\r\nA01;T-1;O-1;DNA\r\nZ9;T-2;O-2;\r\nA2;T-3;O-3;\r\n';
    const list = page.getByRole('dialog', { name: 'Fill in from a work list' });
    await page.getByRole('region', { name: 'Plate, 96 wells' }).evaluate((plate, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        plate.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, rows);
    await expect(list).toContainText('dropped.csv');
    await expect(list).toContainText('2 of 3 rows fit. 2 wells will change.');
    await list.getByRole('button', { name: 'Cancel' }).click();
    await expect(list).toBeHidden();

    await page.getByRole('button', { name: 'Work list' }).click();
    await list.locator('input[type="file"]').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows),
    });
    await expect(list).toContainText('2 of 3 rows fit. 2 wells will change.');
    await expect(list.getByRole('combobox', { name: 'Name or barcode' })).toHaveValue('Barcode');
    await choose(list, { field: 'Sample type', option: 'Kind' });
    await expect(list.getByRole('row', { name: /^A1 / })).toHaveText('A1T-1 was new 1DNA was BloodO-1');
    await expect(list.getByRole('region', { name: 'Skipped rows' })).toContainText(
      'Line 4, column A: expected a position such as A1, found “Z9”.',
    );
    await expectAccessible();
    await list.getByRole('button', { name: 'Fill in' }).click();
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, T-1, dna/);
    await well(page, 'A2').click();
    await expect(wellPanel(page).getByLabel('Order id')).toHaveValue('O-3');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, new 1,/);
    await expect(well(page, 'A2')).toHaveAccessibleName(/^A2, S-2,/);

    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('table', { name: 'Plate, 96 wells' });
    await table.getByRole('checkbox', { name: 'Select A6' }).check();
    await table.getByRole('button', { name: 'Sample type' }).click();
    await expect(table.getByRole('columnheader', { name: 'Sample type' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(table.getByRole('row', { name: /^Select A6 / })).toContainText('Complete');
    await expect(table.getByRole('row', { name: /^Select B1 / })).toContainText('no curve in the file');
    await expectAccessible();
    await page.getByRole('button', { name: 'Show as plate' }).click();
    await expect(well(page, 'A6')).toHaveAttribute('aria-selected', 'true');

    // After a change in step 1 the wells get the only remaining lot, with a note.
    await page.getByRole('button', { name: 'Back to step 1' }).click();
    await page.getByRole('combobox', { name: 'Lots' }).press('Backspace');
    await choose(page, { field: 'Lots', option: /26B0431/ });
    await page.getByRole('button', { name: 'Next' }).click();
    await well(page, 'A1').click();
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, new 1,/);
    await expect(wellPanel(page).getByRole('combobox', { name: 'Lot filled in' })).toHaveValue('26B0431');
    await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'Run and kits' }).click();
    await expect(page.getByRole('heading', { name: 'Kits' })).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, new 1,/);

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click();
    await expect(question(page)).toContainText('Leave without saving?');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Step 2 of 2: plate setup')).toBeVisible();
    const grid = page.getByRole('grid', { name: /^Plate/ });
    const place = await grid.boundingBox();
    const asked = page.waitForEvent('dialog');
    page.once('dialog', (dialog) => void dialog.accept());
    const reloaded = page.reload();
    expect((await asked).type()).toBe('beforeunload');
    await reloaded;
    await expect(page.getByText(/^Your draft of \d\d:\d\d was restored\./)).toBeVisible();
    expect(await grid.boundingBox(), 'a note moves no well').toEqual(place);
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, new 1,/);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(well(page, 'A1')).toHaveAccessibleName(/^A1, S-1,/);
  },
);
