import { checkDemands, laboratoryRulesSchema, NO_ANSWERS, type RunCheck } from '@curvewell/domain';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  aCheck as check,
  aCheckedWell as well,
  digestOf as digest,
  digests,
  section,
  showCheck as show,
} from '../../../test/a-check.tsx';
import { showPage } from '../../../test/a-page.tsx';
import { aRun, idOf } from '../../../test/a-run.ts';
import { signInFor } from '../../../test/fake-network.ts';
import { readTokens, writeTokens } from '../../shared/identity/tokens.ts';
import { decisionQueries } from '../../data/decisions.ts';
import { writeDraft } from '../../shared/forms/draft-storage.ts';
import { checkDraftPlace, digestOf, NO_DRAFT } from './check-draft.ts';
import { DecisionCheck } from './decision-check.tsx';

beforeEach(() => {
  signInFor(300);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const approve = () => screen.getByRole('button', { name: 'Approve run 1284' });
const seen = () => section(/^No call/).getByRole<HTMLInputElement>('checkbox', { name: 'I have seen it' });

test('DECIDE-17 answers are kept, and removed when their subject has changed', () => {
  const first = show(check);
  expect(screen.getByText('Missing: 2 items, first a reason for control A8.')).toBeTruthy();
  expect(approve().getAttribute('aria-disabled')).toBe('true');
  // A digit inside a typed reason does not pick a common one.
  fireEvent.keyDown(section(/^Controls/).getByRole('textbox', { name: 'Another reason, control A8' }), {
    key: '2',
  });
  fireEvent.click(seen());
  expect(section(/^Controls/).getByText(/Splash from next well/)).toBeTruthy();
  // The focus moves to the button that replaces the field, and the answer can be edited.
  const edit = section(/^Controls/).getByRole('button', { name: 'Edit the reason' });
  expect(document.activeElement).toBe(edit);
  fireEvent.click(edit);
  const typed = section(/^Controls/).getByRole<HTMLInputElement>('textbox', {
    name: 'Another reason, control A8',
  });
  expect([document.activeElement, typed.value]).toEqual([typed, 'Splash from next well']);
  fireEvent.click(section(/^Controls/).getByRole('button', { name: 'Keep' }));
  expect(screen.getByText('Ready. After this, the run can no longer be changed.')).toBeTruthy();
  expect(approve().getAttribute('aria-disabled')).toBe('false');
  first.unmount();

  const again = show(check);
  expect(screen.getByText('Ready. After this, the run can no longer be changed.')).toBeTruthy();
  again.unmount();

  show({ ...check, digests: { ...digests, unresolved: 'other' } });
  expect(seen().checked).toBe(false);
  expect(section(/^No call/).getByText(/^changed at /)).toBeTruthy();
  expect(screen.getByText('Missing: confirmation of 1 without a call.')).toBeTruthy();
});

test('DECIDE-52 a trial run has an explanation in place of the Approve button, and can be rejected', () => {
  const trialLots = [{ id: idOf('f'), name: '27A0001' }];
  const permissions = { ...aRun.permissions, canApprove: false };
  show(
    { ...check, demands: laboratoryRulesSchema.parse({}).approve },
    {
      ...aRun,
      isTrial: true,
      trialLots,
      permissions,
    },
  );
  expect(screen.getByText('Trial lot 27A0001: this run cannot be approved.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve run 1284' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Reject run 1284 with a reason' })).toBeTruthy();
});

test('DECIDE-31 changes to an open check are listed and must be accepted before a decision', async () => {
  const { client } = show(check);
  fireEvent.keyDown(section(/^Controls/).getByRole('textbox', { name: 'Another reason, control A8' }), {
    key: '1',
  });
  fireEvent.click(seen());
  expect(approve().getAttribute('aria-disabled')).toBe('false');
  // Query updates reach the page one task later.
  const settled = async (change: () => unknown) =>
    act(async () => {
      await change();
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
  await settled(() => client.refetchQueries());
  const update = (next: RunCheck) =>
    settled(() => client.setQueryData(decisionQueries.check(aRun.id, 'approve').queryKey, next));
  const demands = { ...check.demands, changedByHand: 'block' as const };
  await update({ ...check, demands, digest: digest('d', 'other') });
  expect(screen.getByRole('alert').textContent).toContain('Laboratory rule, overrides: block, was note');
  expect(screen.getByText('Missing: your confirmation of what has changed.')).toBeTruthy();
  expect(approve().getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'I have seen it' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(approve().getAttribute('aria-disabled')).toBe('false');

  const unresolved = [...check.doubts.unresolved, { ...well('B8'), wellId: idOf('b8'), reason: 'no peak' }];
  const lastChange = { byName: 'M. Okafor', at: '2026-11-20T11:02:00.000Z' };
  const now = { ...check, demands, lastChange, doubts: { ...check.doubts, unresolved } };
  await update({ ...now, digests: { ...digests, unresolved: 'other' }, digest: digest('other', 'other') });
  expect(screen.getByRole('alert').textContent).toMatch(
    /M\. Okafor changed the run at .*Samples without a call: 2, was 1/,
  );
});

test('DECIDE-10 only a typed reason overrules a block', () => {
  show({ ...check, demands: { ...check.demands, failedControls: 'block' } });
  const failed = section(/^Controls/);
  expect(failed.getByText('Control A8 failed. Repeat it, or approve with a reason.')).toBeTruthy();
  fireEvent.click(failed.getByRole('button', { name: 'Approve with a reason' }));
  expect(failed.queryByRole('button', { name: /Splash/ })).toBeNull();
  const typed = failed.getByRole('textbox', { name: 'Reason against the rule, control A8' });
  expect(failed.getByRole<HTMLButtonElement>('button', { name: 'Keep' }).disabled).toBe(true);
  fireEvent.change(typed, { target: { value: 'Needed today' } });
  fireEvent.click(failed.getByRole('button', { name: 'Keep' }));
  expect(failed.getByText(/Needed today/)).toBeTruthy();
});

test('DECIDE-10 a typed reason no longer counts once the laboratory makes it a common one', () => {
  const blocked: RunCheck = { ...check, demands: { ...check.demands, failedControls: 'block' } };
  const place = checkDraftPlace({ runId: aRun.id, userId: 'physician', decision: 'approve' });
  const item = checkDemands(blocked, NO_ANSWERS)[0]?.items[0];
  if (item === undefined) throw new Error('nothing is asked');
  const typed = { text: 'Needed today', digest: digestOf(blocked, item) };
  writeDraft(place, { ...NO_DRAFT, overruled: { [item.answered]: typed }, at: new Date().toISOString() });
  const first = show(blocked);
  expect(screen.getByText(/Needed today/)).toBeTruthy();
  first.unmount();

  const { rules } = aRun;
  const control = [...rules.commonReasons.control, 'Needed today'];
  show(blocked, { ...aRun, rules: { ...rules, commonReasons: { ...rules.commonReasons, control } } });
  expect(screen.queryByText(/Needed today/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Approve with a reason' })).toBeTruthy();
});

test('DECIDE-18 each failed control is answered separately, and the focus stays at the answer', () => {
  const other = { ...well('H12'), wellId: 'd3b07384-d9a0-4c9b-8f4e-2d3c5b1a7e60' };
  const failedControls = [
    ...check.doubts.failedControls,
    { ...other, cause: 'peak A 80, threshold 60', marks: null },
  ];
  const both = { ...check, doubts: { ...check.doubts, failedControls } };
  const first = show(both);
  expect(screen.getByText('Missing: 2 items, first a reason for controls A8, H12.')).toBeTruthy();
  const failed = section(/^Controls/);
  fireEvent.keyDown(failed.getByRole('textbox', { name: 'Another reason, control A8' }), { key: '1' });
  expect(document.activeElement).toBe(failed.getByRole('button', { name: 'Edit the reason' }));
  expect(screen.getByText('Missing: 2 items, first a reason for control H12.')).toBeTruthy();
  first.unmount();

  // The answer to a changed well is removed; the other stays.
  const [a8, h12] = failedControls;
  const changed = a8 && h12 ? [a8, { ...h12, cause: 'peak A 90, threshold 60' }] : [];
  show({
    ...both,
    doubts: { ...both.doubts, failedControls: changed },
    digests: { ...digests, failedControls: 'o' },
  });
  expect(screen.getByText('Missing: 2 items, first a reason for control H12.')).toBeTruthy();
});

test('DECIDE-10 a common reason from elsewhere does not overrule a block', () => {
  show({ ...check, demands: { ...check.demands, failedControls: 'block' } });
  const failed = section(/^Controls/);
  fireEvent.click(failed.getByRole('button', { name: 'Approve with a reason' }));
  const typed = failed.getByRole('textbox', { name: 'Reason against the rule, control A8' });
  fireEvent.change(typed, { target: { value: 'splash from next well' } });
  expect(failed.getByRole<HTMLButtonElement>('button', { name: 'Keep' }).disabled).toBe(true);
  expect(failed.getByText('Use your own words.')).toBeTruthy();
});

test('DECIDE-20 a read-only check asks nothing', () => {
  const answers = { confirmed: ['unresolved' as const], reasons: {}, overruled: {} };
  const signed = { decision: 'approve' as const, byName: 'I. Lindqvist', at: '2026-11-20T10:42:00.000Z' };
  show({ ...check, signed: { ...signed, answers, isAgainstRule: false } });
  expect(screen.getByRole('heading', { name: 'Run 1284 as it was approved' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Approve run 1284?' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Approve run 1284' })).toBeNull();
});

test('OPS-340 a run decided before checks were stored says so', async () => {
  const message = 'Decided before checks were stored.';
  const problem = { code: 'not-found', message, issues: [], requestId: 'r' };
  show(Response.json(problem, { status: 404 }), { ...aRun, status: 'APPROVED' });
  expect((await screen.findByRole('status')).textContent).toContain(message);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('heading', { name: /^Check before approval/ })).toBeNull();
});

// Regression: the button was removed together with the focus, so the next Tab started at the top of the page.
test('the rest of a long list unfolds in place, and its first row gets the focus', () => {
  const unresolved = Array.from({ length: 14 }, (_, index) => ({
    ...well(index < 12 ? `A${index + 1}` : `B${index - 11}`),
    wellId: `d3b07384-d9a0-4c9b-8f4e-2d3c5b1a7e${10 + index}`,
    reason: `no peak ${'abcdefghijklmn'[index] ?? ''}`,
  }));
  show({ ...check, doubts: { ...check.doubts, unresolved } });
  const list = section(/^Results/);
  expect(list.queryByText('B1')).toBeNull();
  fireEvent.click(list.getByRole('button', { name: '2 more' }));
  expect(list.getByText('B2')).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('B1');
});

test('TRUST-529 a user who has just signed in, but not by the required means, sees the reason', () => {
  const signedIn = (secondsAgo: number) => {
    const claims = { sub: 'physician', auth_time: Math.floor(Date.now() / 1000) - secondsAgo };
    const tokens = readTokens();
    if (tokens !== null) writeTokens({ ...tokens, idToken: `h.${btoa(JSON.stringify(claims))}.s` });
  };
  signedIn(20);
  const first = show({ ...check, mustSignIn: true });
  expect(screen.getByText(/signing requires a stronger sign-in/)).toBeTruthy();
  first.unmount();
  signedIn(3600);
  show({ ...check, mustSignIn: true });
  expect(screen.getByText(/Your laboratory requires a new sign-in/)).toBeTruthy();
});

test('REVIEW-26 submitting asks for confirmation and sends the run to the physician', async () => {
  const permissions = { ...aRun.permissions, canSubmit: true, canDecide: false, canApprove: false };
  const run = { ...aRun, status: 'RUN_TO_INTERPRET' as const, submittedByName: null, permissions };
  const RUN = `/api/run/${run.id}`;
  const calm = {
    ...check,
    decision: 'submit',
    doubts: { ...check.doubts, failedControls: [], unresolved: [] },
    demands: laboratoryRulesSchema.parse({}).submit,
  };
  const { changes, router } = showPage(
    <DecisionCheck run={run} decision="submit" plate="/plate" onReject={() => undefined} />,
    { answers: { [`GET ${RUN}/check`]: calm, [`PUT ${RUN}/submit`]: aRun } },
  );
  expect(await screen.findByRole('heading', { name: 'Do you wish to submit results?' })).toBeTruthy();
  expect(screen.getByText(/The run goes to the doctor\./)).toBeTruthy();
  expect(changes()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Submit run 1284' }));
  expect(await screen.findByText('Run 1284 submitted.')).toBeTruthy();
  expect(changes()).toMatchObject([[`PUT ${RUN}/submit`, { shown: calm.digest }]]);
  expect(router.state.location.pathname).toBe('/plate');
});

test('SHELL-258 Ctrl Enter approves once nothing is missing, and a held key does not', async () => {
  const shown = (demands: object) => {
    cleanup();
    return showPage(
      <DecisionCheck run={aRun} decision="approve" plate="/plate" onReject={() => undefined} />,
      {
        answers: {
          [`GET /api/run/${aRun.id}/check`]: { ...check, demands },
          [`PUT /api/run/${aRun.id}/status`]: { ...aRun, status: 'APPROVED', ftpSent: null },
        },
      },
    );
  };
  const press = (also: object = {}) =>
    fireEvent.keyDown(screen.getByRole('heading', { level: 2 }), { key: 'Enter', ctrlKey: true, ...also });
  const open = shown({ failedControls: 'confirm' });
  await screen.findByRole('button', { name: 'Approve run 1284' });
  press();
  expect(open.changes()).toEqual([]);
  const calm = shown({});
  await screen.findByRole('button', { name: 'Approve run 1284' });
  press({ repeat: true });
  press({ ctrlKey: false });
  expect(calm.changes()).toEqual([]);
  press();
  expect(await screen.findByText('Run 1284 approved.')).toBeTruthy();
  expect(calm.changes()).toHaveLength(1);
});

test('FTP-21 an approval whose run was not sent shows a file-transfer error', async () => {
  const failures = async (ftpSent: boolean | null) => {
    cleanup();
    const { changes } = showPage(
      <DecisionCheck run={aRun} decision="approve" plate="/plate" onReject={() => undefined} />,
      {
        answers: {
          [`GET /api/run/${aRun.id}/check`]: { ...check, demands: {} },
          [`PUT /api/run/${aRun.id}/status`]: { ...aRun, status: 'APPROVED', ftpSent },
        },
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Approve run 1284' }));
    await screen.findByText('Run 1284 approved.');
    expect(changes()).toHaveLength(1);
    return screen
      .queryAllByText("File couldn't be sent to FTP server")
      .map((title) => title.closest('[role]')?.role);
  };
  expect(await failures(null)).toEqual([]);
  expect(await failures(true)).toEqual([]);
  expect(await failures(false)).toEqual(['alert']);
});
