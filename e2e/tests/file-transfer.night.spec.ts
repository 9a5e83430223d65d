import type { FileTransferConnection } from '@curvewell/domain';

import { connectionTo, PASSWORD, startFtpServer } from '../../apps/api/test/file-server.ts';
import { apiOf } from '../support/api.ts';
import { decideRun, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test('FTP-02 FTP-08 FTP-09 FTP-11 FTP-13 FTP-14 FTP-16 FTP-17 FTP-21 REVIEW-24 ERR-36 RESULT-09 a connection is set up, tested and used; a failed delivery is reported and sent again', async ({
  page,
  signIn,
  expectAccessible,
  address,
}) => {
  const server = await startFtpServer();
  const sentManually = await makeRun(address, { state: 'approved' });
  const submitted = await makeRun(address, { state: 'submitted' });
  const physician = await apiOf(address, demoUser.physician);
  await signIn(demoUser.physician, { at: '/admin/configuration?tab=fileTransfer' });
  await expect(page.getByText('No file transfer is configured.')).toBeVisible();
  await page.getByRole('button', { name: 'Add' }).click();

  const form = page.getByRole('form', { name: 'Connection' });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  const testButton = page.getByRole('button', { name: 'Test connection' });
  const save = page.getByRole('button', { name: 'Save' });
  const trial = page.getByRole('region', { name: 'Test' });
  // The server waits 12 s for the delivery and then reports that it continues.
  const confirmationOf = ({ businessId }: { readonly businessId: number }) =>
    page.getByRole('status').filter({
      hasText: new RegExp(`^(Files of run ${businessId} sent|Run ${businessId} is being sent)\\.$`),
    });
  await expect(trial.getByText('Fill in host, port and username.')).toBeVisible();
  await expect(testButton).toBeDisabled();
  await expect(save).toBeDisabled();
  await expect(form.getByRole('combobox', { name: 'Authentication' })).toBeDisabled();
  await expect(field('Port')).toHaveValue('21');
  const { host, port, username, directory } = connectionTo(server);
  await field('Host').fill(host);
  await field('Port').fill(String(port));
  await field('Username').fill(username);
  await form.getByLabel('Password', { exact: true }).fill('wrong');
  await field('Directory').fill(directory);
  await form.getByText('None').click();
  await expect(page.getByText('FTP is not encrypted.')).toBeVisible();

  const steps = trial.getByRole('listitem');
  await testButton.click();
  await expect(page.getByText('Connection test failed')).toBeVisible();
  await expect(steps.filter({ hasText: 'Sign in' })).toContainText(
    'Check the username curvewell and the password',
  );
  await expect(steps.filter({ hasText: 'Write and rename' })).toContainText('not tried');
  await expectAccessible();
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(page.getByText('Tested before the last change.')).toBeVisible();
  await testButton.click();
  await expect(trial.getByText('Connection works.')).toBeVisible();
  expect([...server.files.keys()]).toEqual([]);
  await page.getByRole('switch', { name: 'Send files on approval' }).click();
  await form.getByRole('checkbox', { name: 'FHIR R4' }).check();
  await save.click();
  await expect(page.getByText('File-transfer connection saved.')).toBeVisible();
  await expect(page.getByText('Nothing sent yet.')).toBeVisible();
  await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', 'unchanged');

  // Manually, from the review.
  await page.goto(`/run/${sentManually.id}/interpretation`);
  await page.getByRole('button', { name: 'Send to file server' }).click();
  await expect(confirmationOf(sentManually)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Sent to the file server' })).toBeVisible();
  const ofRun = `/results/${sentManually.businessId}/`;
  expect(
    server.arrivals.filter((path) => path.startsWith(ofRun)),
    'its file, its report, its results',
  ).toHaveLength(3);

  // On approval, while the server refuses.
  server.faults = { isFull: true };
  await decideRun(physician, submitted, 'APPROVED');
  await page.goto('/admin/configuration?tab=fileTransfer');
  const log = page.getByRole('button', { name: `Log of run ${submitted.businessId}` });
  const row = page.getByRole('row').filter({ has: log });
  await expect(row).toContainText(/Next attempt at \d\d:\d\d/);
  await expect(row).toContainText(/No space on the server: .*552 No space left on device/);
  await log.click();
  await expect(log).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('attempt 1, write').last()).toBeVisible();
  await expectAccessible();
  server.faults = {};
  await page.getByRole('button', { name: `Send now: run ${submitted.businessId}` }).click();
  await expect(confirmationOf(submitted)).toBeVisible();
  await expect(row).toContainText('Sent');

  await field('Directory').fill('/elsewhere');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Discard changes?');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(field('Directory')).toHaveValue(directory);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText('Delete the file-transfer connection?');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('File-transfer connection deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add' })).toBeVisible();
  expect(await physician<FileTransferConnection | null>('GET', '/ftp-connection')).toBeNull();
  await server.close();
});

test('FTP-117 FTP-119 FTP-124 a run shows that it waits or why sending has stopped; a successful test of the connection sends it', async ({
  page,
  signIn,
  expectAccessible,
  address,
}) => {
  const server = await startFtpServer();
  const physician = await apiOf(address, demoUser.physician);
  await physician('POST', '/ftp-connection', connectionTo(server, { sendFilesOnApproval: true }));
  server.faults = { isBusy: true };
  const run = await makeRun(address, { state: 'submitted' });
  await decideRun(physician, run, 'APPROVED');
  await signIn(demoUser.physician, { at: `/run/${run.id}/interpretation` });
  const main = page.getByRole('main');
  await expect(main).toContainText(/Waiting to be sent, next attempt at \d\d:\d\d \(server busy\)/);
  await expectAccessible();
  await page.goto('/');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(
    today.getByRole('link', { name: /next attempt at \d\d:\d\d \(server busy\), oldest/ }),
  ).toBeVisible();

  server.faults = { denies: 'sign-in' };
  await page.goto('/admin/configuration?tab=fileTransfer');
  await page.getByRole('button', { name: `Send now: run ${run.businessId}` }).click();
  const row = page.getByRole('row').filter({
    has: page.getByRole('button', { name: `Log of run ${run.businessId}` }),
  });
  await expect(row).toContainText('Stopped');
  await expect(row).toContainText('Password refused');
  await expectAccessible();
  await page.goto(`/run/${run.id}/interpretation`);
  await expect(main).toContainText('Stopped: password refused – open File transfer');
  await expectAccessible();
  server.faults = {};
  await main.getByRole('link', { name: 'open File transfer' }).click();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByRole('region', { name: 'Test' }).getByText('Connection works.')).toBeVisible();
  await expect(row).toContainText('Sent');
  const field = page.getByRole('combobox', { name: 'E-mail addresses for notifications' });
  await field.fill('it@lab.example');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('File-transfer connection saved.')).toBeVisible();
  const saved = await physician<FileTransferConnection>('GET', '/ftp-connection');
  expect(saved.noticeAddresses).toEqual(['it@lab.example']);
  await physician('DELETE', `/ftp-connection/${saved.id}`);
  await server.close();
});
