import { builtInDiagnostic } from '../diagnostics/diagnostic-catalogue.ts';
import {
  doubtKindSchema,
  isFactKind,
  type CheckedDecision,
  type Demand,
  type DoubtKind,
  type FactKind,
  type LaboratoryRules,
  type WellKind,
} from '../laboratory/laboratory-rules.ts';
import {
  answeredOf,
  curveWells,
  NO_ANSWERS,
  type Answered,
  type CheckAnswers,
  type CheckedStandard,
  type CheckedWell,
  type RunCheck,
  type RunDoubts,
  type RunFact,
} from './run-check.ts';
import { wellsText } from './sample-count.ts';
import { upperFirst } from '../text/text.ts';

/** The subject of one required answer: a kind of doubt, or one well of it. */
export interface DemandItem {
  readonly answered: Answered;
  readonly isOpen: boolean;
  /** “control N24” */
  readonly subject: string;
  readonly wells: readonly CheckedWell[];
}

/** The laboratory's requirement for the doubts of one kind. */
export interface CheckDemand {
  readonly kind: DoubtKind;
  readonly demand: Exclude<Demand, 'note'>;
  readonly items: readonly DemandItem[];
  /** Whether any part is unanswered. */
  readonly isOpen: boolean;
  /** The unanswered parts, or else all: “control N24”, “19 wells with borderline results”. */
  readonly subject: string;
  /** The text in the list of demands: “Control N24: a reason”. */
  readonly text: string;
  /** The missing answer: “a reason for control N24”. */
  readonly missing: string;
}

type Checked = Pick<RunCheck, 'doubts' | 'demands' | 'seenWellIds'>;

/** Whether a standard has the expected call, not only by an override, and is within its control limits. */
export const isGoodStandard = ({ isAsExpected, isExpectedByHand, outOfRange }: CheckedStandard): boolean =>
  isAsExpected && isExpectedByHand !== true && outOfRange === null;

export function doubtfulWells(doubts: RunDoubts, kind: WellKind): readonly CheckedWell[] {
  switch (kind) {
    case 'standards':
      return doubts.standards.filter((one) => !isGoodStandard(one));
    case 'curves':
      return curveWells(doubts);
    case 'failedControls':
    case 'unresolved':
    case 'nearBorder':
    case 'changedByHand':
      return doubts[kind];
  }
}

export const factsOf = ({ facts }: RunDoubts, kind: FactKind): readonly RunFact[] =>
  facts.filter((fact) => fact.kind === kind);

export const isDoubtful = (doubts: RunDoubts, kind: DoubtKind): boolean =>
  isFactKind(kind) ? factsOf(doubts, kind).length > 0 : doubtfulWells(doubts, kind).length > 0;

/** The number of sample results of a run; a sample read in two channels has two. */
export function sampleResults({ counts, wellsByChannel, standards }: RunDoubts): number {
  const sum = (byChannel: RunDoubts['wellsByChannel']): number =>
    Object.values(byChannel).reduce((total, count) => total + count, 0);
  const ofControls = counts
    .filter(({ diagnostic }) => builtInDiagnostic(diagnostic?.diagnostic.name ?? '')?.startsWith('TEST_'))
    .reduce((total, { byChannel }) => total + sum(byChannel), 0);
  return sum(wellsByChannel) - ofControls - standards.length;
}

/** Whether a run has sample results and none of them has a call. */
export const hasNoCalls = (doubts: RunDoubts): boolean =>
  doubts.unresolved.length > 0 && doubts.unresolved.length >= sampleResults(doubts);

/** Whether more samples are without a call than with one, which matters more than the controls. */
export const isMostlyUncalled = (doubts: RunDoubts): boolean =>
  doubts.unresolved.length * 2 > sampleResults(doubts);

/**
 * The requirement for each kind of doubt: the laboratory's rule, or more for a whole plate. A plate without
 * any control requires a reason where a single missing control needs confirmation; approving a plate without
 * any call is blocked.
 */
export function effectiveDemands(
  rules: LaboratoryRules,
  decision: CheckedDecision,
  doubts: RunDoubts,
): Record<DoubtKind, Demand> {
  const demands = { ...rules[decision] };
  if (demands.missingControls === 'confirm' && doubts.wells.controls === 0)
    demands.missingControls = 'reason';
  if (decision === 'approve' && hasNoCalls(doubts)) demands.unresolved = 'block';
  return demands;
}

/** Borderline wells whose current result the user has not seen. */
export function notSeen({ doubts, seenWellIds }: Pick<Checked, 'doubts' | 'seenWellIds'>): CheckedWell[] {
  const seen = new Set(seenWellIds);
  return doubts.nearBorder.filter(({ wellId }) => !seen.has(wellId));
}

/** All demands, in the order of the check; kinds without doubts have none. */
export function checkDemands(check: Checked, answers: CheckAnswers): CheckDemand[] {
  return kindsInOrder(check.doubts).flatMap((kind) => {
    const demand = check.demands[kind] ?? 'note';
    if (demand === 'note' || !isDoubtful(check.doubts, kind)) return [];
    return [checkDemand(check, { kind, demand, answers })];
  });
}

function kindsInOrder(doubts: RunDoubts): readonly DoubtKind[] {
  const { options } = doubtKindSchema;
  if (!isMostlyUncalled(doubts)) return options;
  return ['unresolved', ...options.filter((kind) => kind !== 'unresolved')];
}

interface Asked {
  readonly kind: DoubtKind;
  readonly demand: CheckDemand['demand'];
  readonly answers: CheckAnswers;
}

