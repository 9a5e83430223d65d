import { identityCalls } from '@curvewell/contracts';

import { DEMO_PASSWORD } from '../support/demo-users.ts';
import { makeRun } from '../support/run-maker.ts';
import { demoUser, expect, nightTest } from '../support/test.ts';

nightTest(
  'TRUST-352 an idle session is covered, and continues unchanged after signing in again',
  async ({ page, baseURL, signIn, expectAccessible }) => {
    const run = await makeRun(baseURL ?? '', { state: 'submitted', channels: ['FAM'] });
    // A rule of the laboratory would also lock the sessions of other journeys.
    await page.route('**/api/me', async (route) => {
      const response = await route.fetch();
      const me = identityCalls.me.answer.parse(await response.json());
      await route.fulfill({ response, json: { ...me, idleLockMinutes: 1 } });
    });
    await page.clock.install();
    await signIn(demoUser.physician, { at: `/run/${run.id}/interpretation` });
    await page.getByRole('gridcell', { name: /^A1,/ }).click();
    await page.keyboard.press('c');
    const comment = page.getByRole('textbox', { name: /comment/i }).first();
    await comment.fill('Started before the pause');
    await page.clock.fastForward('00:40');
    await expect(page.getByRole('alert').filter({ hasText: /locks in \d+ s/ })).toBeVisible();
    await page.clock.fastForward('00:30');
    const lock = page.getByRole('dialog', { name: 'Session locked' });
    await expect(lock).toBeVisible();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(lock).toBeVisible();

    const opened = page.waitForEvent('popup');
    await lock.getByRole('button', { name: 'Sign in again' }).click();
    const window = await opened;
    await window.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await window.getByRole('button', { name: 'Sign in' }).click();
    await expect(lock).toBeHidden();
    await expect(comment).toHaveValue('Started before the pause');
  },
);
