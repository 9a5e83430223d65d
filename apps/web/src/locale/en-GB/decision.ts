import { plateText } from '@curvewell/contracts';

const wells = (count: number): string => (count === 1 ? '1 well' : `${count} wells`);

export const decision = {
  title: {
    submit: (_run: number) => 'Do you wish to submit results?',
    approve: (run: number) => `Approve run ${run}?`,
  },
  asSigned: {
    submit: (run: number) => `Run ${run} as it was submitted`,
    approve: (run: number) => `Run ${run} as it was approved`,
  },
  lookedAt: {
    submit: (run: number) => `Check before submission of run ${run}`,
    approve: (run: number) => `Check before approval of run ${run}`,
  },
  region: { submit: 'Check before submission', approve: 'Check before approval' },
  goesToDoctor: 'The run goes to the doctor.',
  unresolvedWells: (count: number) =>
    count === 0
      ? 'All wells are resolved.'
      : count === 1
        ? '1 well is unresolved.'
        : `${count} wells are unresolved.`,
  wells: plateText,
  counts: 'Counts of wells',
  total: 'Wells',
  noResult: 'No result',
  back: 'Back to the plate',
  backToCheck: 'Back to the check',
  showCheck: 'Show the check',
  kept: 'What you confirm here is kept when you look at a well and come back. The same list heads the PDF.',
  tiles: {
    failedControls: (count: number) => (count === 1 ? 'failed control' : 'failed controls'),
    standards: 'standards as expected',
    unresolved: 'unresolved',
    changedByHand: 'changed by hand',
    nearBorder: 'near a border seen',
  },
  of: (count: number, all: number) => `${count} of ${all}`,
  inChannels: (counts: readonly (readonly [channel: string, count: number])[]) =>
    counts.map(([channel, count]) => `${channel} ${count}`).join(' · '),
  plate: 'Names and lots',
  toLookAt: (count: number) => (count === 1 ? '1 thing to look at' : `${count} things to look at`),
  sections: {
    failedControls: 'Failed controls',
    standards: 'Standards',
    unresolved: 'Unresolved',
    changedByHand: 'Changed by hand',
    nearBorder: 'Flags',
  },
  nothing: {
    failedControls: 'No control failed',
    standards: 'No standards on this plate',
    unresolved: 'All resolved',
    changedByHand: 'Nothing changed by hand',
    nearBorder: 'No flags',
  },
  rule: (demand: string) => `Laboratory rule: ${demand}`,
  seen: 'I have seen it',
  changedAt: (time: string) => `changed at ${time}`,
  changes: {
    title: 'This check has changed since you opened it.',
    run: (name: string, time: string) => `${name} changed the run at ${time}.`,
    count: (section: string, was: number, now: number) => `${section}: ${now}, was ${was}`,
    otherwise: (section: string) => `${section}: as many as before, with other wells or figures`,
    figures: 'Counts, spikes, saturated wells, names or lots are others.',
    rule: (section: string, was: string, now: string) => `Laboratory rule, ${section}: ${now}, was ${was}`,
    reasons: 'The laboratory’s reasons of one click are others.',
    off: 'Off: what has changed since you opened it.',
  },
  asExpected: 'as expected',
  allAsExpected: (count: number) => `${count} of ${count} as expected`,
  someAsExpected: (count: number, all: number) => `${count} of ${all} as expected`,
  notAsExpected: 'not as expected',
  expectedFound: (position: string, expected: string, found: string) =>
    `${position}: expected ${expected}, found ${found}`,
  became: 'became',
  marks: ({ samples, kit }: { samples: number; kit: string }) =>
    ` It marks ${samples === 1 ? '1 sample' : `${samples} samples`} of ${kit}, lot `,
  near: (count: number) => `${count} near a border`,
  nearSeen: (seen: number, all: number) =>
    seen === all ? 'all seen' : seen === 0 ? 'none seen' : `${seen} seen, ${all - seen} not`,
  review: (count: number) => (count === 0 ? 'Review again' : `Review ${count}`),
  spikes: (count: number) => (count === 1 ? '1 spike' : `${count} spikes`),
  saturated: (count: number) => `${count} saturated`,
  notAnalysed: (count: number, where: string) => `${wells(count)} not analysed: ${where}`,
  more: (count: number) => `${count} more`,
  reason: 'Reason',
  anotherReason: 'Another reason',
  typedReason: 'Reason against the rule',
  reasonFor: (label: string, subject: string) => `${label}, ${subject}`,
  ownWords: 'Say it in your own words.',
  keep: 'Keep',
  edit: 'Edit the reason',
  blocked: {
    approve: 'Your laboratory lets this stand in the way. Settle it, or approve with a reason.',
    submit: 'Your laboratory lets this stand in the way. Settle it, or submit with a reason.',
  },
  failedAndBlocked: {
    approve: (controls: string) => `${controls} failed. Repeat it, or approve with a reason.`,
    submit: (controls: string) => `${controls} failed. Repeat it, or submit with a reason.`,
  },
  withReason: { approve: 'Approve with a reason', submit: 'Submit with a reason' },
  asksFor: 'Your laboratory asks for',
  asksForNothing: 'Your laboratory asks for nothing here',
  nothingOpen: 'Nothing is open',
  open: (open: number, all: number) => `${open} of ${all} open`,
  signAs: (name: string) => `You sign as ${name}: “reviewed and approved”.`,
  proceed: { submit: (run: number) => `Submit run ${run}`, approve: (run: number) => `Approve run ${run}` },
  reject: (run: number) => `Reject run ${run} with a reason`,
  signInText:
    'Your laboratory asks you to sign in again for this. You come back here; what you ticked stays.',
  signInToApprove: 'Sign in again to approve',
  notSignedIn: 'Signing in again did not work',
  signed: {
    submit: (name: string, at: string) => `Submitted by ${name} on ${at}.`,
    approve: (name: string, at: string) => `Approved by ${name} on ${at}: “reviewed and approved”.`,
  },
  againstRule: "Approved against the laboratory's rule.",
  notYours: {
    submit: 'This run cannot be submitted now.',
    approve: 'You may look at this check; you may not approve this run now.',
  },
  notLoaded: 'The check could not be loaded.',
} as const;
