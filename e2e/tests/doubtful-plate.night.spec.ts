import type { Run } from '@curvewell/domain';

import { apiOf } from '../support/api.ts';
import { doubtfulKits, importDoubtful, setDoubtful } from '../support/doubtful-plate.ts';
import { submitRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test('REVIEW-199 a plate of two kits with every kind of doubt lists each doubt once, in its most severe section, with its wells', async ({
  page,
  address,
  signIn,
  expectAccessible,
}, { retry, repeatEachIndex }) => {
  const technician = await apiOf(address, demoUser.technician);
  const research = await apiOf(address, demoUser.rdAdmin);
  const physician = await apiOf(address, demoUser.physician);
  const name = `Doubts ${Date.now().toString(36).slice(-5)}`;
  const kits = await doubtfulKits({ research, technician }, name);
  // Fixed noise, because some doubts depend on it. A product refuses to read a file twice, so retries use
  // another seed.
  const imported = await importDoubtful(technician, 11 + retry + repeatEachIndex);
  await setDoubtful(technician, imported, kits);
  await technician('POST', `/run/${imported.id}/interpret`);
  await submitRun(technician, imported);
  const run = await physician<Run>('GET', `/run/${imported.id}`);
  const fam = run.analyses.find(({ channel }) => channel === 'FAM')?.wells ?? {};
  await physician('PATCH', `/run/${run.id}/interpreted-wells?wellIds=${fam['A10']?.id ?? ''}`, {
    id: null,
    comment: 'Well is contaminated',
  });
  await physician('POST', `/run/${run.id}/well/${fam['C1']?.id ?? ''}/comment`, { value: 'To be repeated.' });

  await signIn(demoUser.physician);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/run/${run.id}/interpretation`);
  const strip = page.getByRole('region', { name: 'Whole plate' });
  // The strip hides and counts the facts that do not fit on its line.
  const fact = (name: string | RegExp) => strip.getByRole('button', { name, includeHidden: true });
  await expect(fact(/^B1 failed in FAM, \d+ held$/)).toBeVisible();
  await expect(fact(/^B1, B3 failed in TEXAS_RED, \d+ held$/)).toBeVisible();
  await expect(fact('No negative control (2)')).toHaveCount(1);
  await expect(page.getByText('Several kits are on this plate. Choose one kit')).toBeVisible();

  await page.getByRole('contentinfo').getByRole('button', { name: 'Approve', exact: true }).click();
  const check = page.getByRole('region', { name: 'Check before approval' });
  const section = (title: RegExp) => check.getByRole('region', { name: title });
  await expect(section(/^Controls 2 of 3 failed, 2 missing/)).toBeVisible();

  await test.step('each well is in one section', async () => {
    const placed: Readonly<Record<string, readonly string[]>> = {
      Controls: ['B1', 'B3'],
      'No call': ['A4', 'A5', 'A6', 'A9', 'C1', 'C2', 'C3'],
      // FAM passed in B3 and failed in B1, which have the same name. A7 has 19 % of the height of its
      // neighbours at the same temperature.
      'Doubtful curves': ['A7', 'A8', 'B3'],
      Overrides: ['A10'],
    };
    for (const [title, positions] of Object.entries(placed)) {
      const links = section(new RegExp(`^${title}`)).getByRole('link', { name: /^[A-H]\d+$/ });
      expect([title, [...new Set(await links.allInnerTexts())]]).toEqual([title, positions]);
    }
  });

  await test.step('each section gives the reason in plain words', async () => {
    const noCall = section(/^No call/);
    await expect(noCall).toContainText('MELT: 5 readings are too few, at least 8 are needed.');
    await expect(noCall).toContainText('a peak may be cut off');
    await expect(noCall).toContainText('MELT: zone B was not read whole: it ends at 78.00 °C');
    // Consequences of another cause are not listed.
    await expect(noCall).not.toContainText('zone C was not read');
    await expect(noCall).not.toContainText('the curve may be upside down');
    const wellsByText = {
      'No negative control for LCT-13910 v2, lot 26A0033': 'B7 and B8',
      [`No negative control for ${name} v1, lot D-1`]: 'C1 to C3',
      'Lot 26A0033 expired 31-10-2026.': 'B7 and B8',
      'Lot D-1 has no expiry date.': 'C1 to C3',
      '2 wells with the name S-113.': 'B5 and B6',
      '2 lots of LCT-13910 v2: 26A0033.': 'B7 and B8',
    };
    for (const [text, wells] of Object.entries(wellsByText)) {
      const row = check.getByText(text).locator('..');
      await expect(row).toHaveCount(1);
      await expect(row.getByRole('link', { name: wells })).toBeVisible();
    }
    for (const text of [
      `${name} v1 is not validated on this analyser, Bio-Rad CFX96.`,
      'Run date not in the file:',
      'Kit and file fit only in part.',
    ])
      await expect(check.getByText(text)).toHaveCount(1);
  });
  await expectAccessible();

  await test.step('a lot closed meanwhile is listed too', async () => {
    const lots = await research<{ id: string; name: string; revision: number; expirationDate: string }[]>(
      'GET',
      `/lots/version/${kits.own.version}`,
    );
    const [lot] = lots;
    await research('PUT', `/lots/${lot?.id ?? ''}`, {
      active: false,
      expirationDate: lot?.expirationDate,
      revision: lot?.revision,
    });
    await page.reload();
    await expect(check.getByText('Lot D-1 was closed after this run was interpreted.')).toBeVisible();
  });
});
