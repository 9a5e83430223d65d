import type { Page } from 'playwright/test';

import { copiedVersion } from '../copied-version.ts';
import { demoUser } from '../demo-users.ts';
import { dialog, fromMenu, press, type StatesOf, steps } from './state.ts';

const { technician, physician, manager, qaAdmin, superAdmin } = demoUser;
const rows = (page: Page) => page.locator('main :is(tbody tr, [role=row])').first().waitFor();
const firstRow = async (page: Page) => {
  await rows(page);
  await page.locator('[data-row-link]').first().click();
};
const tab = (name: string) => `/admin/configuration?tab=${name}`;
const picked = (name: RegExp) => (page: Page) => page.getByRole('radio', { name }).first().click();

export const CONFIGURATION: StatesOf = () => [
  { name: 'kits', as: superAdmin, at: tab('kits'), open: rows },
  { name: 'kits, unvalidated', as: superAdmin, at: `${tab('kits')}&show=not-validated` },
  { name: 'kits, none found', as: superAdmin, at: `${tab('kits')}&search=nothing` },
  { name: 'kits, add', as: superAdmin, at: tab('kits'), open: press('Add kit') },
  {
    name: 'kits, starter kit',
    as: superAdmin,
    at: tab('kits'),
    open: steps(fromMenu('Add kit', 'New kit'), dialog),
  },
  { name: 'kit editor', as: superAdmin, at: `${tab('kits')}&search=LCT`, open: editor },
  { name: 'lots', as: superAdmin, at: `${tab('lots')}&show=all`, open: rows },
  { name: 'lots, one', as: superAdmin, at: `${tab('lots')}&show=all`, open: steps(rows, picked(/26B0/)) },
  { name: 'diagnostics', as: physician, at: tab('diagnostics'), open: rows },
  { name: 'diagnostics of all kits', as: physician, at: `${tab('diagnostics')}&kit=all`, open: rows },
  { name: 'file transfer', as: physician, at: tab('fileTransfer') },
  { name: 'file transfer, add', as: physician, at: tab('fileTransfer'), open: press('Add') },
  { name: 'import and export', as: superAdmin, at: tab('transfer') },
  { name: 'analysers', as: superAdmin, at: tab('analysers'), open: rows },
  { name: 'controls', as: physician, at: '/controls?period=all', open: figure },
  {
    name: 'controls as a table',
    as: physician,
    at: '/controls?period=all',
    open: steps(figure, press('Show as table')),
  },
  // Last: it adds a version of a kit.
  { name: 'what-if', as: superAdmin, at: tab('kits'), open: evaluated },
];

let changed: Promise<{ readonly editor: string }> | null = null;

/** A copy of the kit version of the runs with a narrower zone, evaluated on them. */
async function evaluated(page: Page): Promise<void> {
  changed ??= copiedVersion(new URL(page.url()).origin, `v${Date.now()}`);
  await page.goto((await changed).editor);
  await page.getByRole('textbox', { name: 'Min °C, zone A' }).fill('56');
  await page.getByRole('button', { name: 'Evaluate on past runs' }).click();
  await page.getByText(/^Evaluated on \d+ runs\.$/).waitFor();
  await page.getByRole('treegrid').getByRole('row', { level: 2 }).first().click();
}

const figure = (page: Page) => page.getByRole('figure').first().waitFor();

export const ADMINISTRATION: StatesOf = () => [
  { name: 'audit', as: qaAdmin, at: '/admin/audit', open: rows, isVarying: true },
  { name: 'audit, an entry', as: qaAdmin, at: '/admin/audit', open: entry, isVarying: true },
  { name: 'audit, none found', as: qaAdmin, at: '/admin/audit?text=nothing&from=&to=' },
  { name: 'audit, views', as: superAdmin, at: '/admin/audit?what=reading', isVarying: true },
  { name: 'laboratories', as: superAdmin, at: '/admin/laboratories', open: picked(/Keski-Pohjanmaan/) },
  { name: 'laboratories, people', as: superAdmin, at: '/admin/laboratories', open: people },
  {
    name: 'laboratories, a person',
    as: superAdmin,
    at: '/admin/laboratories',
    open: steps(people, picked(/^user\.0/)),
  },
  { name: 'laboratories, add', as: superAdmin, at: '/admin/add' },
  { name: 'own laboratory', as: manager, at: '/laboratory', open: picked(/^tech,/) },
  { name: 'own laboratory, read only', as: technician, at: '/laboratory' },
  {
    name: 'laboratory rules',
    as: superAdmin,
    at: '/admin/laboratories',
    open: steps(people, press('Edit the rules'), dialog),
  },
  { name: 'jobs', as: superAdmin, at: '/admin/jobs', open: rows, isVarying: true },
  { name: 'reindex', as: superAdmin, at: '/archive', open: steps(press('Reindex'), dialog) },
];

async function editor(page: Page): Promise<void> {
  await firstRow(page);
  await page.getByRole('button', { name: /^Controls and checks/ }).waitFor();
}

async function entry(page: Page): Promise<void> {
  await page.locator('[data-entry="0"]').press('Enter');
  await page.getByText('Seal of the entry before').first().waitFor();
}

async function people(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Demo laboratory North' }).click();
  await page.getByRole('table', { name: 'Users' }).getByRole('radio').first().waitFor();
}
