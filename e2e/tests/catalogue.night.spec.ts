import type { KitConfiguration } from '@curvewell/domain';
import type { Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { demoUser, expect, test } from '../support/test.ts';

const LONG_NAMES = [
  'HFE C282Y / H63D / S65C Multiplex, second series (replaces HFE-2)',
  'Hämochromatose-Erregernachweis Übersichtspanel',
  'Keski-Pohjanmaan sairaalan tuberkuloosipaneeli',
];
const KITS = 38;
const LABELS = ['HEALTHY', 'SICK', 'ABNORMAL', 'NEGATIVE', 'HETEROZYGOUS'] as const;
const EXPIRY = ['2097-01-01', '2097-03-31', '2099-12-31'] as const;

/** Kits with long names, lots and diagnostics, as an installation has them after some years. */
async function fill(address: string): Promise<void> {
  const api = await apiOf(address, demoUser.superAdmin);
  const rows: object[] = [];
  for (let kit = 0; kit < KITS; kit += 1) {
    const { kitVersion } = await api<KitConfiguration>('POST', '/kit', {
      kit: { name: LONG_NAMES[kit] ?? `Panel ${kit} of factor V Leiden` },
      kitVersion: { version: 'v1' },
    });
    for (const [place, expirationDate] of EXPIRY.slice(0, kit % 4).entries())
      await api('POST', `/lots/version/${kitVersion.id}`, {
        name: `LOT-26-${kit}-${place}`,
        active: place !== 1,
        expirationDate,
      });
    for (const name of LABELS)
      rows.push({ kitId: kitVersion.kit.id, name, label: `Finding ${kit} ${name}`, color: '#446688' });
  }
  await api('PUT', '/diagnostics/kit', rows);
}

/** Cells whose text is wider than they are. */
const cutCells = (page: Page) =>
  page
    .locator('main :is(td, th)')
    .evaluateAll((cells) =>
      cells.flatMap(({ scrollWidth, clientWidth, textContent }) =>
        scrollWidth > clientWidth + 1 ? [textContent] : [],
      ),
    );

test('KIT-189 AUDIT-45 lists of kits, lots, diagnostics, users and the audit trail are read without a cut cell, by keyboard alone', async ({
  page,
  address,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(300_000);
  await fill(address);
  await signIn(demoUser.superAdmin, { at: '/admin/configuration?tab=kits' });
  await expect(page.getByRole('status').filter({ hasText: /^\d+ kits$/ })).toBeVisible();

  for (const [width, height] of [
    [1366, 768],
    [1000, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const at of [
      '/admin/configuration?tab=kits',
      '/admin/configuration?tab=lots&show=all',
      '/admin/configuration?tab=diagnostics',
      '/admin/audit',
      '/admin/laboratories',
    ]) {
      await page.goto(at);
      await expect(page.locator('main tbody tr').first()).toBeVisible();
      if (at === '/admin/laboratories') {
        await page.getByRole('radio', { name: 'Demo laboratory North' }).click();
        await expect(page.getByRole('table', { name: 'Users' }).getByRole('radio').first()).toBeVisible();
      }
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      expect(await cutCells(page), `${at} at ${width}`).toEqual([]);
      await expectAccessible();
    }
  }

  // From the list to the editor and back to the same row.
  await page.goto('/admin/configuration?tab=kits&show=under-way');
  const list = page.getByRole('table', { name: 'Kits' });
  await list.locator('[data-row-link]').first().focus();
  for (const key of ['j', 'j', 'k', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/show=under-way.*&kit=/);
  await page.goBack();
  await expect(list.locator('[data-row-link]:focus')).toHaveCount(1);
});

test('KIT-319 a row of diagnostics with a problem keeps its words on one line and overlaps no other cell', async ({
  page,
  address,
  signIn,
}) => {
  const api = await apiOf(address, demoUser.superAdmin);
  const { kitVersion } = await api<KitConfiguration>('POST', '/kit', {
    kit: { name: 'Same codes' },
    kitVersion: { version: 'v1' },
  });
  const kitId = kitVersion.kit.id;
  await api('PUT', '/diagnostics/kit', [
    { kitId, name: 'HETEROZYGOUS', label: 'Products A and B', color: '#446688' },
    { kitId, name: 'NEGATIVE', label: 'No product', color: '#ffd60f' },
  ]);
  await signIn(demoUser.superAdmin, { at: `/admin/configuration?tab=diagnostics&kit=${kitId}` });
  for (const words of ['Products A and B', 'No product']) {
    await page.getByRole('button', { name: new RegExp(`: .*, ${words}$`) }).click();
    await page.getByRole('textbox', { name: /^Code for the LIS, row/ }).fill('SAME-CODE');
  }
  for (const width of [1366, 1000]) {
    await page.setViewportSize({ width, height: 768 });
    const first = page.getByRole('row').filter({ hasText: 'unsaved' });
    await expect(first).toContainText('is sent with this code');
    expect(
      (await page.getByRole('button', { name: /Products A and B$/ }).boundingBox())?.height,
    ).toBeLessThan(30);
    expect(await cutCells(page), `at ${width}`).toEqual([]);
  }
});
