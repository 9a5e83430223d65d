import { exportPanel } from './interpretation-export.ts';
import { replicates } from './replicates.ts';
import { samples } from './samples.ts';
import { resultsTable } from './interpretation-results.ts';
import { updateForm } from './interpretation-update.ts';
import { whyWords } from './interpretation-why.ts';

interface FailedControls {
  /** Positions of failed controls. */
  readonly failed: readonly string[];
  /** Positions of standards with an unexpected result. */
  readonly unlike: readonly string[];
  /** Number of wells with samples. */
  readonly held: number;
  /** Empty: all channels of the run. */
  readonly channels: readonly string[];
}

interface DoubtOfAll {
  /** Such as “spike”. */
  readonly doubt: string;
  /** “6 samples” */
  readonly samples: string;
  /** Null: the run has only one. */
  readonly channel: string | null;
}

/** “D5”, “D5, D6”, “3 controls” */
const namesOr = (positions: readonly string[], kind: string): string =>
  positions.length > 2 ? `${positions.length} ${kind}` : positions.join(', ');

const inChannels = (channels: readonly string[]): string =>
  channels.length === 0 ? '' : ` in ${channels.join(' and ')}`;

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** “Control D5 failed and standard H12 is not as expected” */
const failedWords = ({ failed, unlike }: FailedControls): string =>
  capital(
    [
      failed.length > 0 && `control${failed.length === 1 ? '' : 's'} ${failed.join(', ')} failed`,
      unlike.length > 0 &&
        `standard${unlike.length === 1 ? '' : 's'} ${unlike.join(', ')} ${unlike.length === 1 ? 'is' : 'are'} not as expected`,
    ]
      .filter(Boolean)
      .join(' and '),
  );

const wells = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

