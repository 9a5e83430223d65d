import { doubtKindSchema, type CheckedDecision, type Demand, type DoubtKind } from './laboratory-rules.ts';
import type { CheckAnswers, CheckedWell, RunCheck, RunDoubts } from './run-check.ts';
import { wellsText } from './run-doubts.ts';

/** What the laboratory asks for because of the doubts that there are. */
export interface CheckDemand {
  readonly kind: DoubtKind;
  readonly demand: Exclude<Demand, 'note'>;
  readonly isOpen: boolean;
  /** What it is about: “control N24”, “19 wells near a border”. */
  readonly subject: string;
  /** As the list of demands has it: “Control N24: a reason”. */
  readonly text: string;
  /** While it is open, what is missing: “a reason for control N24”. */
  readonly missing: string;
}

type Checked = Pick<RunCheck, 'doubts' | 'demands' | 'seenWellIds'>;

/** The wells that a kind of doubt is about. */
export function doubtfulWells(doubts: RunDoubts, kind: DoubtKind): readonly CheckedWell[] {
  return kind === 'standards' ? doubts.standards.filter(({ isAsExpected }) => !isAsExpected) : doubts[kind];
}

/** Wells near a border that who asks has not seen as they are now. */
export function notSeen({ doubts, seenWellIds }: Pick<Checked, 'doubts' | 'seenWellIds'>): CheckedWell[] {
  const seen = new Set(seenWellIds);
  return doubts.nearBorder.filter(({ wellId }) => !seen.has(wellId));
}

/** Every demand, in the order of the doubts; nothing is asked for where nothing is doubtful. */
export function checkDemands(check: Checked, answers: CheckAnswers): CheckDemand[] {
  return doubtKindSchema.options.flatMap((kind) => {
    const demand = check.demands[kind];
    const wells = doubtfulWells(check.doubts, kind);
    return demand === 'note' || wells.length === 0
      ? []
      : [checkDemand(check, { kind, demand, answers, wells })];
  });
}

interface Asked {
  readonly kind: DoubtKind;
  readonly demand: CheckDemand['demand'];
  readonly answers: CheckAnswers;
  readonly wells: readonly CheckedWell[];
}

function checkDemand(check: Checked, { kind, demand, answers, wells }: Asked): CheckDemand {
  const subject = subjectOf(kind, wells);
  const asked = { kind, demand, subject };
  if (demand !== 'confirm') {
    const isOpen = answers.reasons[kind] === undefined;
    const text = isOpen ? `${upperFirst(subject)}: a reason` : `${upperFirst(subject)}: reason given`;
    return { ...asked, isOpen, text, missing: `a reason for ${subject}` };
  }
  if (kind === 'nearBorder') {
    const unseen = notSeen(check);
    const left = subjectOf(kind, unseen);
    const isOpen = unseen.length > 0;
    return { ...asked, isOpen, text: isOpen ? `${left}: not seen yet` : `${subject}: seen`, missing: left };
  }
  const isOpen = !answers.confirmed.includes(kind);
  const text = `${upperFirst(subject)}: ${isOpen ? 'not seen yet' : 'seen'}`;
  return { ...asked, isOpen, text, missing: subject };
}

/** Beyond these, positions are counted instead. */
const NAMED_POSITIONS = 3;

function subjectOf(kind: DoubtKind, wells: readonly CheckedWell[]): string {
  const positions = [...new Set(wells.map(({ position }) => position))];
  const named = (one: string, many: string): string =>
    positions.length > NAMED_POSITIONS
      ? `${positions.length} ${many}`
      : `${positions.length === 1 ? one : many} ${positions.join(', ')}`;
  switch (kind) {
    case 'failedControls':
      return named('control', 'controls');
    case 'standards':
      return named('standard', 'standards');
    case 'unresolved':
      return `${wells.length} unresolved`;
    case 'changedByHand':
      return `${wells.length} changed by hand`;
    case 'nearBorder':
      return `${wellsText(wells)} near a border`;
  }
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a decision was made on a typed reason against what the laboratory lets stand in the way. */
export function isAgainstRule(check: Checked, answers: CheckAnswers): boolean {
  return checkDemands(check, answers).some(({ demand, isOpen }) => demand === 'block' && !isOpen);
}

/** Why the button is off, or that it is on. */
export function readinessText(demands: readonly CheckDemand[], decision: CheckedDecision): string {
  const open = demands.filter(({ isOpen }) => isOpen);
  if (open.length > 0) return `Off: ${open.map(({ missing }) => missing).join(', ')}.`;
  return decision === 'submit' ? 'Ready to submit.' : 'Ready. This run can no longer be changed afterwards.';
}
