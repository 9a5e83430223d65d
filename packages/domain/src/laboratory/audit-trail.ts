import { z } from 'zod';

import { auditActionSchema, type AuditAction } from './audit-action.ts';
import { idSchema } from '../text/fields.ts';
import { auditEntrySchema } from '../record/audit-entry.ts';
import { sha256Schema } from '../record/hashes.ts';

/** Kinds of view log entries: one for each user, session and object. */
export const readKindSchema = z.enum(['run', 'chart', 'history', 'record', 'search', 'list-export']);
export type ReadKind = z.infer<typeof readKindSchema>;

/** Groups of audit entries, for the filter. */
export const auditGroupSchema = z.enum([
  'decisions',
  'results',
  'runs',
  'configuration',
  'lots',
  'users',
  'file-transfer',
  'exports',
  'signing-in',
  'denied',
  'reading',
]);
export type AuditGroup = z.infer<typeof auditGroupSchema>;

/** Actions whose first word does not determine the group. */
const GROUP_OF_ACTION: Partial<Record<AuditAction, AuditGroup>> = {
  'access.refused': 'denied',
  'user.sign-in-failed': 'denied',
  'user.sign-in-limited': 'denied',
  'user.account-unknown': 'denied',
  'user.token-reused': 'denied',
  'user.impersonated': 'denied',
  'user.signed-in': 'signing-in',
  'user.signed-out': 'signing-in',
  'user.password-chosen': 'signing-in',
  'user.first-seen': 'signing-in',
  'run.seen': 'reading',
  'release.seen': 'reading',
  'run.approve': 'decisions',
  'run.reject': 'decisions',
  'run.submit': 'decisions',
  'run.diagnostic': 'results',
  'run.interpret': 'results',
  'run.comment': 'results',
  'run.comment.edit': 'results',
  'run.download': 'exports',
  'run.export': 'exports',
  'kit.export': 'exports',
  'lot.export': 'exports',
  'control.export': 'exports',
  'audit.export': 'exports',
  'audit.head-sent': 'file-transfer',
  'run.send': 'file-transfer',
  'run.send-failed': 'file-transfer',
  'run.send-request': 'file-transfer',
  'run.send-wait': 'file-transfer',
};
const GROUP_OF_THING: Readonly<Record<string, AuditGroup>> = {
  run: 'runs',
  repeatList: 'runs',
  lot: 'lots',
  user: 'users',
  laboratory: 'users',
  fileTransfer: 'file-transfer',
};

/** The group of an action; any kind of setup counts as configuration. */
export function auditGroupOf(action: AuditAction): AuditGroup {
  const [thing = ''] = action.split('.');
  return GROUP_OF_ACTION[action] ?? GROUP_OF_THING[thing] ?? 'configuration';
}

/** Failed sign-ins also appear among the sign-ins. */
const ALSO: Partial<Record<AuditGroup, readonly AuditAction[]>> = {
  'signing-in': [
    'user.sign-in-failed',
    'user.sign-in-limited',
    'user.account-unknown',
    'user.impersonated',
    'user.token-reused',
  ],
};

export const actionsOfGroup = (group: AuditGroup): AuditAction[] =>
  auditActionSchema.options.filter(
    (action) => auditGroupOf(action) === group || ALSO[group]?.includes(action) === true,
  );

export const runHistoryKindSchema = z.enum(['results', 'comments', 'decisions', 'plate', 'files']);
export type RunHistoryKind = z.infer<typeof runHistoryKindSchema>;
export const RUN_HISTORY_ACTIONS: Readonly<Record<RunHistoryKind, readonly AuditAction[]>> = {
  results: ['run.diagnostic', 'run.interpret'],
  comments: ['run.comment', 'run.comment.edit'],
  decisions: ['run.submit', 'run.approve', 'run.reject'],
  plate: ['run.update'],
  files: [
    'run.import',
    'run.acquisitions',
    'run.download',
    'run.export',
    'run.send',
    'run.send-failed',
    'run.send-request',
    'run.send-wait',
  ],
};

/** An audit entry with a description of its object. */
export const auditRowSchema = z.object({
  entry: auditEntrySchema,
  previousHash: sha256Schema,
  hash: sha256Schema,
  /** The laboratory of the chain; null: the installation. */
  laboratory: z.string().nullable(),
  /** “Run 1284”, “LCT-13910 v3”; null: the action says it all. */
  about: z.string().nullable(),
  /** What a refused call does: “change a user of a laboratory”; null: the entry is no refused call. */
  attempt: z.string().nullable(),
  /** The run, if it still exists. */
  run: z.object({ id: idSchema, isArchived: z.boolean() }).nullable(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;
