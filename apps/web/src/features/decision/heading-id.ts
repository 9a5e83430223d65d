import type { DoubtKind } from '@curvewell/domain';

const SECTION_OF = {
  failedControls: 'controls',
  missingControls: 'controls',
  standards: 'standards',
  unresolved: 'results',
  curves: 'curves',
  nearBorder: 'near',
  changedByHand: 'changed',
  kitStatus: 'file',
  tmShift: 'file',
  expiredLots: 'file',
  openLots: 'file',
  runDate: 'file',
  importDoubts: 'file',
} as const satisfies Record<DoubtKind, string>;

/** The id of a section's heading, for links from a demand. */
export const headingId = (kind: DoubtKind): string => `check-${SECTION_OF[kind]}`;
