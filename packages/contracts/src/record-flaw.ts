/** Why a run is not to be relied on: its rows are not what was signed, or nobody has signed the decision. */
export type RecordFlaw = 'changed' | 'unsigned';

/** On every page and in every row of what leaves the laboratory all the same. */
export const FLAW_NOTICE = {
  changed: 'NOT WHAT WAS SIGNED',
  unsigned: 'DECIDED WITHOUT A SIGNATURE',
} as const satisfies Record<RecordFlaw, string>;

export const FLAW_SENTENCE = {
  changed: 'This run is not what was signed: its history says what differs.',
  unsigned: 'This run was decided before decisions were signed: nothing proves its results.',
} as const satisfies Record<RecordFlaw, string>;

/** Why nothing of it leaves the laboratory. */
export const flawNotSent = (flaw: RecordFlaw): string =>
  `${FLAW_SENTENCE[flaw]} By the rules of your laboratory it is neither exported nor sent.`;