export const interpretation = {
  title: (businessId: number) => `Run ${businessId}`,
  documentTitle: (businessId: number) => `Run ${businessId} – Interpretation`,
  facts: {
    instrument: 'Instrument',
    plateId: 'Plate id',
    runBy: 'Run by',
    interpretedBy: 'Interpreted by',
    submittedBy: 'Submitted by',
    approvedBy: 'Approved by',
    rejectedBy: 'Rejected by',
    archived: 'Archived on',
    deletion: 'Will be permanently deleted after',
  },
  none: '–',
  act: (name: string, at: string) => `${name}, ${at}`,
  rejectedFor: (reason: string) => `“${reason}”`,
  readOnly: {
    APPROVED: (name: string, at: string) =>
      `Approved by ${name} on ${at}. This run can no longer be changed.`,
    REJECTED: (name: string, at: string) =>
      `Rejected by ${name} on ${at}. This run can only be reinterpreted.`,
  },
  channel: 'Channel',
  channelOption: (number: number, name: string) => `${number} · ${name}`,
  /** Follows the name of a channel. */
  doubtsIn: (count: number) => (count === 0 ? ', all resolved' : `, ${count} unresolved`),
  unresolved: (count: number) => `${count} unresolved`,
  allResolved: 'All resolved',
  /** Open items before a decision. */
  leftToSee: (unresolved: number, notSeen: number) =>
    [unresolved > 0 && `${unresolved} unresolved`, notSeen > 0 && `${notSeen} to review`]
      .filter(Boolean)
      .join(' · '),
  unresolvedWhy: (reason: string) => `unresolved: ${reason}`,
  startOfPlate: 'Start of the plate',
  nextUnresolved: 'Next unresolved',
  /** The same beside a large chart. */
  nextShort: 'Next',
  largeChart: 'Large chart',
  unresolvedIn: (channel: string, count: number) => `${channel}, ${count} unresolved`,
  doubt: 'Doubtful',
  reasonCaption: capital,
  /** Facts about the whole plate. */
  inNoZone: 'Peaks in no zone only',
  plate: {
    label: 'Whole plate',
    tab: (count: number) => (count === 0 ? 'Whole plate' : `Whole plate ${count}`),
    more: (count: number) => `${count} more`,
    times: (words: string, count: number) => `${words} (${count})`,
    title: 'Applies to the whole plate',
    once: 'shown once here, not on each well',
    show: 'Show',
    hide: 'Hide',
    openKit: 'Open kits',
    failedShort: ({ failed, unlike, held, channels }: FailedControls) =>
      [
        failed.length > 0 && `${namesOr(failed, 'controls')} failed`,
        unlike.length > 0 && `${namesOr(unlike, 'standards')} not as expected`,
      ]
        .filter(Boolean)
        .join(', ') + `${inChannels(channels)}${held === 0 ? '' : `, ${held} held`}`,
    failed: (controls: FailedControls & { samples: string; kit: string | null; lot: string | null }) => {
      const { held, samples, channels, kit, lot } = controls;
      const mix = kit === null || lot === null ? '' : ` of ${kit}, lot ${lot}`;
      const all = `${samples}${mix} ${held === 1 ? 'is' : 'are'}`;
      return `${failedWords(controls)}${inChannels(channels)}: ${held === 0 ? 'no sample is' : all} held.`;
    },
    doubtShort: ({ doubt, samples, channel }: DoubtOfAll) =>
      `${capital(doubt)}${channel === null ? '' : ` in ${channel}`}, all ${samples}`,
    doubt: ({ doubt, samples, channel }: DoubtOfAll) =>
      `All ${samples}${channel === null ? '' : ` in ${channel}`} have the same doubt: ${doubt}.`,
    results: (count: number) => `${count} results`,
    zonesNotRead: (count: number) => (count === 1 ? '1 zone not read' : `${count} zones not read`),
    withoutCallShort: (reason: string | null, count: number) =>
      reason === null ? `${count} no call` : `${capital(reason)}, ${count} no call`,
    /** `count` is null if no sample has a call. */
    withoutCall: (noCalls: { count: number | null; samples: string; reasons: readonly string[] }) =>
      `${noCalls.count === null ? 'No sample has a call' : `${noCalls.count} of ${noCalls.samples} have no call`}${noCalls.reasons.length === 0 ? '' : `: ${noCalls.reasons.join(', ')}`}.`,
    noControlShort: 'No control',
    noControl: 'No control is on this plate.',
    trialShort: 'Trial lot',
    trial: (lots: string) => `${lots}: do not use the results of this run for patients.`,
    todayShort: 'Kits as of today',
    today:
      'The decision did not store the status of the kits or the controls they required. The current ones are shown.',
    nothing: 'Nothing to note about the whole plate',
    calm: ({ good, all }: { good: number; all: number }) =>
      `${good} of ${all} controls and standards as expected, kit validated on this analyser`,
  },
  border: {
    caption: 'Borderline',
    /** Borderline wells not seen yet. */
    start: (notSeen: number) => `Review ${notSeen}`,
    again: (seen: number) => `Reviewed ${seen}`,
    title: 'Review: closest to a limit first',
    progress: (seen: number, count: number) =>
      seen === count ? `All ${count} seen.` : `${seen} of ${count} seen`,
    next: 'Next',
    previous: 'Previous borderline well',
    close: 'Close the review',
    announcement: ({
      place,
      count,
      position,
      near,
    }: {
      place: number;
      count: number;
      position: string;
      near: string;
    }) => `${place} of ${count}, ${position}, ${near}`,
  },
  tabs: {
    label: 'Panel',
    wells: 'Wells',
    comments: (count: number) => (count === 0 ? 'Run comments' : `Run comments (${count})`),
    export: 'Export',
  },
  filters: {
    kit: 'Kit',
    kitVersion: 'Kit version',
    reactionBuffer: 'Reaction buffer',
    kitInWords: ({ kit, version, buffer }: { kit: string; version: string; buffer: string }) =>
      `${kit} ${version} (${buffer})`,
    lots: (count: number) => `${count} lots`,
  },
  several: {
    kit: 'Several kits are selected. Choose one kit.',
    kitVersion: 'Several kit versions are selected. Choose one kit version.',
    reactionBuffer: 'Several reaction buffers are selected. Choose one reaction buffer.',
  },
  severalOnPlate: {
    kit: 'Several kits are on this plate. Choose one kit to see its curves.',
    kitVersion: 'Several kit versions are on this plate. Choose one kit version to see its curves.',
    reactionBuffer:
      'Several reaction buffers are on this plate. Choose one reaction buffer to see its curves.',
  },
  unresolvedList: 'Unresolved wells',
  moreWells: (count: number) => `${count} more`,
  noneUnresolved: (elsewhere: number) =>
    elsewhere === 0 ? 'All resolved' : `Nothing unresolved here, ${elsewhere} in the other channel.`,
  noResult: 'No interpretation result can be shown for this run.',
  noResultReason: 'This can mean that (some of) the wells have been incorrectly configured.',
  openConfiguration: 'Open plate setup',
  notLoaded: 'The run could not be loaded.',
  notRefreshed: 'The latest state could not be loaded.',
  card: {
    /** Beside the kit and the lot. */
    amplification: (cq: string) => `Amplification: ${cq}. Not quantification.`,
    cq: (cq: string, source: string) => `Cq ${cq} (${source})`,
    noCq: (source: string) => `no Cq (${source})`,
    cqSource: { file: 'from the file', curve: 'computed from the curve' },
    cqDoubted: (stated: string, why: string) => `${stated}, but ${why}`,
    cqUnknown: (why: string | null) => (why === null ? 'Cq not known' : `Cq not known: ${why}`),
    suggested: 'Suggested result',
    isSuggested: 'suggested',
    reasons: (count: number) => (count === 1 ? '1 reason' : `${count} reasons`),
    quoted: (reason: string) => `“${reason}”`,
    untilSettled: 'unresolved until overridden or commented on',
    nearest: 'Nearest limit',
    updated: 'Updated',
    was: 'was',
    lot: (lot: string) => `lot ${lot}`,
    order: 'order ',
    expected: (diagnostic: string) => `Expected: ${diagnostic}`,
    expectedShort: (diagnostic: string) => `expected ${diagnostic}`,
    comments: (count: number) => `Comments (${count})`,
    onlyChannel: 'Only the active channel',
    edit: 'Edit',
    editComment: 'Edit comment',
    noComment: 'No comments.',
    noName: 'no name',
    open: 'Open',
  },
  why: whyWords,
  update: updateForm,
  comment: {
    add: 'Add a comment',
    addToWells: (count: number) => (count === 1 ? 'Add a comment' : `Add to ${count} wells`),
    addToRun: 'Add a comment to the run',
    left: (used: number) => `${used.toLocaleString('en-GB')} of 2,000 characters`,
    save: 'Save',
    failed: 'An error occurred during the comment creation.',
    added: (count: number) => `Comment added to ${wells(count)}.`,
    addedToRun: 'Comment added to the run.',
    edited: 'Comment changed.',
    noneOnRun: 'No comments on this run.',
    by: (name: string, at: string) => `${name}, ${at}`,
    changed: (at: string) => `changed ${at}`,
  },
  shortcuts: 'Shortcuts',
  clearSelection: 'Clear selection',
  footer: {
    close: 'Close run',
    submit: 'Submit results',
    approve: 'Approve',
    check: 'Check',
    reject: 'Reject',
    delete: 'Delete run',
    archiveAndDelete: 'Archive and delete',
    archive: 'Archive',
    send: 'Send to file server',
    deletePermanently: 'Delete permanently',
    restore: 'Restore',
  },
  confirm: {
    reject: (businessId: number) => `Reject run ${businessId}?`,
    rejectText: (submitter: string) => `The status changes to Rejected. ${submitter} sees the reason.`,
    rejectSignIn:
      'Your laboratory requires a new sign-in for this. You then return here, and your text is kept.',
    rejectRun: (businessId: number) => `Reject run ${businessId}`,
    archive: (businessId: number) => `Archive run ${businessId}?`,
    archiveAndDelete: (businessId: number) => `Archive and delete run ${businessId}?`,
    restorable: (date: string) => `It can be restored until ${date}.`,
    delete: (businessId: number) => `Delete run ${businessId}?`,
    deleteText: 'The run and its files will be deleted. This cannot be undone.',
    deletePermanently: 'Delete permanently?',
    cannotUndo: 'This cannot be undone.',
    restore: (businessId: number) => `Restore run ${businessId}?`,
  },
  failed: {
    status: 'An error occurred during the status update',
    archive: 'An error occurred during run archive operation.',
    delete: 'An error occurred during run delete operation.',
    restore: 'The run could not be restored.',
  },
  done: {
    archived: (businessId: number) => `Run ${businessId} is being archived.`,
    restored: (businessId: number) => `Run ${businessId} restored.`,
    deleted: (businessId: number) => `Run ${businessId} deleted.`,
    sent: (businessId: number) => `Files of run ${businessId} sent.`,
    sending: (businessId: number) => `Run ${businessId} is being sent.`,
    submitted: (businessId: number) => `Run ${businessId} submitted.`,
    approved: (businessId: number) => `Run ${businessId} approved.`,
    rejected: (businessId: number) => `Run ${businessId} rejected.`,
  },
  next: {
    waiting: (businessId: number) => `Next waiting: run ${businessId}`,
    noneWaits: 'No other run is waiting for your approval.',
    toInterpret: (businessId: number) => `Next to interpret: run ${businessId}`,
    noneToInterpret: 'No other run is waiting to be interpreted.',
  },
  well: {
    updated: 'updated',
    combined: (result: string, channels: string) => `Sample: ${result}. ${channels}`,
    doubt: (doubts: string) => `doubtful: ${doubts}`,
    changed: (reason: string | null) => (reason === null ? 'overridden' : `overridden: “${reason}”`),
    comments: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
  },
  export: exportPanel,
  print: {
    caption: (channel: string, count: number) => `${channel}, ${wells(count)}`,
    head: ['Well', 'Name', 'Sample type', 'Result', 'Why', 'Flags', 'Comments'],
    cq: 'Amplification (not quantification)',
  },
  results: resultsTable,
  replicates,
  samples,
  copyHead: [
    'position',
    'name',
    'sample type',
    'kit',
    'version',
    'lot',
    'buffer',
    'result',
    'combination',
    'Tm',
    'reason',
    'to review',
  ],
} as const;
