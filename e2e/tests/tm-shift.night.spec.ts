import { readFileSync, writeFileSync } from 'node:fs';

import type { Page } from 'playwright/test';
import { extractText } from 'unpdf';

import { copiedVersion } from '../support/copied-version.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

const WELLS = [
  { position: 'A1', name: 'S-1', content: 'wild' },
  { position: 'A2', name: 'S-2', content: 'heterozygous' },
  { position: 'A3', name: 'S-3', content: 'mutated' },
  { position: 'A4', name: 'PC', content: 'positive' },
  { position: 'A5', name: 'PC', content: 'positive' },
  { position: 'A6', name: 'NTC', content: 'negative' },
] as const;
/** Melting temperatures of the products in made wells, °C. */
const REFERENCES = { A: '55.3', B: '60.8', C: '55.3', D: '60.8' } as const;
const LOT = 'SHIFT-1';
const SHIFT_TEXT = /Zones moved by \+(0\.9|1\.0)\d °C: 2 controls melted \+(0\.9|1\.0)\d °C from the kit/;

/** Folder for screenshots, to be reviewed by eye. */
const PICTURES = process.env['PICTURES'];

const picture = async (page: Page, name: string): Promise<void> => {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
};

test('TMC-25 SHELL-290 the correction is switched on in the kit editor, and its shift appears on review, in “Why?”, in the check, in the report and among the controls', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  const version = `shift ${Date.now().toString(36).slice(-4)}`;
  const { editor, controls, addLot } = await copiedVersion(address, version);
  await page.setViewportSize({ width: 1366, height: 768 });

  await test.step('the kit editor', async () => {
    await signIn(demoUser.rdAdmin, { at: editor });
    const section = page.getByRole('button', { name: /^Controls and checks/ });
    const follows = page.getByRole('switch', { name: 'Zones follow the controls' });
    // The editor is remounted once the place is known, which closes sections opened earlier.
    await expect(async () => {
      if ((await section.getAttribute('aria-expanded')) !== 'true') await section.click();
      await expect(follows).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await follows.check();
    await page.getByRole('textbox', { name: 'At most, °C' }).fill('1.2');
    for (const [zone, tm] of Object.entries(REFERENCES))
      await page.getByRole('textbox', { name: new RegExp(`Reference.*zone ${zone}$`) }).fill(tm);
    await page.getByRole('textbox', { name: /Reference.*zone D$/ }).scrollIntoViewIfNeeded();
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
    ).toBeLessThanOrEqual(0);
    await picture(page, '1-editor');
    await expectAccessible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Kit LCT-13910 .* updated\.$/)).toBeVisible();
  });

  await addLot(LOT);
  const kit = { version, lot: LOT };
  const run = await makeRun(address, { state: 'submitted', wells: WELLS, shift: 1, kit });
  await signIn(demoUser.physician);

  await test.step('review', async () => {
    await page.goto(`/run/${run.id}/interpretation?wells=A1`);
    await expect(page.getByText(/zones \+(0\.9|1\.0)\d °C/).first()).toBeVisible();
    await picture(page, '2-review');
    await expectAccessible();
  });

  await test.step('Why?', async () => {
    const why = page.getByRole('button', { name: 'Why?' });
    await expect(why).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByText(SHIFT_TEXT)).toBeVisible();
    // “Why?” of a control shows its own evaluation.
    await page.getByRole('gridcell', { name: /^A4,/ }).click();
    await expect(page.getByText(/This control is evaluated by the other .*control: zones \+/)).toBeVisible();
    await picture(page, '3-why');
  });

  await test.step('the check', async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Approve', exact: true }).click();
    const check = page.getByRole('region', { name: 'Check before approval' });
    const file = check.getByRole('region', { name: /^Kit, lot and file/ });
    await expect(file.getByText(SHIFT_TEXT)).toBeVisible();
    // The other channel has no reference Tm, which must be confirmed.
    const unmoved = file.getByText(
      /TEXAS_RED: Zones not moved: the kit has no reference Tm for this channel/,
    );
    await expect(unmoved).toBeVisible();
    await expect(check.getByText(/zones not moved/i).first()).toBeVisible();
    await unmoved.scrollIntoViewIfNeeded();
    await picture(page, '4-check');
    await expectAccessible();
  });

  await test.step('the report', async () => {
    await page.goto(`/run/${run.id}/interpretation`);
    await page.getByRole('tab', { name: 'Export' }).click();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const bytes = readFileSync(await (await started).path());
    if (PICTURES !== undefined) writeFileSync(`${PICTURES}/report.pdf`, bytes);
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(SHIFT_TEXT);
  });

  await test.step('the controls', async () => {
    await page.goto(controls);
    await page.getByRole('button', { name: /^Tm shift of controls/ }).click();
    const table = page.getByRole('table', { name: 'Tm shift of controls' });
    await expect(table.getByRole('row', { name: new RegExp(`^${run.businessId} `) })).toContainText('moved');
    await expect(page.getByRole('region', { name: /· Tm shift$/ })).toContainText(SHIFT_TEXT);
    await picture(page, '5-controls');
    await expectAccessible();
  });
});
