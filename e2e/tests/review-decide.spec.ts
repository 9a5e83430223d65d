import type { Run, RunCheck } from '@curvewell/domain';
import type { Locator, Page } from 'playwright/test';

import { apiOf } from '../support/api.ts';
import { decide } from '../support/check.ts';
import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { problem } from '../support/problem.ts';
import { decideRun, MADE_WELLS, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, nightTest, often, test } from '../support/test.ts';

const address = ({ id }: Pick<Run, 'id'>): string => `/run/${id}/interpretation`;
const footer = (page: Page) => page.getByRole('contentinfo');
const action = (page: Page, name: string) => footer(page).getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('alertdialog');
const answer = (page: Page, name: string) =>
  question(page).getByRole('button', { name, exact: true }).click();
const rejection = (page: Page) => page.getByRole('dialog');
/** On the provider's page, which shows the signed-in user. */
async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(goal).toBeFocused();
}

test('REVIEW-17 REVIEW-18 a run shows that it is being interpreted; one without results lists likely causes', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'configured' });
  await signIn(demoUser.technician, { at: address(run) });
  const main = page.getByRole('main');
  await expect(main).toContainText('No interpretation result can be shown for this run.');
  await expect(main).toContainText(
    'This can mean that (some of) the wells have been incorrectly configured.',
  );
  await page.getByRole('link', { name: 'Open plate setup' }).click();
  await page.getByRole('button', { name: 'Next' }).click();

  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/interpret', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Start interpretation' }).click();
  await expect(page.getByText('Interpretation in progress')).toBeVisible();
  go();
  await expect(page).toHaveURL(/\/interpretation/);
  await expect(page.getByRole('gridcell', { name: /^A1,.*homozygous wild type/ })).toBeVisible();
});

nightTest(
  'REVIEW-19 REVIEW-20 REVIEW-26 REVIEW-27 a technician submits; the run goes to the physician',
  async ({ page, baseURL, signIn }) => {
    const run = await makeRun(baseURL ?? '', { state: 'interpreted' });
    const empty = await makeRun(baseURL ?? '', { state: 'configured' });
    await signIn(demoUser.technician, { at: address(empty) });
    await expect(action(page, 'Close run')).toBeVisible();
    await expect(action(page, 'Submit results')).toHaveCount(0);
    await page.goto(address(run));
    await expect(page.getByText('Run to interpret')).toBeVisible();
    for (const name of ['Approve', 'Reject']) await expect(action(page, name)).toHaveCount(0);
    await action(page, 'Submit results').click();
    const check = page.getByRole('region', { name: 'Check before submission' });
    await expect(check).toContainText('Do you wish to submit results?');
    await expect(check).toContainText('The run goes to the doctor. Every sample has a call.');
    await expect(check.getByRole('heading', { name: /^Controls/ })).toContainText('1 of 3 failed');
    await expect(check).toContainText('Your laboratory requires nothing here');
    // Counts wells, not results of all channels.
    await expect(check.getByRole('row', { name: /^Wells/ })).toHaveText('Wells88');
    await check.getByRole('button', { name: `Submit run ${run.businessId}` }).click();
    await expect(page.getByText('Wait for approval')).toBeVisible();
    await expect(action(page, 'Submit results')).toHaveCount(0);
    await action(page, 'Close run').click();
    await expect(page).toHaveURL(/\/(\?.*)?$/);

    const physician = await apiOf(baseURL ?? '', demoUser.physician);
    await decideRun(physician, run, 'APPROVED');
    await page.goto(address(run));
    await expect(page.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();
    await expect(
      page.getByText(/^Approved by Ingrid Lindqvist on .* can no longer be changed\.$/),
    ).toBeVisible();
  },
);

test('REVIEW-21 REVIEW-22 REVIEW-23 REVIEW-30 a physician decides, archives or deletes', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'submitted' });
  await signIn(demoUser.physician, { at: address(run) });
  for (const name of ['Approve', 'Reject', 'Delete run']) await expect(action(page, name)).toBeVisible();
  await expect(action(page, 'Archive')).toHaveCount(0);

  await action(page, 'Approve').click();
  await page.getByRole('button', { name: `Reject run ${run.businessId} with a reason` }).click();
  await expect(rejection(page)).toContainText(`Reject run ${run.businessId}?`);
  await rejection(page).getByRole('button', { name: 'Controls failed' }).click();
  await rejection(page)
    .getByRole('button', { name: `Reject run ${run.businessId}` })
    .click();
  // The check has closed.
  await expect(page).not.toHaveURL(/check=/);
  await expect(page.getByRole('main').getByText('Rejected', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('“Controls failed”');
  for (const name of ['Approve', 'Reject', 'Delete run']) await expect(action(page, name)).toHaveCount(0);
  await expect(action(page, 'Archive')).toBeVisible();
  // Only users who may delete decided runs see the combined action.
  await expect(action(page, 'Archive and delete')).toHaveCount(0);
});