function checkDemand(check: Checked, asked: Asked): CheckDemand {
  const { kind, demand } = asked;
  const items = demandItems(check, asked);
  const open = items.filter(({ isOpen }) => isOpen);
  const isOpen = open.length > 0;
  const subject = isFactKind(kind)
    ? factSubject(factsOf(check.doubts, kind))
    : subjectOf(
        kind,
        (isOpen ? open : items).flatMap(({ wells }) => wells),
      );
  const words = STATE_WORDS[demand];
  return {
    kind,
    demand,
    items,
    isOpen,
    subject,
    text: `${upperFirst(subject)}: ${isOpen ? words.open : words.answered}`,
    missing: demand === 'confirm' ? `confirmation of ${subject}` : `a reason for ${subject}`,
  };
}

const STATE_WORDS = {
  confirm: { open: 'not seen yet', answered: 'seen' },
  reason: { open: 'a reason', answered: 'reason given' },
  block: { open: 'blocked', answered: 'reason given' },
} as const;

function demandItems(check: Checked, { kind, demand, answers }: Asked): DemandItem[] {
  if (isFactKind(kind)) {
    const subject = factSubject(factsOf(check.doubts, kind));
    return [{ answered: kind, isOpen: !isAnswered(kind, { demand, answers }), subject, wells: [] }];
  }
  const wells = doubtfulWells(check.doubts, kind);
  if (kind === 'nearBorder' && demand === 'confirm') {
    const unseen = notSeen(check);
    const of = unseen.length > 0 ? unseen : wells;
    return [{ answered: kind, isOpen: unseen.length > 0, subject: subjectOf(kind, of), wells: of }];
  }
  const groups = new Map<Answered, CheckedWell[]>();
  for (const well of wells) {
    const answered = answeredOf(kind, well);
    groups.set(answered, [...(groups.get(answered) ?? []), well]);
  }
  return [...groups].map(([answered, of]) => ({
    answered,
    isOpen: !isAnswered(answered, { demand, answers }),
    subject: subjectOf(kind, of),
    wells: of,
  }));
}

function isAnswered(answered: Answered, { demand, answers }: Pick<Asked, 'demand' | 'answers'>): boolean {
  switch (demand) {
    case 'confirm':
      return answers.confirmed.includes(answered);
    case 'reason':
      return answers.reasons[answered] !== undefined;
    case 'block':
      return answers.overruled[answered] !== undefined;
  }
}

/** The reason given for an item, whether it was required or overrules a block. */
export const reasonOf = ({ reasons, overruled }: CheckAnswers, answered: Answered): string | undefined =>
  overruled[answered] ?? reasons[answered];

/** The answers as lines: “Control N24: “Splash from next well””, “Standard C24: seen”. */
export function answerTexts(check: Checked, answers: CheckAnswers): string[] {
  return checkDemands(check, answers).flatMap(({ demand, text, items }) =>
    demand === 'confirm'
      ? [text]
      : items.map(
          ({ answered, subject }) => `${upperFirst(subject)}: “${reasonOf(answers, answered) ?? ''}”`,
        ),
  );
}

/** Whether a reason is one of the predefined ones, which do not suffice against a block. */
export function isCommonReason({ commonReasons }: LaboratoryRules, reason: string): boolean {
  const given = reason.trim().toLowerCase();
  return commonReasons.control.some((common) => common.toLowerCase() === given);
}

/** With more positions, only their number is given. */
const NAMED_POSITIONS = 3;

/** “no negative control, no positive control” */
const factSubject = (facts: readonly RunFact[]): string => {
  const shorts = [...new Set(facts.map(({ short }) => short))];
  const named = shorts.slice(0, NAMED_POSITIONS).join(', ');
  return shorts.length > NAMED_POSITIONS ? `${named} and ${shorts.length - NAMED_POSITIONS} more` : named;
};

function subjectOf(kind: WellKind, wells: readonly CheckedWell[]): string {
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
      return `${wells.length} without a ${wells.some((well) => 'isOfSample' in well) ? 'result' : 'call'}`;
    case 'curves':
      return `${wellsText(wells)} with doubtful curves`;
    case 'changedByHand':
      return positions.length > NAMED_POSITIONS
        ? `${wells.length} overrides`
        : `${positions.length === 1 ? 'override' : 'overrides'} in ${positions.join(', ')}`;
    case 'nearBorder':
      return `${wellsText(wells)} with borderline results`;
  }
}

/** Complete answers, with one reason wherever one is required. */
export function allConfirmed(check: Checked, reason = 'Known to the laboratory'): CheckAnswers {
  const demands = checkDemands(check, NO_ANSWERS);
  const answered = (wanted: CheckDemand['demand']) =>
    demands
      .filter(({ demand }) => demand === wanted)
      .flatMap(({ items }) => items.map((item) => item.answered));
  const withReason = (items: readonly Answered[]) => Object.fromEntries(items.map((item) => [item, reason]));
  return {
    confirmed: answered('confirm'),
    reasons: withReason(answered('reason')),
    overruled: withReason(answered('block')),
  };
}

/** Whether a decision overrules a blocking rule by a typed reason. */
export function isAgainstRule(check: Checked, answers: CheckAnswers): boolean {
  return checkDemands(check, answers).some(
    ({ demand, items }) => demand === 'block' && items.some(({ isOpen }) => !isOpen),
  );
}

/** Why the button is disabled, or that it is enabled. */
export function readinessText(demands: readonly CheckDemand[], decision: CheckedDecision): string {
  const [first, ...others] = demands.filter(({ isOpen }) => isOpen);
  if (first !== undefined)
    return others.length === 0
      ? `Missing: ${first.missing}.`
      : `Missing: ${others.length + 1} items, first ${first.missing}.`;
  return decision === 'submit' ? 'Ready to submit.' : 'Ready. After this, the run can no longer be changed.';
}
