import { plateText, samplesText, type RunDoubts } from '@curvewell/domain';

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
const wells = (count: number): string => counted(count, 'well');

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
  withoutCall: (doubts: RunDoubts) => {
    const { unresolved } = doubts;
    if (unresolved.length === 0) return 'Every sample has a call.';
    const lacks = unresolved.some(({ isOfSample }) => isOfSample) ? 'result' : 'call';
    const positions = new Set(unresolved.map(({ position }) => position)).size;
    return `${samplesText(unresolved, doubts)} ${positions === 1 ? 'has' : 'have'} no ${lacks}.`;
  },
  wells: plateText,
  counts: 'Counts of wells',
  total: 'Wells',
  back: 'Back to the plate',
  backToCheck: 'Back to the check',
  showCheck: 'Show the check',
  kept: 'Each result is listed once, under its most serious finding. Your ticks are kept while you look at a well.',
  counted: { wells },
  controls: {
    title: 'Controls',
    failed: (failed: number, all: number) => `${failed} of ${all} failed`,
    missing: (count: number) => `${count} missing`,
    none: 'none on this plate',
    noneAsked: 'None on this plate. Neither the kit nor the laboratory requires any',
    noneNoted: 'None on this plate',
    asExpected: (count: number) => `${count} of ${count} as expected`,
    overridden: (count: number, positions: readonly string[]) =>
      `${count - positions.length} of ${count} as expected, overridden: ${positions.join(', ')}`,
    kinds: (positive: number, negative: number) => `${positive} positive, ${negative} negative`,
    held: ({ samples, kit }: { samples: number; kit: string }) =>
      ` ${counted(samples, 'sample')} of ${kit}, lot `,
    areHeld: (samples: number) => (samples === 1 ? ' is held.' : ' are held.'),
  },
  standards: {
    title: 'Standards',
    wrong: (wrong: number, all: number) => `${wrong} of ${all} not as expected`,
    asExpected: (count: number) => `${count} of ${count} as expected`,
    none: 'None on this plate',
    expected: 'Expected',
    found: ', found',
  },
  noCall: {
    title: 'No call',
    /** Replicates may have calls that give no result. */
    titleOfSamples: 'No call, or no result of the sample',
    all: 'Results',
    most: (without: number, of: number) => `${without} of ${of} without a call`,
    mostOfSamples: (without: number, of: number) => `${without} of ${of} without a result`,
    none: 'Every sample has a call',
    noSamples: 'No samples on this plate',
  },
  curves: {
    doubtful: 'Doubtful curves',
    calm: 'Curves',
    none: 'No doubtful curves',
    /** For older checks, which report fewer kinds of doubt about curves. */
    noneOfBefore: 'No spike, nothing saturated',
  },
  near: {
    title: 'Borderline',
    none: 'None',
    seen: (seen: number, all: number) =>
      seen === all ? 'all seen' : seen === 0 ? 'none seen' : `${seen} seen, ${all - seen} not`,
    review: (count: number) => (count === 0 ? 'Review again' : `Review ${count}`),
  },
  changed: { title: 'Overrides', none: 'None', became: 'became' },
  file: {
    title: 'Kit, lot and file',
    validated: (analyser: string) => `Validated on this analyser, ${analyser}`,
    expires: ' expires ',
    lot: 'Lot ',
    lots: (count: number) => `${count} lots, none expired`,
    none: 'Nothing to note about names and lots',
  },
  rule: (demand: string) => `Laboratory rule: ${demand}`,
  allSeen: 'all seen',
  seen: (count: number) => (count === 1 ? 'I have seen it' : `I have seen all ${count}`),
  fold: (first: string, last: string) => `${first} … ${last}`,
  changedAt: (time: string) => `changed at ${time}`,
  changes: {
    title: 'This check has changed since you opened it.',
    run: (name: string, time: string) => `${name} changed the run at ${time}.`,
    count: (section: string, was: number, now: number) => `${section}: ${now}, was ${was}`,
    otherwise: (section: string) => `${section}: same number, but different wells or values`,
    figures: 'Comments, counts, names or lots have changed.',
    rule: (section: string, was: string, now: string) => `Laboratory rule, ${section}: ${now}, was ${was}`,
    reasons: 'The common reasons of the laboratory have changed.',
    off: 'Missing: your confirmation of what has changed.',
    seen: 'I have seen it',
  },
  notAnalysed: (count: number, where: string) => `${wells(count)} not analysed: ${where}.`,
  more: (count: number) => `${count} more`,
  reason: 'Reason',
  /** Offered in addition to the laboratory's own reasons. */
  commonReasons: {
    missingControls: ['Controls are on another plate', 'Test run, no patient samples'],
    expiredLots: ['Controls of this lot are good', 'No other lot in stock'],
    openLots: ['Expiry date checked on the box'],
  },
  anotherReason: 'Another reason',
  typedReason: 'Reason against the rule',
  reasonFor: (label: string, subject: string) => `${label}, ${subject}`,
  ownWords: 'Use your own words.',
  keep: 'Keep',
  edit: 'Edit the reason',
  blocked: {
    approve: 'A rule of your laboratory blocks this. Resolve it, or approve with a reason.',
    submit: 'A rule of your laboratory blocks this. Resolve it, or submit with a reason.',
  },
  failedAndBlocked: {
    approve: (controls: string) => `${controls} failed. Repeat it, or approve with a reason.`,
    submit: (controls: string) => `${controls} failed. Repeat it, or submit with a reason.`,
  },
  nothingCalled: {
    approve: 'Reject the run and import its files again with another kit, or approve with a reason.',
    submit: 'Import the files again with another kit, or submit with a reason.',
  },
  withReason: { approve: 'Approve with a reason', submit: 'Submit with a reason' },
  asksFor: 'Your laboratory requires',
  asksForNothing: 'Your laboratory requires nothing here',
  asksForNothingMore: 'Your laboratory requires nothing else',
  done: (done: number, all: number) => `${done} of ${all} done`,
  signAs: (name: string) => `You sign as ${name}: “reviewed and approved”.`,
  proceed: { submit: (run: number) => `Submit run ${run}`, approve: (run: number) => `Approve run ${run}` },
  reject: (run: number) => `Reject run ${run} with a reason`,
  signInText:
    'Your laboratory requires a new sign-in for this. You then return here, and your ticks are kept.',
  signInTooLow:
    'You have just signed in, but signing requires a stronger sign-in, such as a second factor. Sign in again with it, or contact your IT department.',
  signInToApprove: 'Sign in again to approve',
  notSignedIn: 'The new sign-in failed',
  signed: {
    submit: (name: string, at: string) => `Submitted by ${name} on ${at}.`,
    approve: (name: string, at: string) => `Approved by ${name} on ${at}: “reviewed and approved”.`,
  },
  againstRule: {
    submit: "Submitted against the laboratory's rule.",
    approve: "Approved against the laboratory's rule.",
  },
  notYours: {
    submit: 'This run cannot be submitted now.',
    approve: 'You can view this check, but you cannot approve this run now.',
  },
  notKept: 'The plate shows the results. The history of the run shows who decided and when.',
  notLoaded: 'The check could not be loaded.',
} as const;
