import { expect, type Locator, type Page } from 'playwright/test';

import type { Assay } from './assays.ts';
import { decide } from './check.ts';
import { choose, well, wellPanel } from './creation.ts';

/** A person clicks a field before typing. */
async function type(field: Locator, value: string): Promise<void> {
  await field.click();
  await field.fill(value);
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** Opens the form of a new kit: of the first one from the first steps, of another one from the list. */
async function openForm(page: Page, { analyser }: Assay, isFirst: boolean): Promise<void> {
  if (isFirst) {
    await page.getByRole('button', { name: 'Choose an analyser' }).click();
    await page.getByRole('menuitem', { name: analyser }).first().click();
    const make = page.getByRole('link', { name: 'Make a kit' });
    // An earlier journey on this product may have left a kit for all laboratories, with which this step is done.
    await expect(make.or(page.getByText('2 of 4 done')).first()).toBeVisible();
    if (await make.isVisible()) {
      await make.click();
      return;
    }
  }
  await goTo(page, 'Configuration');
  await page.getByRole('tab', { name: 'Kit configuration' }).click();
  await page.getByRole('button', { name: 'Add kit' }).click();
  await page.getByRole('menuitem', { name: 'New kit' }).click();
}

/** The codes of the results, in the diagnostics of the kit that is open. */
async function typeCodes(page: Page, { kit, codes }: Assay): Promise<void> {
  await page.getByRole('tab', { name: 'Diagnostic configuration' }).click();
  await expect(page.getByRole('heading', { name: kit, exact: true })).toBeVisible();
  for (const [name, code] of Object.entries(codes)) {
    await page.getByRole('button', { name: new RegExp(`^Edit row .*, ${name}$`) }).click();
    await type(page.getByRole('textbox', { name: /^Code for the LIS, row/ }), code);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Diagnostics saved.')).toBeVisible();
}

async function addLot(page: Page, { kit }: Assay): Promise<void> {
  await page.getByRole('tab', { name: 'Lot configuration' }).click();
  await page.getByRole('button', { name: 'Add lot' }).first().click();
  await type(page.getByRole('textbox', { name: 'Name' }), `L-${kit}`);
  await page.getByRole('checkbox', { name: /no expiry/i }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alertdialog', { name: 'Lock v1?' }).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(`Lot L-${kit} added.`)).toBeVisible();
}

/** The kit on the curves of a file, with codes and a lot. */
export async function makeKit(page: Page, assay: Assay, isFirst: boolean): Promise<void> {
  await openForm(page, assay, isFirst);
  const adding = page.getByRole('dialog', { name: 'Add kit' });
  await adding.getByRole('textbox', { name: 'Name' }).fill(assay.kit);
  if (assay.start !== 'two products') await adding.getByText(assay.start, { exact: true }).click();
  await adding
    .locator('input[type=file]')
    .first()
    .setInputFiles([...(await assay.files())]);
  await expect(adding.getByRole('combobox', { name: 'Analyser' })).toHaveValue(assay.analyser);
  await adding.getByRole('button', { name: 'Add kit' }).click();
  // The peaks are clear, so the zones are not a guess.
  await expect(page.getByText(`${assay.kit} v1 created. Drag its zones, then save.`)).toBeVisible();
  await typeCodes(page, assay);
  await addLot(page, assay);
}

/** Makes the wells from one to another standards of a result. */
async function setStandards(page: Page, assay: Assay): Promise<void> {
  const standards = Object.entries(assay.wells).flatMap(([position, { is }]) =>
    is !== 'ntc' && 'standard' in is ? [{ position, result: is.standard }] : [],
  );
  for (const [result, wells] of Map.groupBy(standards, (one) => one.result)) {
    await well(page, wells[0]?.position ?? '').click();
    await well(page, wells.at(-1)?.position ?? '').click({ modifiers: ['Shift'] });
    await wellPanel(page).getByText('Standard', { exact: true }).click();
    await choose(wellPanel(page), { field: 'Expected diagnostic · FAM', option: result });
  }
}

/** The newest run, which was imported with the kit, from the list to the approval. */
export async function approveRun(page: Page, assay: Assay, number: number): Promise<void> {
  await goTo(page, 'Runs');
  await page
    .getByRole('table')
    .getByRole('link', { name: String(number), exact: true })
    .click();
  const kit = page.getByRole('combobox', { name: /^Kit( filled in)?$/ });
  await expect(kit).toHaveValue(assay.kit);
  await page.getByRole('button', { name: 'Next' }).click();
  await setStandards(page, assay);
  const [control = ''] = Object.entries(assay.wells).find(([, { is }]) => is === 'ntc') ?? [];
  await well(page, control).click();
  await wellPanel(page).getByText('Negative control', { exact: true }).click();
  await page.getByRole('button', { name: 'Start interpretation' }).click();
  const doubts = page
    .getByRole('alertdialog', { name: /^Start with/ })
    .getByRole('button', { name: 'Start interpretation' });
  await expect(doubts.or(page.getByRole('tab', { name: 'Export' })).first()).toBeVisible();
  if (await doubts.isVisible()) await doubts.click();
  await decide(page, 'Submit');
  await decide(page, 'Approve');
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
}
