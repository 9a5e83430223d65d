import { expect, it } from 'vitest';

import { auditActionSchema } from './audit-action.ts';
import {
  actionsOfGroup,
  auditGroupOf,
  auditGroupSchema,
  auditRowSchema,
  RUN_HISTORY_ACTIONS,
  runHistoryKindSchema,
  type AuditGroup,
} from './audit-trail.ts';

it('TRUST-363 failed sign-ins appear among the sign-ins, and among the refusals', () => {
  const failed = [
    'user.sign-in-failed',
    'user.sign-in-limited',
    'user.account-unknown',
    'user.impersonated',
    'user.token-reused',
  ];
  expect(actionsOfGroup('signing-in')).toEqual(expect.arrayContaining([...failed, 'user.signed-in']));
  expect(actionsOfGroup('denied')).toEqual(expect.arrayContaining([...failed, 'access.refused']));
  expect(actionsOfGroup('signing-in')).not.toContain('access.refused');
  expect(auditGroupOf('user.sign-in-failed')).toBe('denied');
});

it('TRUST-363 every group has actions, and every action has one group', () => {
  for (const group of auditGroupSchema.options) expect(actionsOfGroup(group), group).not.toEqual([]);
  const groups = auditActionSchema.options.map(auditGroupOf);
  expect([...new Set(groups)].sort()).toEqual([...auditGroupSchema.options].sort());
});

/** Actions that belong to another group than their first word suggests. */
it.each<[AuditGroup, readonly string[]]>([
  ['decisions', ['run.approve', 'run.reject', 'run.submit']],
  ['results', ['run.comment', 'run.comment.edit', 'run.diagnostic', 'run.interpret']],
  ['exports', ['audit.export', 'control.export', 'kit.export', 'lot.export', 'run.download', 'run.export']],
  ['reading', ['release.seen', 'run.seen']],
  ['lots', ['lot.create', 'lot.delete', 'lot.import', 'lot.update']],
  [
    'file-transfer',
    [
      'audit.head-sent',
      'fileTransfer.create',
      'fileTransfer.delete',
      'fileTransfer.resume',
      'fileTransfer.test',
      'fileTransfer.update',
      'run.send',
      'run.send-failed',
      'run.send-request',
      'run.send-wait',
    ],
  ],
  [
    'denied',
    [
      'access.refused',
      'user.account-unknown',
      'user.impersonated',
      'user.sign-in-failed',
      'user.sign-in-limited',
      'user.token-reused',
    ],
  ],
])('TRUST-363 a filter for %s finds all of them', (group, actions) => {
  expect(actionsOfGroup(group)).toEqual(actions);
});

it('TRUST-363 an action without an explicit group is grouped by its object, or as configuration', () => {
  expect(
    ['run.import', 'lot.create', 'user.create', 'laboratory.create'].map((action) => groupOf(action)),
  ).toEqual(['runs', 'lots', 'users', 'users']);
  expect(['kit.create', 'template.delete', 'signingKey.take'].map((action) => groupOf(action))).toEqual(
    Array.from({ length: 3 }, () => 'configuration'),
  );
  const signingIn = ['user.signed-in', 'user.signed-out', 'user.password-chosen', 'user.first-seen'];
  expect(signingIn.map((action) => groupOf(action))).toEqual(signingIn.map(() => 'signing-in'));
});

const groupOf = (action: string): AuditGroup => auditGroupOf(auditActionSchema.parse(action));

it('HISTORY-01 the history of a run is filtered by kind', () => {
  expect(Object.keys(RUN_HISTORY_ACTIONS)).toEqual(runHistoryKindSchema.options);
  expect(RUN_HISTORY_ACTIONS).toEqual({
    results: actionsOfGroup('results')
      .filter((action) => !action.startsWith('run.comment'))
      .sort(),
    comments: ['run.comment', 'run.comment.edit'],
    decisions: expect.arrayContaining(actionsOfGroup('decisions')) as unknown,
    plate: ['run.update'],
    files: expect.arrayContaining([
      'run.import',
      'run.acquisitions',
      'run.download',
      'run.export',
      ...actionsOfGroup('file-transfer').filter((action) => action.startsWith('run.')),
    ]) as unknown,
  });
  for (const actions of Object.values(RUN_HISTORY_ACTIONS))
    for (const action of actions) expect(auditActionSchema.safeParse(action).success, action).toBe(true);
});

it('a row has its object and its run', () => {
  const row = {
    previousHash: 'a'.repeat(64),
    hash: 'b'.repeat(64),
    laboratory: 'North',
    about: 'Run 1284',
    attempt: null,
    run: { id: '00000000-0000-4000-8000-000000000001', isArchived: false },
  };
  expect(auditRowSchema.omit({ entry: true }).parse(row)).toEqual(row);
});
