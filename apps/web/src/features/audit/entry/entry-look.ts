import { type AuditAction, auditActionSchema, type AuditGroup, auditGroupOf } from '@curvewell/domain';
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconArchive,
  IconArrowRight,
  IconCheck,
  IconDownload,
  IconDroplet,
  IconEye,
  IconFile,
  IconKey,
  IconLayoutGrid,
  IconMessage,
  IconPencil,
  IconPlayerPlay,
  IconSend,
  IconServer,
  IconShield,
  IconTrash,
  IconUsers,
  IconX,
} from '@tabler/icons-react';

/** `danger`: refused or removed. The others match the run statuses. */
type Tone = 'plain' | 'good' | 'todo' | 'wait' | 'danger';

interface EntryLook {
  readonly Icon: Icon;
  readonly tone: Tone;
}

const OF_GROUP: Readonly<Record<AuditGroup, EntryLook>> = {
  decisions: { Icon: IconCheck, tone: 'plain' },
  results: { Icon: IconPencil, tone: 'plain' },
  runs: { Icon: IconArchive, tone: 'plain' },
  configuration: { Icon: IconAdjustmentsHorizontal, tone: 'plain' },
  lots: { Icon: IconDroplet, tone: 'plain' },
  users: { Icon: IconUsers, tone: 'plain' },
  'file-transfer': { Icon: IconServer, tone: 'plain' },
  exports: { Icon: IconDownload, tone: 'plain' },
  'signing-in': { Icon: IconKey, tone: 'plain' },
  denied: { Icon: IconShield, tone: 'danger' },
  reading: { Icon: IconEye, tone: 'plain' },
};

const OF_ACTION: Partial<Record<AuditAction, EntryLook>> = {
  'run.import': { Icon: IconFile, tone: 'plain' },
  'run.acquisitions': { Icon: IconFile, tone: 'plain' },
  'run.update': { Icon: IconLayoutGrid, tone: 'plain' },
  'run.interpret': { Icon: IconPlayerPlay, tone: 'plain' },
  'run.diagnostic': { Icon: IconPencil, tone: 'todo' },
  'run.comment': { Icon: IconMessage, tone: 'plain' },
  'run.comment.edit': { Icon: IconMessage, tone: 'plain' },
  'run.submit': { Icon: IconArrowRight, tone: 'wait' },
  'run.approve': { Icon: IconCheck, tone: 'good' },
  'run.reject': { Icon: IconX, tone: 'danger' },
  'run.send': { Icon: IconSend, tone: 'good' },
  'run.send-failed': { Icon: IconSend, tone: 'danger' },
  'run.send-wait': { Icon: IconSend, tone: 'wait' },
  'run.delete': { Icon: IconTrash, tone: 'plain' },
  'run.delete-permanently': { Icon: IconTrash, tone: 'plain' },
  'run.purge': { Icon: IconTrash, tone: 'plain' },
  'user.sign-in-failed': { Icon: IconKey, tone: 'danger' },
  'user.account-unknown': { Icon: IconKey, tone: 'danger' },
  'user.impersonated': { Icon: IconKey, tone: 'danger' },
};

/** Icon and tone of an entry. Unknown actions look like a change of the configuration. */
export function entryLook(action: string): EntryLook {
  const known = auditActionSchema.safeParse(action).data;
  if (known === undefined) return OF_GROUP.configuration;
  return OF_ACTION[known] ?? OF_GROUP[auditGroupOf(known)];
}
