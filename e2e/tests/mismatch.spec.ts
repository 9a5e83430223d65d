import { readFileSync } from 'node:fs';

import type { Page } from 'playwright/test';
import { extractText } from 'unpdf';

import { choose, openRun } from '../support/creation.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

/** A plate in whose wells a product melts above all zones of the kit. */
const wells = Array.from({ length: 24 }, (_, index) => ({
  ...{ position: `A${index + 1}`, name: `p50-${index + 1}`, content: 'outside' as const },
}));
const PLATE = { plateType: 'RECTANGULAR_384', channels: ['FAM'], wells } as const;

const next = (page: Page) => page.getByRole('button', { name: 'Next' });

async function chooseKit(page: Page) {
  const row = page.getByRole('group', { name: 'Kit 1' });
  await choose(row, { field: 'Kit', option: 'LCT-13910' });
  await choose(row, { field: 'Kit version', option: 'v2' });
}

test('STEP1-120 a kit none of whose zones was read is refused before a lot is asked for', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const run = await makeRun(address, { ...PLATE, state: 'imported', read: { from: 75, to: 95 } });
  await signIn(demoUser.technician);
  await openRun(page, run);
  await chooseKit(page);
  const card = page.getByRole('region', { name: 'File and kit do not fit: LCT-13910 v2' });
  await expect(card).toContainText(
    'This kit is read from 49.0 to 66.0 °C. The file holds 75.0 to 95.0 °C. None of its zones was read, so all 24 wells would be No call.',
  );
  await expect(next(page)).toHaveAccessibleDescription('Choose a kit that fits this file.');
  await expect(page.getByRole('checkbox', { name: /Use this kit all the same/ })).toHaveCount(0);
  await expectAccessible();
});

test('STEP1-120 STEP1-123 DECIDE-73 a kit that fits in part is confirmed, and what it cannot call is told up to the report', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const read = { from: 58, to: 95 };
  await test.step('step 1', async () => {
    const run = await makeRun(address, { ...PLATE, state: 'imported', read });
    await signIn(demoUser.technician);
    await openRun(page, run);
    await chooseKit(page);
    await choose(page, { field: 'Lots', option: /26B0417/ });
    await page.keyboard.press('Escape');
    await expect(next(page)).toHaveAccessibleDescription('Confirm that this kit is used.');
    // Zones of one range, of which one was read.
    await expect(page.getByTitle('B, D 58.5 to 63.0 °C, B not read').locator('s')).toHaveText(['B']);
    await page.getByRole('checkbox', { name: /Use this kit all the same/ }).check();
    await expect(next(page)).toHaveAccessibleDescription('');
  });

  const run = await makeRun(address, { ...PLATE, state: 'submitted', read });
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(demoUser.physician);
  await page.goto(`/run/${run.id}/interpretation`);
  await test.step('plate', async () => {
    await expect(page.getByRole('button', { name: /^No call/ })).toContainText('24');
    await expect(page.getByRole('region', { name: 'Whole plate' })).toContainText('24 no call');
    // However long the sentences are, the wells below them can be reached.
    const well = page.getByRole('article', { name: 'A24', exact: true }).getByRole('button');
    await well.scrollIntoViewIfNeeded();
    await well.click();
    await expect(page.getByRole('article', { name: /A24/ })).toContainText('lies in no zone');
  });
  await test.step('check', async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Results 24 of 24 without a call' })).toBeVisible();
    await expect(page.getByText('Off: 3 things open, first a reason for 24 without a call.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: /Back to the plate/ }).click();
  });
  await test.step('report', async () => {
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByText('PDF', { exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const { text } = await extractText(new Uint8Array(readFileSync(await (await download).path())), {
      mergePages: true,
    });
    const said = text.replaceAll(/\s+/g, ' ');
    expect(said).toContain('Kit and file fit only in part.');
    expect(said).toMatch(/24 wells in FAM: .* lies in no zone\. A1, A2, .* A24/);
  });
});
