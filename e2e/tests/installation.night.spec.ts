import { connectionTo, PASSWORD, startFtpServer } from '../../apps/api/test/file-server.ts';
import { apiOf } from '../support/api.ts';
import { decide } from '../support/check.ts';
import { requireKit } from '../support/kit-files.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, test } from '../support/test.ts';

/** The address of this machine as seen by an installation elsewhere. */
const FILE_SERVER_HOST = process.env['E2E_FILE_SERVER_HOST'];

/**
 * Runs on any installation with the users of `support/make-people.ts`; with E2E_URL and E2E_PASSWORD on one
 * elsewhere. It creates everything else it needs.
 */
test('OPS-307 users sign in, a run is imported and approved, and its files arrive at the file server', async ({
  page,
  signIn,
  address,
}) => {
  await requireKit(await apiOf(address, demoUser.rdAdmin));
  const server = await startFtpServer(FILE_SERVER_HOST === undefined ? {} : { host: '0.0.0.0' });
  const physician = await apiOf(address, demoUser.physician);
  const more = { sendFilesOnApproval: true, host: FILE_SERVER_HOST ?? '127.0.0.1', password: PASSWORD };
  const connection = await physician<{ id: string }>('POST', '/ftp-connection', connectionTo(server, more));

  try {
    await signIn(demoUser.technician);
    const { id, businessId } = await makeRun(address, { state: 'submitted' });
    await page.goto('/');
    await expect(page.getByRole('link', { name: String(businessId), exact: true })).toBeVisible();

    await signIn(demoUser.physician, { at: `/run/${id}/interpretation` });
    await decide(page, 'Approve');
    await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'Sent to the file server' })).toBeVisible();
    const ofRun = server.arrivals.filter((path) => path.startsWith(`/results/${businessId}/`));
    expect(ofRun.some((path) => path.endsWith('.pdf'))).toBe(true);
    expect(ofRun.some((path) => path.endsWith('.xlsx'))).toBe(true);
  } finally {
    await physician('DELETE', `/ftp-connection/${connection.id}`);
    await server.close();
  }
});
