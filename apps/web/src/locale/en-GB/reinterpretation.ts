const results = (count: number): string =>
  count === 1 ? '1 result' : `${count.toLocaleString('en-GB')} results`;

export const reinterpretation = {
  button: 'Reinterpret',
  question: (businessId: number) => `Reinterpret run ${businessId}?`,
  about:
    'Uses the current settings and algorithm. Nothing is stored until you confirm. The current results stay in the history of the run.',
  rejected: 'After this, the run can be submitted again. The rejection stays in its history.',
  computing: 'Interpretation in progress',
  failed: 'The run could not be reinterpreted.',
  trace: {
    algorithm: 'Algorithm',
    settings: 'Settings',
    interpreted: 'Interpreted',
    same: (value: string) => `${value}, as before`,
    by: (name: string, at: string) => `${name}, ${at}`,
    now: 'now',
  },
  counts: {
    label: 'What would change',
    changed: (count: number) => `${results(count)} changed`,
    added: (count: number) => `${results(count)} added`,
    removed: (count: number) => `${results(count)} no longer read`,
    unchanged: (count: number) => `${results(count)} unchanged`,
    otherFigures: (count: number) => `${count.toLocaleString('en-GB')} of them with different values`,
    keptOverrides: (count: number) => `${count.toLocaleString('en-GB')} of them overrides that are kept`,
  },
  nothing: 'Nothing would change: every well keeps its result.',
  table: 'Wells that would change',
  heads: { well: 'Well', then: 'Current', now: 'New', why: 'Why', override: 'Override' },
  notRead: 'not read',
  goneOverride: 'removed with its result',
  override: (name: string) => `set by ${name}`,
  answer: (position: string, channel: string) => `Override of ${position}, ${channel}`,
  keep: 'Keep the override',
  drop: 'Use the new result',
  reason: 'Reason',
  fit: 'Kit and file fit only in part',
  fitSeen: 'Continue anyway',
  open: {
    fit: 'Confirm that you want to continue.',
    override: (count: number) => (count === 1 ? 'Decide on 1 override.' : `Decide on ${count} overrides.`),
    reason: 'Give a reason.',
    nothing: 'Nothing would change.',
  },
  previous: {
    title: 'Previous results',
    table: 'Previous results',
    result: 'Result',
    about: ({
      by,
      at,
      algorithm,
      settings,
    }: {
      by: string;
      at: string;
      algorithm: string;
      settings: string;
    }) => `Interpreted by ${by}, ${at}, with algorithm ${algorithm} and settings ${settings}.`,
  },
  confirm: 'Reinterpret',
  done: (businessId: number) => `Run ${businessId} reinterpreted. The previous results stay in its history.`,
};
