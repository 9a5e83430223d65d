import type { Locator, Page } from 'playwright/test';

import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

/** Computed colours and borders of an element in forced colours. */
const look = (one: Locator) =>
  one.evaluate((element) => {
    const { backgroundColor, color, outlineStyle, borderTopColor } = getComputedStyle(element);
    return { backgroundColor, color, outlineStyle, borderTopColor };
  });

/** The two system colours of a selected item. */
const highlight = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.cssText = 'background: Highlight; color: HighlightText; forced-color-adjust: none';
    document.body.append(probe);
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return { backgroundColor, color };
  });

/** Expects the system's highlight colours on chosen controls and not on the others. */
async function expectShown(page: Page, controls: { readonly chosen: Locator; readonly other: Locator }) {
  const wanted = await highlight(page);
  await expect(controls.chosen.first()).toBeVisible();
  expect(await look(controls.chosen.first())).toMatchObject(wanted);
  expect((await look(controls.other.first())).backgroundColor).not.toBe(wanted.backgroundColor);
}

const segments = (page: Page, name: string) => {
  const labels = page.getByRole('radiogroup', { name }).locator('label');
  return {
    chosen: labels.and(page.locator('[data-active]')),
    other: labels.and(page.locator(':not([data-active])')),
  };
};
const tabs = (page: Page) => ({
  chosen: page.getByRole('tab', { selected: true }),
  other: page.getByRole('tab', { selected: false }),
});
const pressed = (within: Locator) => ({
  chosen: within.locator('[aria-pressed="true"]'),
  other: within.locator('[aria-pressed="false"]'),
});

test('SHELL-150 forced colours show the chosen channel, phase, tab, filter and result', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'submitted' });
  await signIn(demoUser.physician);

  await test.step('run list', async () => {
    await page.goto('/?status=WAIT_FOR_APPROVAL');
    await expectShown(page, pressed(page.getByRole('main')));
  });
  await test.step('review', async () => {
    await page.goto(`/run/${run.id}/interpretation?wells=A1`);
    await expectShown(page, segments(page, 'Channel'));
    await expectShown(page, segments(page, 'Phase'));
    await expectShown(page, tabs(page));
    await page.getByRole('button', { name: /^X Heterozygous/ }).click();
    await expectShown(page, pressed(page.getByRole('main')));
    // The outline of the selection.
    const path = page.locator('[data-selection] path');
    const stroke = await path.evaluate((element) => getComputedStyle(element).stroke);
    expect(stroke).toBe((await highlight(page)).backgroundColor);
    await page.getByRole('gridcell', { name: /^A1,/ }).click();
    await page.getByRole('button', { name: /Update diagnostic/ }).click();
    const form = page.getByRole('form', { name: 'Update diagnostic' });
    await form.getByText('Negative').click();
    const results = form.getByRole('radiogroup').locator('label');
    await expectShown(page, {
      chosen: results.filter({ has: page.getByRole('radio', { checked: true }) }),
      other: results.filter({ has: page.getByRole('radio', { checked: false }) }),
    });
    await form.getByRole('button', { name: 'Well is contaminated' }).click();
    await expectShown(page, pressed(form));
    await page.getByRole('tab', { name: 'Export' }).click();
    await expectShown(page, segments(page, 'Format'));
  });
  await test.step('configuration', async () => {
    await page.goto('/admin/configuration');
    await expectShown(page, tabs(page));
  });
  await test.step('rail', async () => {
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect((await look(entries.and(page.locator('[aria-current="page"]')))).outlineStyle).toBe('solid');
    expect((await look(entries.and(page.locator(':not([aria-current])')).first())).outlineStyle).toBe('none');
  });
});

test('SHELL-150 forced colours show the chosen sample type of a plate', async ({ page, baseURL, signIn }) => {
  const run = await makeRun(baseURL ?? '', { state: 'configured' });
  await signIn(demoUser.technician, { at: `/run/${run.id}/configuration?step=2&wells=A1` });
  const tiles = page.getByRole('group', { name: 'Sample type' }).locator('label');
  await expectShown(page, {
    chosen: tiles.filter({ has: page.getByRole('radio', { checked: true }) }),
    other: tiles.filter({ has: page.getByRole('radio', { checked: false }) }),
  });
});