/** What each state offers to a physician; to a technician it offers none of them. */
const OFFERED = [
  { state: 'interpreted', toPhysician: '' },
  { state: 'submitted', toPhysician: 'Reject Approve' },
  { state: 'approved', toPhysician: 'Archive' },
  { state: 'rejected', toPhysician: 'Archive' },
] as const;

nightTest(
  'REVIEW-21 ARCHIVE-07 deciding and archiving are offered by permission and state',
  async ({ page, baseURL, signIn }) => {
    const tried = often({
      byDay: OFFERED.filter(({ state }) => state === 'submitted' || state === 'approved'),
      byNight: OFFERED,
    });
    const runs: Run[] = [];
    for (const { state } of tried) runs.push(await makeRun(baseURL ?? '', { state, channels: ['FAM'] }));
    /** The actions in the footer of each run. */
    const offered = async () => {
      const names: string[] = [];
      for (const run of runs) {
        await page.goto(address(run));
        await expect(action(page, 'Close run')).toBeVisible();
        const buttons = await footer(page).getByRole('button').allTextContents();
        names.push(buttons.filter((name) => /^(?:Approve|Reject|Archive)/.test(name)).join(' '));
      }
      return names;
    };
    await signIn(demoUser.technician);
    expect(await offered()).toEqual(tried.map(() => ''));
    await signIn(demoUser.physician);
    expect(await offered()).toEqual(tried.map(({ toPhysician }) => toPhysician));
  },
);

test.describe('refused actions', () => {
  test.use({ expectedProblems: [' 409', 'status of 409'] });

  nightTest(
    'of two physicians who decide at once one succeeds, and the other sees the reason',
    async ({ page, baseURL, signIn, browser }) => {
      const run = await makeRun(baseURL ?? '', { state: 'submitted' });
      await signIn(demoUser.physician, { at: address(run) });
      await action(page, 'Reject').click();

      const other = await browser.newPage({ baseURL: baseURL ?? '' });
      await signIn(demoUser.qaAdmin, { page: other, at: address(run) });
      await decide(other, 'Approve');
      await expect(other.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();
      await other.close();

      await rejection(page).getByRole('button', { name: 'Poor curves' }).click();
      await rejection(page)
        .getByRole('button', { name: `Reject run ${run.businessId}` })
        .click();
      await expect(alert(page, 'An error occurred during the status update')).toContainText(
        'This run is not waiting for your approval.',
      );
      await expect(page.getByText(/^Approved by Quentin Adler on /)).toBeVisible();
      for (const name of ['Approve', 'Reject']) await expect(action(page, name)).toHaveCount(0);
    },
  );
});

test('REVIEW-25 in the archive the footer deletes permanently and restores', async ({
  page,
  baseURL,
  signIn,
}) => {
  const run = await makeRun(baseURL ?? '', { state: 'archived' });
  await signIn(demoUser.superAdmin, { at: `/archive/run/${run.id}/interpretation` });
  for (const name of ['Delete permanently', 'Restore', 'Close run'])
    await expect(action(page, name)).toBeVisible();
  for (const name of ['Approve', 'Reject', 'Archive', 'Delete run', 'Submit results'])
    await expect(action(page, name)).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Archived on');
  await page.getByRole('gridcell', { name: /^A3,/ }).click();
  await expect(page.getByRole('article', { name: 'A3' })).toContainText('Heterozygous');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await action(page, 'Restore').click();
  await expect(question(page)).toContainText(`Restore run ${run.businessId}?`);
  await answer(page, 'OK');
  await expect(page.getByText(`Run ${run.businessId} restored.`)).toBeVisible();
});

test.describe('files that cannot be sent', () => {
  test.use({ expectedProblems: ['/ftp/send/', 'Failed to load resource'] });

  nightTest(
    'ERR-25 are reported; the button exists only where files may be sent',
    async ({ page, baseURL, signIn }) => {
      const run = await makeRun(baseURL ?? '', { state: 'approved' });
      await signIn(demoUser.physician, { at: address(run) });
      await expect(action(page, 'Archive')).toBeVisible();
      await expect(action(page, 'Send to file server')).toHaveCount(0);
      // With a file server the response allows sending.
      await page.route(`**/api/run/${run.id}`, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as Run;
        await route.fulfill({
          response,
          json: { ...body, permissions: { ...body.permissions, canSendFiles: true } },
        });
      });
      await page.reload();
      await page.route(
        '**/ftp/send/**',
        problem(504, { code: 'timed-out', message: 'The server is silent.' }),
      );
      await action(page, 'Send to file server').click();
      await expect(alert(page, "File couldn't be sent to FTP server")).toContainText('The server is silent.');
    },
  );
});

