import type { Page } from 'playwright/test';

import { choose, openRun } from '../support/creation.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

/** A plate whose product melts above all zones of the kit. */
const wells = Array.from({ length: 24 }, (_, index) => ({
  position: `A${index + 1}`,
  name: `p50-${index + 1}`,
  content: 'outside' as const,
}));
const PLATE = { plateType: 'RECTANGULAR_384', channels: ['FAM'], wells } as const;

const next = (page: Page) => page.getByRole('button', { name: 'Next' });

async function chooseKit(page: Page) {
  const row = page.getByRole('group', { name: 'Kit 1' });
  await choose(row, { field: 'Kit', option: 'LCT-13910' });
  await choose(row, { field: 'Kit version', option: 'v2' });
}

test('STEP1-120 a kit with no zone in the readings is refused before a lot is requested', async ({
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
    'This kit reads 49.0 to 66.0 °C. The file contains 75.0 to 95.0 °C. None of the kit’s zones was read, so all 24 wells would be No call.',
  );
  await expect(next(page)).toHaveAccessibleDescription('Choose a kit that fits this file.');
  await expect(page.getByRole('checkbox', { name: /Use this kit anyway/ })).toHaveCount(0);
  await expectAccessible();
});
