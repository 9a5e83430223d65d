import { expect, type Page } from 'playwright/test';

import { demoUser } from '../demo-users.ts';
import { joinEmptyLaboratory } from '../demo-fill.ts';
import { loginField } from '../sign-in.ts';
import { button, dialog, fromMenu, key, press, type StatesOf, steps } from './state.ts';

const { technician, physician, manager, withoutLaboratory } = demoUser;
const chart = (page: Page) => page.getByRole('figure').first().waitFor();
const plate = (page: Page) => page.getByRole('grid', { name: /Plate/ }).waitFor();
const setup = (selected: string) => `configuration?step=2&wells=${selected}`;

export const LISTS: StatesOf = (runs) => [
  // The application has a heading too, before it leads to the provider's page.
  { name: 'sign in', as: null, at: '/', open: (page) => loginField(page).waitFor() },
  { name: 'runs', as: technician, at: '/' },
  { name: 'runs, undecided first', as: physician, at: '/' },
  { name: 'runs, one status', as: physician, at: '/?status=WAIT_FOR_APPROVAL' },
  { name: 'runs, none found', as: physician, at: '/?search=Schw%C3%A4bisch' },
  {
    name: 'runs, save a view',
    as: physician,
    at: '/?status=APPROVED',
    open: steps(press('Save this view'), dialog),
  },
  {
    name: 'runs, delete one',
    as: technician,
    at: '/?status=RUN_TO_INTERPRET',
    open: steps(press(/^Delete run/), dialog),
  },
  { name: 'archive', as: physician, at: '/archive' },
  { name: 'archive, none found', as: physician, at: '/archive?fileName=nothing&isExact=true' },
  { name: 'archive, restore', as: physician, at: '/archive', open: steps(press(/^Restore run/), dialog) },
  {
    name: 'archived run',
    as: physician,
    at: `/archive/run/${runs.archived}/interpretation?wells=A3`,
    open: chart,
  },
  { name: 'go to', as: technician, at: '/', open: steps(key('Control+k'), dialog) },
  {
    name: 'go to, found',
    as: technician,
    at: '/',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('Säkylän');
      await expect(page.getByRole('option').nth(1)).toBeVisible();
    },
  },
  { name: 'user menu', as: technician, at: '/archive', open: press(/user menu/) },
  {
    name: 'messages',
    as: technician,
    at: '/archive',
    open: steps(fromMenu(/user menu/, 'Messages'), dialog),
  },
  {
    name: 'shortcuts',
    as: technician,
    at: '/archive',
    open: steps(fromMenu(/user menu/, 'Shortcuts'), dialog),
  },
  { name: 'about', as: technician, at: '/archive', open: steps(press('About'), dialog) },
  { name: 'not found', as: technician, at: '/run/12x/nowhere' },
  { name: 'not permitted', as: technician, at: '/admin/laboratories' },
  { name: 'no laboratory', as: withoutLaboratory, at: '/' },
  { name: 'runs, a saved view', as: manager, at: '/?status=REJECTED', open: savedView },
  // After “no laboratory”, which it ends.
  { name: 'first steps', as: withoutLaboratory, at: '/', open: joined },
];

/** Opens the menu of a saved view, which it saves once. */
async function savedView(page: Page): Promise<void> {
  const menu = button(page, 'Actions of view Rejected');
  const save = button(page, 'Save this view');
  await menu.or(save).first().waitFor();
  if (await save.isVisible()) {
    await save.click();
    const named = page.getByRole('dialog', { name: 'Save this view' });
    await named.getByRole('textbox', { name: 'Name' }).fill('Rejected');
    await named.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('View Rejected saved.')).toHaveCount(0);
  }
  await menu.click();
  await page.getByRole('menuitem').first().waitFor();
}

/** Joins a laboratory without runs. */
async function joined(page: Page): Promise<void> {
  await joinEmptyLaboratory(new URL(page.url()).origin, withoutLaboratory);
  await page.goto('/');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
}

export const CREATION: StatesOf = (runs) => [
  { name: 'import', as: technician, at: '/run/import' },
  { name: 'step 1', as: technician, at: `/run/${runs.configured}/configuration` },
  {
    name: 'step 2, no well',
    as: technician,
    at: `/run/${runs.configured}/configuration?step=2`,
    open: plate,
  },
  { name: 'step 2, one well', as: technician, at: `/run/${runs.configured}/${setup('C3')}`, open: plate },
  {
    name: 'step 2, several wells',
    as: technician,
    at: `/run/${runs.configured}/${setup('A1-A8')}`,
    open: plate,
  },
  {
    name: 'step 2, 384 wells',
    as: technician,
    at: `/run/${runs.configuredLarge}/${setup('P12')}`,
    open: plate,
  },
  {
    name: 'step 2, template',
    as: technician,
    at: `/run/${runs.configured}/configuration?step=2`,
    open: steps(plate, press('Template')),
  },
  {
    name: 'step 2, work list',
    as: technician,
    at: `/run/${runs.configured}/configuration?step=2`,
    open: steps(plate, press('Work list'), dialog),
  },
  {
    name: 'step 2, bench sheet',
    as: technician,
    at: `/run/${runs.configured}/configuration?step=2`,
    open: steps(plate, fromMenu('Print', 'Bench sheet'), dialog),
  },
  {
    name: 'step 2, labels',
    as: technician,
    at: `/run/${runs.configured}/configuration?step=2`,
    open: steps(plate, fromMenu('Print', 'Labels'), dialog),
  },
];