test('a run is interpreted by keyboard, from the plate to the approval', async ({
  page,
  baseURL,
  signIn,
}) => {
  // Without positive controls: they are compared with earlier runs, and one in twenty breaks a rule by
  // chance.
  const wells = MADE_WELLS.filter(({ content }) => content !== 'positive');
  const run = await makeRun(baseURL ?? '', { state: 'submitted', wells });
  const { keyboard } = page;
  await signIn(demoUser.physician, { at: address(run) });
  await expect(page.getByRole('figure')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Skip to plate' }));
  await keyboard.press('Enter');
  await tabTo(
    page,
    page.locator(
      '[role=gridcell][tabindex="0"], [role=columnheader][tabindex="0"], [role=rowheader][tabindex="0"]',
    ),
  );
  await keyboard.press('n');
  await expect(page.getByRole('gridcell', { name: /^A8,/ })).toHaveAttribute('aria-selected', 'true');
  // The chart's shortcuts work from the plate.
  await keyboard.press('+');
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeEnabled();
  await keyboard.press('0');
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeDisabled();
  await keyboard.press('p');
  await expect(page.getByRole('radio', { name: 'MELT' })).toBeChecked();
  await keyboard.press('2');
  await expect(page.getByRole('radio', { name: /TEXAS_RED/ })).toBeChecked();
  await keyboard.press('1');

  await keyboard.press('c');
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeFocused();
  await keyboard.type('New primer lot, repeated.');
  await keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'All resolved' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: /^A8,/ })).toBeFocused();

  await keyboard.press('Control+Home');
  await keyboard.press('u');
  const choice = page.getByRole('radiogroup', { name: 'New result' }).getByRole('radio');
  await expect(choice.first()).toBeFocused();
  await keyboard.press('Space');
  await expect(choice.first()).toBeChecked();
  await keyboard.press('2');
  await keyboard.press('Control+Enter');
  await expect(page.getByText(/^A1 is now /)).toBeVisible();
  await expect(page.getByRole('article', { name: 'A1', exact: true }).locator('[data-result]')).toBeFocused();

  await tabTo(page, action(page, 'Approve'));
  await keyboard.press('Enter');
  const check = page.getByRole('region', { name: 'Check before approval' });
  await expect(check.getByRole('heading', { level: 2 })).toBeFocused();
  const approve = check.getByRole('button', { name: /^Approve run / });
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  await expect(check).toContainText('Missing: confirmation of control A8.');
  await expect(check).toContainText('“Peak is clear, below the threshold”');
  // Tab reaches open demands first, and Enter goes to the answer.
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  const seen = check.getByRole('checkbox', { name: 'I have seen it' });
  await expect(seen).toBeFocused();
  await keyboard.press('Space');
  await expect(check).toContainText('1 of 1 done');
  // Ticks are kept while a well is viewed.
  await tabTo(page, check.getByRole('link', { name: 'A8' }).first());
  await keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: /^A8,/ })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, action(page, 'Back to the check'));
  await keyboard.press('Enter');
  await expect(seen).toBeChecked();
  await tabTo(page, approve);
  await keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();
});

test.describe('where the laboratory requires signing in again', () => {
  test.use({ expectedProblems: [' 403', 'status of 403'] });

  test('TRUST-11 signing in again returns to the same check with its ticks, and to the rejection with its reason', async ({
    page,
    baseURL,
    signIn,
  }) => {
    const failed = [{ position: 'A1', name: 'NTC', content: 'contaminated' }] as const;
    const approved = await makeRun(baseURL ?? '', { state: 'submitted', channels: ['FAM'] });
    const rejected = await makeRun(baseURL ?? '', { state: 'submitted', channels: ['FAM'], wells: failed });
    await signIn(demoUser.physician);
    // The session is recent, so the test fakes a response that requires a new sign-in.
    await page.route('**/check?decision=approve', async (route) => {
      const answer = await route.fetch();
      const now = (await answer.json()) as RunCheck; // the contract tests check the types of responses
      await route.fulfill({ response: answer, json: { ...now, mustSignIn: true } });
    });
    await page.goto(address(approved));
    await action(page, 'Approve').click();
    const check = page.getByRole('region', { name: 'Check before approval' });
    await expect(check.getByRole('heading', { level: 2 })).toBeVisible();
    const boxes = check.getByRole('checkbox', { name: 'I have seen it' });
    for (const box of await boxes.all()) await box.check();
    await check.getByRole('button', { name: 'Sign in again to approve' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await page.unroute('**/check?decision=approve');
    await signInAgain(page);
    await expect(page).toHaveURL(`${address(approved)}?check=approve`);
    for (const box of await boxes.all()) await expect(box).toBeChecked();
    await check.getByRole('button', { name: `Approve run ${approved.businessId}` }).click();
    await expect(page.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();

    const refused = problem(403, { code: 'sign-in-again', message: 'Sign in again to decide.' });
    await page.route('**/status?status=REJECTED', refused);
    await page.goto(address(rejected));
    await action(page, 'Reject').click();
    await rejection(page).getByRole('textbox', { name: 'Reason' }).fill('Wrong box of lot');
    await rejection(page)
      .getByRole('button', { name: `Reject run ${rejected.businessId}` })
      .click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await page.unroute('**/status?status=REJECTED');
    await signInAgain(page);
    await expect(rejection(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('Wrong box of lot');
    await rejection(page)
      .getByRole('button', { name: `Reject run ${rejected.businessId}` })
      .click();
    await expect(page.getByRole('main')).toContainText('“Wrong box of lot”');
  });
});
