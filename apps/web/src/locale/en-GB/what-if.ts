import { MAX_LISTED_SAMPLES, type StoredWhatIf } from '@curvewell/contracts';

const calls = (count: number): string => (count === 1 ? '1 call' : `${count.toLocaleString('en-GB')} calls`);
const runs = (count: number): string => (count === 1 ? '1 run' : `${count} runs`);

/** What-if evaluations of kit settings. */
export const whatIf = {
  samples: {
    count: (changed: number, all: number) =>
      `The result of replicates or channels changes for ${changed} of ${all} samples`,
    sample: (run: number, name: string, places: string) => `Run ${run}, ${name} (${places})`,
    unnamed: 'no name',
    none: 'no rule for samples',
    /** Each run lists a number at most, so these are not the first of all. */
    listed: (count: number, all: number) =>
      `${count} of ${all} are listed, at most ${MAX_LISTED_SAMPLES} of each run.`,
    export: 'Export samples',
    csv: {
      name: (kit: string, version: string) => `what-if-samples_${kit}_${version}`,
      heads: [
        'Run',
        'Run date',
        'Run status',
        'Sample',
        'Order',
        'Wells and channel',
        'Kit version then',
        'Result then',
        'Result now',
      ],
    },
  },
  open: 'Evaluate on past runs',
  tried: (version: string, { runs: tried, changes, reactionBuffer, analyser }: StoredWhatIf) =>
    `${version} was evaluated on ${runs(tried)} of ${analyser.name} (${reactionBuffer.name}): ${calls(changes)} ${changes === 1 ? 'changes' : 'change'}.`,
  triedBy: (name: string, at: string) => `${name}, ${at}`,
  notTriedYet: (version: string) => `${version} not evaluated on past runs yet`,
  title: (version: string) => `Evaluate ${version} on past runs`,
  nothingChanged: 'An evaluation changes no results',
  subtitle: (version: string) =>
    `Calls made when the runs were interpreted, and the calls that ${version} would make`,
  subtitleOf: (versions: string, version: string) =>
    `Calls made by ${versions} when the runs were interpreted, and the calls that ${version} would make`,
  incomplete: 'A number is missing: the settings cannot be evaluated yet.',
  facts: { kit: 'Kit (reaction buffer)', analyser: 'Analyser', channels: 'Channels', algorithm: 'Algorithm' },
  bothSides: (version: string) => `${version}, both sides`,
  algorithms: (then: string, now: string) => `${then} then, ${now} now`,
  against: (now: string, then: string) => `${now} compared with ${then}`,
  againstSaved: 'the saved settings',
  compareWith: 'Compare with',
  fields: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  noDifference: 'No differences.',
  runs: {
    title: 'Runs',
    last: 'Last runs',
    status: 'Status',
    interpreted: 'Interpreted',
    approved: 'Approved',
    from: 'From',
    samples: 'Samples',
    controls: 'Controls and standards',
    again: 'Evaluate again',
    override:
      'Overridden wells keep the physician’s result. The evaluation compares the call made before the override.',
  },
  change: (changed: number, all: number) =>
    `${changed.toLocaleString('en-GB')} of ${calls(all)} ${changed === 1 ? 'changes' : 'change'}`,
  inRuns: (count: number) => `in ${runs(count)}`,
  progress: (read: number, total: number) => `${read} of ${runs(total)}`,
  left: (seconds: number) => `about ${seconds} s left`,
  progressName: 'Runs evaluated',
  stop: 'Stop',
  state: {
    asked: 'Starting …',
    waiting: 'Waiting for another evaluation to finish.',
    stopped: (read: number, total: number) => `Stopped after ${read} of ${runs(total)}.`,
    done: (read: number) => `Evaluated on ${runs(read)}.`,
    failed: 'Evaluation failed',
    tryAgain: 'Try again',
  },
  noChange: (count: number) => `No call changes in ${runs(count)}.`,
  noRun: (kit: string, buffer: string, analyser: string) =>
    `No interpreted run with ${kit} (${buffer}) on ${analyser}.`,
  skipped: (run: number, reason: string) => `Run ${run} was skipped: ${reason}`,
  byAlgorithm: (then: string, now: string, count: number) =>
    `Algorithm ${then} then, ${now} now: ${calls(count)} ${count === 1 ? 'changes' : 'change'} because of the algorithm alone.`,
  listFull: (listed: number) =>
    `The first ${listed.toLocaleString('en-GB')} changes are listed; all are counted.`,
  filters: {
    label: 'Which changes',
    all: (count: number) => `All ${count}`,
    approved: (count: number) => `Approved runs ${count}`,
    controls: (count: number) => `Controls ${count}`,
    channel: (channel: string, count: number) => `${channel} ${count}`,
    override: (count: number) => `Overridden ${count}`,
    algorithm: (count: number) => `By the algorithm ${count}`,
  },
  list: {
    label: 'Calls that change',
    then: 'Call then',
    now: 'Call now',
    calls: 'Calls',
    control: 'Control',
    group: (then: string, now: string, count: string) => `${then}, now ${now}, ${count}`,
    count: (changed: number, all: number, isControl: boolean) =>
      `${isControl ? (changed === 1 ? '1 control' : `${changed} controls`) : changed === 1 ? '1 well' : `${changed.toLocaleString('en-GB')} wells`} in ${runs(all)}`,
    run: (businessId: number) => `Run ${businessId}`,
    override: (result: string) => `overridden to ${result}`,
    more: (count: number) => `Show ${count} more`,
    stay: (count: number) => `${calls(count)} unchanged`,
    opens: 'opens the run',
    noDiagnostic: 'No diagnostic',
  },
  view: {
    choose: 'Choose a call to see its curves.',
    well: 'Well',
    all: (count: number) => `All ${count}`,
    shown: 'Curves shown',
    thenBy: (version: string) => `Then, ${version}`,
    nowBy: (version: string) => `Now, ${version}`,
    approvedStays: (run: number, result: string) => `The approved result of run ${run} remains ${result}.`,
    handStays: (result: string) => `The result remains ${result}: it was overridden.`,
    open: (run: number) => `Open run ${run}`,
    then: 'then',
    now: 'now',
    controls: 'controls',
    someRuns: (count: number) => `The chart shows ${count} runs. The list shows all.`,
    failed: 'The curves could not be loaded.',
    chart: (phase: string, well: string) => `${phase} of ${well}, zones and thresholds then and now`,
    threshold: (then: number, now: number) =>
      then === now ? `Threshold ${then}` : `Threshold ${then}, then ${now}`,
    temperature: 'Temperature (°C)',
    degrees: (value: number) => `${value.toFixed(2)} °C`,
  },
  back: (version: string) => `Back to ${version}`,
  export: 'Export list',
  exported: 'List exported.',
  save: (version: string) => `Save ${version}`,
  notRead: (count: number) => `${runs(count)} not evaluated yet.`,
  csv: {
    name: (kit: string, version: string) => `what-if_${kit}_${version}`,
    heads: [
      'Run',
      'Run date',
      'Run status',
      'Position',
      'Channel',
      'Name',
      'Sample type',
      'Kit version then',
      'Call then',
      'Call now',
      'Overridden to',
      'By the algorithm alone',
      'Reason',
    ],
    yes: 'yes',
  },
} as const;