const review = (id: string, wells = '') =>
  `/run/${id}/interpretation${wells === '' ? '' : `?wells=${wells}`}`;

const large = (id: string) => `${review(id)}?chart=large`;
const compared = (page: Page) => page.getByRole('menuitemradio').first().waitFor();

export const REVIEW: StatesOf = (runs) => [
  { name: 'review', as: physician, at: review(runs.submitted), open: plate },
  { name: 'review, one well', as: physician, at: review(runs.submitted, 'A3'), open: chart },
  { name: 'review, many wells', as: physician, at: review(runs.submitted, 'A1-A12'), open: chart },
  { name: 'review, failed control', as: physician, at: review(runs.submitted, 'D5'), open: chart },
  { name: 'review, 384 wells', as: physician, at: review(runs.failed), open: plate },
  { name: 'review, one of 384 wells', as: physician, at: review(runs.large, 'C7'), open: chart },
  { name: 'review, many of 384 wells', as: physician, at: review(runs.large, 'A1-C24'), open: chart },
  {
    name: 'review, samples',
    as: physician,
    at: review(runs.submitted),
    open: steps(plate, press(/table$/), (page) => page.getByText('Samples', { exact: true }).click()),
  },
  {
    name: 'review, whole plate',
    as: physician,
    at: review(runs.failed),
    open: (page) => page.getByRole('tab', { name: /^Whole plate/ }).click(),
  },
  {
    name: 'review, comments of the run',
    as: physician,
    at: review(runs.submitted, 'A3'),
    open: (page) => page.getByRole('tab', { name: /^Run comments/ }).click(),
  },
  {
    name: 'review, export',
    as: physician,
    at: review(runs.submitted, 'A3'),
    open: (page) => page.getByRole('tab', { name: 'Export' }).click(),
  },
  {
    name: 'review, report of a sample',
    as: physician,
    at: review(runs.submitted, 'A3'),
    open: async (page) => {
      await page.getByRole('tab', { name: 'Export' }).click();
      await page.getByRole('radio', { name: /^Sample .* only/ }).click();
    },
  },
  {
    name: 'review, another result',
    as: physician,
    at: review(runs.submitted, 'A3'),
    open: press(/Update diagnostic/),
  },
  { name: 'review, why', as: physician, at: review(runs.submitted, 'A3'), open: press('Why?') },
  {
    name: 'review, compare',
    as: physician,
    at: review(runs.submitted, 'A3'),
    open: steps(chart, press('Compare'), compared),
  },
  { name: 'review, large chart', as: physician, at: large(runs.submitted), open: chart },
  {
    name: 'review, large chart of both',
    as: physician,
    at: large(runs.large),
    open: steps(chart, (page) => page.getByText('Both', { exact: true }).click()),
  },
  {
    name: 'review, large chart, compare',
    as: physician,
    at: large(runs.submitted),
    open: steps(chart, press('Compare'), compared),
  },
  {
    name: 'review, repeat list',
    as: physician,
    at: review(runs.submitted, 'A3,B4'),
    open: steps(press(/^Repeat list/), dialog),
  },
  { name: 'review, approved', as: physician, at: review(runs.approved, 'A3'), open: chart },
  { name: 'review, rejected', as: technician, at: review(runs.rejected), open: plate },
];

export const DECISION: StatesOf = (runs) => [
  {
    name: 'check before approval',
    as: physician,
    at: `${review(runs.submitted)}?check=approve`,
    open: checked,
  },
  { name: 'check of 384 wells', as: physician, at: `${review(runs.failed)}?check=approve`, open: checked },
  {
    name: 'check before submission',
    as: technician,
    at: `${review(runs.interpreted)}?check=submit`,
    open: checked,
  },
  {
    name: 'rejection',
    as: physician,
    at: `${review(runs.submitted)}?check=approve`,
    open: steps(checked, press(/with a reason$/), dialog),
  },
  {
    name: 'history of a run',
    as: physician,
    at: `/run/${runs.approved}/history`,
    open: (page) => page.getByText('Complete and unchanged').first().waitFor(),
  },
];

async function checked(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /^Check before / })
    .getByRole('heading', { level: 2 })
    .first()
    .waitFor();
  await expect(button(page, /^(Approve|Submit) run|^Submit|^Approve/)).toBeVisible();
}
