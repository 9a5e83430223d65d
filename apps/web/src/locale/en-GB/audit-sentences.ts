import { type AuditAction, listText } from '@curvewell/domain';

export interface SentenceFacts {
  /** Whether the entry names what it is about. */
  readonly isNamed: boolean;
  /** The object with its noun: “lot 26B0431”, “a lot” if its name is not known, and “run 1284”. */
  readonly of: (noun: string) => string;
  /** The well of a result; null: none recorded. */
  readonly position: string | null;
  /** The number of elements of a recorded list, or a recorded number; null: not recorded. */
  readonly count: (detail: string) => number | null;
  /** A recorded text; null: not recorded. */
  readonly detail: (name: string) => string | null;
  readonly isReinterpretation: boolean;
  /** What a refused call does: “change a user of a laboratory”; null: not known. */
  readonly attempt: string | null;
}

type Sentence = (facts: SentenceFacts) => string;

const counted = (count: number | null, one: string, several: string): string =>
  count === null ? several : count === 1 ? `1 ${one}` : `${count} ${several}`;
/** A recorded text after some words; nothing if none is recorded. */
const after = (words: string, recorded: string | null): string =>
  recorded === null ? '' : `${words}${recorded}`;

/** Each action as a sentence that begins with a verb, without its changes, reason and full stop. */
export const auditSentences: Record<AuditAction, Sentence> = {
  'access.refused': ({ attempt, of, isNamed }) =>
    `Tried to ${attempt ?? 'do something'}${isNamed ? ` (${of('object')})` : ''}. Refused`,
  'analyser.create': ({ of }) => `Added ${of('analyser')}`,
  'analyser.dyes.forget': ({ of }) => `Deleted the stored dyes of ${of('analyser')}`,
  'analyser.dyes.keep': ({ of }) => `Stored the dyes of ${of('analyser')}`,
  'analyser.update': ({ of }) => `Changed ${of('analyser')}`,
  'audit.export': ({ count, detail }) =>
    `Exported ${counted(count('entries'), 'entry', 'entries')} of the audit trail${after(' as ', detail('format'))}`,
  'audit.head-sent': () => 'Sent the seal of the audit trail to the file server',
  'control.export': () => 'Exported controls',
  'control.leave-out': () => 'Excluded a control from the mean',
  'control.note': ({ detail }) => `Added a note to a control${after(': ', detail('value'))}`,
  'control.take-in': () => 'Included a control in the mean',
  'control.take-mean': () => 'Made a lot the reference of a control',
  'diagnostics.save': ({ count }) => `Saved ${counted(count('rows'), 'diagnostic', 'diagnostics')}`,
  'fileTransfer.create': () => 'Added the file-transfer connection',
  'fileTransfer.delete': () => 'Deleted the file-transfer connection',
  'fileTransfer.resume': () => 'Resumed sending to the file server',
  'fileTransfer.test': () => 'Tested the file-transfer connection',
  'fileTransfer.update': () => 'Changed the file-transfer connection',
  'installation.confirm-restored': () => 'Confirmed that the restored copy replaces the installation',
  'installation.confirm-rolled-back': () => 'Confirmed the rolled-back database',
  'installation.follow-catalogue': ({ detail }) =>
    `Started copying kits and lots from another cluster${after(': ', detail('address'))}`,
  'job.again': () => 'Restarted a job',
  'kit.create': ({ of }) => `Added ${of('kit')}`,
  'kit.export': ({ of }) => `Exported ${of('kit')}`,
  'kit.import': ({ of }) => `Imported ${of('kit')}`,
  'kit.install-samples': () => 'Installed the sample kits',
  'kit.share': ({ of }) => `Shared ${of('kit')} with all laboratories`,
  'kit.start': ({ of }) => `Added ${of('kit')} from the curves of a run`,
  'kit.status': ({ of }) => `Changed the status of ${of('kit')} on an analyser`,
  'kitVersion.configure': ({ of }) => `Changed the settings of ${of('kit version')}`,
  'kitVersion.create': ({ of }) => `Added ${of('kit version')}`,
  'kitVersion.template.keep': ({ of }) => `Stored the template of a target of ${of('kit version')}`,
  'kitVersion.template.remove': ({ of }) => `Removed the template of a target of ${of('kit version')}`,
  'kitVersion.try': ({ of, count }) =>
    `Evaluated ${of('kit version')} on ${counted(count('runs'), 'past run', 'past runs')}`,
  'laboratory.create': ({ of }) => `Added ${of('laboratory')}`,
  'laboratory.delete': ({ of }) => `Deleted ${of('laboratory')}`,
  'laboratory.move-address': ({ of, detail }) =>
    `Corrected the address of ${of('laboratory')}${after(': ', detail('to'))}`,
  'laboratory.move-away': ({ of, detail }) =>
    `Moved ${of('laboratory')} to another cluster${after(': ', detail('to'))}`,
  'laboratory.move-begin': ({ of, detail }) =>
    `Started moving ${of('laboratory')} to another cluster${after(': ', detail('to'))}`,
  'laboratory.move-cancel': ({ of }) => `Cancelled the move of ${of('laboratory')}`,
  'laboratory.move-in': ({ of, detail }) =>
    `Moved ${of('laboratory')} into this cluster${after(': ', detail('at'))}`,
  'laboratory.move-remove': ({ of }) => `Removed the moved runs of ${of('laboratory')}`,
  'laboratory.update': ({ of }) => `Changed ${of('laboratory')}`,
  'lot.create': ({ of }) => `Added ${of('lot')}`,
  'lot.delete': ({ of }) => `Deleted ${of('lot')}`,
  'lot.export': () => 'Exported lots',
  'lot.import': ({ count }) => `Imported ${counted(count('lots'), 'lot', 'lots')}`,
  'lot.update': ({ of }) => `Changed ${of('lot')}`,
  'reactionBuffer.create': ({ of }) => `Added ${of('reaction buffer')}`,
  'release.seen': () => 'Closed the release notes',
  'repeatList.add': ({ of, count }) =>
    `Put ${counted(count('samples'), 'sample', 'samples')} of ${of('run')} on the repeat list`,
  'repeatList.place': ({ of, count }) =>
    (count('reopened') ?? 0) > 0
      ? `Reopened ${counted(count('reopened'), 'repeat', 'repeats')} of ${of('run')}`
      : `Repeated ${counted(count('placed'), 'sample', 'samples')} of the repeat list on ${of('run')}`,
  'repeatList.remove': ({ count }) =>
    `Removed ${counted(count('samples'), 'sample', 'samples')} from the repeat list`,
  'run.acquisitions': ({ of }) => `Changed the files or the analyser of ${of('run')}`,
  'run.approve': ({ of }) => `Approved ${of('run')}`,
  'run.archive': ({ of }) => `Archived ${of('run')}`,
  'run.archive-failed': ({ of }) => `Could not archive ${of('run')}`,
  'run.archive-request': ({ of }) => `Requested archiving of ${of('run')}`,
  'run.comment': ({ of, count }) => {
    const wells = count('wellIds') ?? 0;
    return `Commented on ${wells === 0 ? '' : `${counted(wells, 'well', 'wells')} of `}${of('run')}`;
  },
  'run.comment.edit': ({ of }) => `Edited a comment on ${of('run')}`,
  'run.delete': ({ of }) => `Deleted ${of('run')}`,
  'run.delete-permanently': ({ of }) => `Deleted ${of('run')} permanently`,
  'run.diagnostic': ({ of, position }) => `Changed the result of ${position ?? 'a well'} in ${of('run')}`,
  'run.download': ({ of }) => `Downloaded the files of ${of('run')}`,
  'run.export': ({ of, detail }) => `Exported ${of('run')}${after(' as ', detail('file'))}`,
  'run.import': ({ of, count }) => `Imported ${of('run')} from ${counted(count('files'), 'file', 'files')}`,
  'run.interpret': ({ of, count, isReinterpretation }) =>
    // One result for each well and channel.
    `${isReinterpretation ? 'Reinterpreted' : 'Interpreted'} ${of('run')}${count('wells') === null ? '' : `: ${counted(count('wells'), 'result', 'results')}`}`,
  'run.move-bytes': ({ of }) => `Moved files and curves of ${of('run')} to the object store`,
  'run.purge': ({ of }) => `Deleted ${of('run')} after the retention period`,
  'run.reindex': () => 'Rebuilt the search index',
  'run.reject': ({ of }) => `Rejected ${of('run')}`,
  'run.restore': ({ of }) => `Restored ${of('run')} from the archive`,
  'run.seen': ({ of }) => `Marked results of ${of('run')} as seen`,
  'run.send': ({ of, count }) =>
    `Sent ${of('run')} to the file server${(count('tries') ?? 1) > 1 ? ` at attempt ${count('tries')}` : ''}`,
  'run.send-failed': ({ of }) => `Could not send ${of('run')} to the file server`,
  'run.send-request': ({ of }) => `Requested sending of ${of('run')} to the file server`,
  'run.send-wait': ({ of }) => `Could not send ${of('run')} to the file server yet, will retry`,
  'run.submit': ({ of }) => `Submitted ${of('run')} for approval`,
  'run.update': ({ of }) => `Changed the plate of ${of('run')}`,
  'savedView.create': ({ detail }) => `Saved the view ${detail('name') ?? ''}`,
  'savedView.delete': ({ detail }) => `Deleted the view ${detail('name') ?? ''}`,
  'savedView.update': ({ detail }) => `Changed the view ${detail('name') ?? ''}`,
  'signingKey.revoke': () => 'Revoked a signing key',
  'signingKey.take': () => 'Activated a signing key',
  'template.create': ({ of }) => `Added ${of('template')}`,
  'template.delete': ({ of }) => `Deleted ${of('template')}`,
  'template.update': ({ of }) => `Changed ${of('template')}`,
  'user.account-unknown': ({ of }) =>
    `Tried to sign in as ${of('user')} with an account that is not linked. Refused`,
  'user.confirm': ({ of }) => `Confirmed the account of ${of('user')}`,
  'user.create': ({ of }) => `Added ${of('user')}`,
  'user.delete': ({ of }) => `Deleted ${of('user')}`,
  'user.first-seen': ({ of }) => `Signed in for the first time as ${of('user')}`,
  'user.hold': ({ of }) => `Put the permissions of ${of('user')} on hold`,
  'user.impersonated': ({ of }) => `Tried to sign in as ${of('user')} by impersonation. Refused`,
  'user.link': ({ of }) => `Linked the account of ${of('user')}`,
  'user.password-chosen': ({ of }) => `Set the password of ${of('user')}`,
  'user.password-offered': ({ of }) => `Issued a set-password link for ${of('user')}`,
  'user.sign-in-failed': ({ of }) => `Tried to sign in as ${of('user')}. Refused`,
  'user.sign-in-limited': ({ of }) => `Tried too often to sign in as ${of('user')}. Refused`,
  'user.signed-in': ({ of }) => `Signed in as ${of('user')}`,
  'user.signed-out': ({ of }) => `Signed out as ${of('user')}`,
  'user.take-in': ({ of }) => `Added ${of('user')} to a laboratory`,
  'user.token-reused': ({ of }) => `Tried to reuse an earlier sign-in of ${of('user')}. Refused`,
  'user.update': ({ of }) => `Changed ${of('user')}`,
  'workList.keep-columns': () => 'Stored the columns of work lists',
};

/** Words around the changes of a sentence. */
export const auditSentence = {
  article: (noun: string) => `${/^[aeiou]/.test(noun) && !noun.startsWith('user') ? 'an' : 'a'} ${noun}`,
  named: (noun: string, name: string) => `${noun} ${name}`,
  from: ' from ',
  to: ' to ',
  reason: (reason: string) => `Reason: ${reason}`,
  alsoChanged: listText,
  others: (count: number) => (count === 1 ? '1 more value' : `${count} more values`),
} as const;
