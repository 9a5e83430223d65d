const results = (count: number): string =>
  count === 1 ? '1 result' : `${count.toLocaleString('en-GB')} results`;

/** A run that is interpreted once more. */
export const anew = {
  button: 'Interpret anew',
  question: (businessId: number) => `Interpret run ${businessId} anew?`,
  about:
    'By the settings and the algorithm of now. Nothing is stored until you confirm, and the results of now are kept.',
  rejected: 'The run is to be interpreted again afterwards; its rejection stays in its history.',
  computing: 'Interpretation in progress',
  failed: 'The run could not be interpreted anew.',
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
    otherFigures: (count: number) => `${count.toLocaleString('en-GB')} of them with other figures`,
    keptByHand: (count: number) => `${count.toLocaleString('en-GB')} of them set by hand, which stays`,
  },
  nothing: 'Nothing would change: every well is called as it is.',
  table: 'Wells that would change',
  heads: { well: 'Well', then: 'Now', now: 'Anew', why: 'Why', byHand: 'Set by hand' },
  notRead: 'not read',
  goneByHand: 'goes with its result',
  byHand: (name: string) => `set by ${name}`,
  answer: (position: string, channel: string) => `Result of ${position}, ${channel}, set by hand`,
  keep: 'Keep it',
  drop: 'Take the new one',
  reason: 'Reason',
  fit: 'Kit and file do not fit in part',
  fitSeen: 'Go on all the same',
  open: {
    fit: 'Confirm that the run goes on.',
    byHand: (count: number) =>
      count === 1
        ? 'Say what becomes of 1 result set by hand.'
        : `Say what becomes of ${count} results set by hand.`,
    reason: 'Give a reason.',
    nothing: 'Nothing would change.',
  },
  former: {
    title: 'Former results',
    table: 'Results of then',
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
  confirm: 'Interpret anew',
  done: (businessId: number) =>
    `Run ${businessId} interpreted anew. Its former results are kept in its history.`,
};
