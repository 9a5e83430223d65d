import type { FileTransferConnection } from '@curvewell/contracts';

import { connectionTo, PASSWORD, startFtpServer } from '../../apps/api/test/file-server.ts';
import { apiOf } from '../support/api.ts';
import { decideRun, makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

test('FTP-02 FTP-08 FTP-09 FTP-11 FTP-13 FTP-14 FTP-16 FTP-17 FTP-21 REVIEW-24 ERR-36 RESULT-09 a connection is set up, tried and used; what is not sent is told and sent again', async ({
  page,
  signIn,
  expectAccessible,
  address,
}) => {
  const server = await startFtpServer();
  const byHand = await makeRun(address, { state: 'approved' });
  const submitted = await makeRun(address, { state: 'submitted' });
  const physician = await apiOf(address, demoUser.physician);
  await signIn(demoUser.physician);
  await page.goto('/admin/configuration?tab=fileTransfer');
  await expect(page.getByText('No file transfer is configured.')).toBeVisible();
  await page.getByRole('button', { name: 'Add' }).click();

  const form = page.getByRole('form', { name: 'Connection' });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  const tryIt = page.getByRole('button', { name: 'Test connection' });
  const save = page.getByRole('button', { name: 'Save' });
  const trial = page.getByRole('region', { name: 'Test' });
  // The server waits 12 s for the sending, and then says that it goes on.
  const told = ({ businessId }: { readonly businessId: number }) =>
    page.getByRole('status').filter({
      hasText: new RegExp(`^(Files of run ${businessId} sent|Run ${businessId} is being sent)\\.$`),
    });
  await expect(trial.getByText('Fill in host, port and username.')).toBeVisible();
  await expect(tryIt).toBeDisabled();
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
  await tryIt.click();
  await expect(page.getByText('Connection test failed')).toBeVisible();
  await expect(steps.filter({ hasText: 'Sign in' })).toContainText(
    'whether the username curvewell and the password',
  );
  await expect(steps.filter({ hasText: 'Write and rename' })).toContainText('not tried');
  await expectAccessible();
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(page.getByText('Tested before the last change.')).toBeVisible();
  await tryIt.click();
  await expect(trial.getByText('Connection works.')).toBeVisible();
  expect([...server.files.keys()]).toEqual([]);
  await page.getByRole('switch', { name: 'Send files on approval' }).click();
  await form.getByRole('checkbox', { name: 'FHIR R4' }).check();
  await save.click();
  await expect(page.getByText('File transfer saved.')).toBeVisible();
  await expect(page.getByText('Nothing sent yet.')).toBeVisible();
  await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', 'unchanged');

  // By hand, from the review.
  await page.goto(`/run/${byHand.id}/interpretation`);
  await page.getByRole('button', { name: 'Send by file transfer' }).click();
  await expect(told(byHand)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Sent to the file server' })).toBeVisible();
  const ofRun = `/results/${byHand.businessId}/`;
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
  await expect(row).toContainText(/Next try at \d\d:\d\d/);
  await expect(row).toContainText(/No space on the server: .*552 No space left on device/);
  await log.click();
  await expect(log).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('try 1, write').last()).toBeVisible();
  await expectAccessible();
  server.faults = {};
  await page.getByRole('button', { name: `Try now: run ${submitted.businessId}` }).click();
  await expect(told(submitted)).toBeVisible();
  await expect(row).toContainText('Sent');

  await field('Directory').fill('/elsewhere');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Discard changes?');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(field('Directory')).toHaveValue(directory);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText('Delete the file-transfer configuration?');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('File transfer deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add' })).toBeVisible();
  expect(await physician<FileTransferConnection | null>('GET', '/ftp-connection')).toBeNull();
  await server.close();
});
