import type {
  AmplificationFault,
  UsedAmplification,
  ChannelName,
  EvaluatedExpression,
  ExpressionSettings,
  WellAmplification,
} from '@curvewell/domain';

import { CQ } from './cq-settings.ts';
import { type AmplificationReadings, type CqFault, findCq, type FoundCq } from './find-cq.ts';
import { findCqBeside } from './plate-levels.ts';

/** The amplification of a well in one channel. */
export interface AmplificationInput extends AmplificationReadings {
  readonly channel: ChannelName;
  /** The Cq in the file; `none`: the file states that there is none; null: the file states nothing. */
  readonly cq: number | 'none' | null;
  /** The amplification of the channels whose dyes this one also reads; null: the run lacks it for one of them. */
  readonly crossTalk?: readonly (Omit<AmplificationInput, 'channel' | 'crossTalk'> | null)[];
  /** All curves of the channel on the plate; omitted: it is judged alone. */
  readonly beside?: readonly AmplificationReadings[];
}

/** The Cq to show: what the file states, otherwise the Cq of the curve. */
export interface ReadCq {
  /** Cycles; null: there is none, or it is not known. */
  readonly cq: number | null;
  /** Null: not known. */
  readonly source: 'file' | 'curve' | null;
  /** Why the curve is inconclusive, or does not support the file's statement; null: it does, or there is no curve. */
  readonly fault: CqFault | 'sources-differ' | null;
}

/** @param used - the setting of an interpretation, whose method counts; omitted: the latest method */
export function cqRead(
  input: Omit<AmplificationInput, 'channel' | 'crossTalk'>,
  used?: Pick<UsedAmplification[number], 'method'>,
): ReadCq {
  const { cq, beside = [], ...readings } = input;
  const evaluated = () => (used === undefined ? findCqBeside(readings, beside) : foundBy(used.method, input));
  const found = readings.cycle.length === 0 ? null : evaluated();
  if (cq !== null) {
    const stated = cq === 'none' ? null : cq;
    return { cq: stated, source: 'file', fault: found === null ? null : doubtOf(stated, found) };
  }
  if (found === null) return { cq: null, source: null, fault: null };
  if (found.outcome === 'not-known') return { cq: null, source: null, fault: found.fault };
  return { cq: found.outcome === 'amplified' ? found.cq : null, source: 'curve', fault: null };
}

/** Whether the channels that rules use have amplified. */
export const wellAmplification = (
  settings: UsedAmplification,
  inputs: readonly AmplificationInput[],
): WellAmplification[] =>
  settings.map((setting) => ({
    channel: setting.channel,
    ...answerOf(
      setting,
      inputs.find(({ channel }) => channel === setting.channel),
    ),
    latestCycle: setting.latestCycle,
  }));

type Answer = Omit<WellAmplification, 'channel' | 'latestCycle'>;

const notKnown = (fault: AmplificationFault): Answer => ({
  outcome: 'not-known',
  fault,
  cq: null,
  source: null,
});

function answerOf(setting: UsedAmplification[number], input: AmplificationInput | undefined): Answer {
  if (input === undefined) return notKnown('no-data');
  const answer = readingsAnswer(setting, input);
  const isDoubted =
    answer.outcome === 'amplified' && input.crossTalk?.some((other) => mayBeSeen(other, setting)) === true;
  return isDoubted ? notKnown('cross-talk') : answer;
}

/** Whether another channel may be seen in this one: only one that does not amplify is not. */
function mayBeSeen(
  other: NonNullable<AmplificationInput['crossTalk']>[number],
  { method }: UsedAmplification[number],
): boolean {
  if (other === null || typeof other.cq === 'number') return true;
  return other.cycle.length === 0 ? other.cq !== 'none' : foundBy(method, other).outcome !== 'none';
}

function readingsAnswer(
  { latestCycle, method }: UsedAmplification[number],
  input: AmplificationInput,
): Answer {
  const found = input.cycle.length === 0 ? null : foundBy(method, input);
  const known = (cq: number | null, source: 'file' | 'curve'): Answer => ({
    outcome: cq !== null && cq <= latestCycle ? 'amplified' : 'not-amplified',
    fault: null,
    cq,
    source,
  });
  if (input.cq !== null) {
    const stated = { cq: input.cq === 'none' ? null : input.cq, lastCycle: input.cycle.at(-1) ?? 0 };
    const fault = found === null ? null : againstFile(stated, found, latestCycle);
    return fault === null ? known(stated.cq, 'file') : notKnown(fault);
  }
  if (found === null) return notKnown('no-data');
  if (found.outcome === 'not-known') return notKnown(found.fault);
  if (found.outcome === 'amplified') return known(found.cq, 'curve');
  // A product may rise in a cycle that is not in the file.
  return (input.cycle.at(-1) ?? 0) < latestCycle ? notKnown('ends-early') : known(null, 'curve');
}

/** Interpretations keep the method that they were made with. */
const foundBy = (
  method: UsedAmplification[number]['method'],
  { beside = [], ...input }: Omit<AmplificationInput, 'channel' | 'crossTalk'>,
): FoundCq => (method === undefined ? findCq(input, false) : findCqBeside(input, beside, method));

interface Stated {
  /** The Cq in the file; null: it states that there is none. */
  readonly cq: number | null;
  /** Of the curve. */
  readonly lastCycle: number;
}

/**
 * Why the curve does not support what the file states about a limit; null: it does. Methods differ by some cycles, so Cq
 * close to each other may lie on both sides of the limit.
 */
function againstFile(stated: Stated, found: FoundCq, latestCycle: number): AmplificationFault | null {
  const { cq, lastCycle } = stated;
  const isWithin = cq !== null && cq <= latestCycle;
  if (found.outcome === 'not-known') {
    const isLate = found.fault === 'rising-at-end' && lastCycle - CQ.half > latestCycle;
    return isLate && !isWithin ? null : found.fault;
  }
  const other = found.outcome === 'amplified' ? found.cq : null;
  if (isWithin === (other !== null && other <= latestCycle)) return null;
  return isClose(cq, other) ? null : 'sources-differ';
}

/** Why the curve does not support what the file states, whatever the limit; null: it does. */
function doubtOf(cq: number | null, found: FoundCq): ReadCq['fault'] {
  if (found.outcome === 'not-known')
    return cq === null && found.fault === 'rising-at-end' ? null : found.fault;
  const other = found.outcome === 'amplified' ? found.cq : null;
  return (cq === null && other === null) || isClose(cq, other) ? null : 'sources-differ';
}

const isClose = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) <= CQ.methodsDiffer;

/** The channel whose amplification a condition tests; null: it tests something else. */
export function amplificationChannel({
  firstOperand,
}: Pick<ExpressionSettings, 'firstOperand'>): ChannelName | null {
  const named =
    typeof firstOperand === 'object' && 'amplification' in firstOperand ? firstOperand.amplification : null;
  return named === 'amplified' ? null : named;
}

type Evaluated = Pick<EvaluatedExpression, 'firstValue' | 'secondValue' | 'holds'>;

/** Whether a channel has, or has not, amplified. Neither holds while this is not known. */
export function amplificationEvaluate(
  amplification: readonly WellAmplification[] | undefined,
  { operator }: Pick<ExpressionSettings, 'operator'>,
  channel: ChannelName,
): Evaluated {
  const answer = amplification?.find((one) => one.channel === channel);
  if (answer === undefined || answer.outcome === 'not-known')
    return { firstValue: null, secondValue: null, holds: false };
  const holds = (answer.outcome === 'amplified') === (operator === 'IS');
  return { firstValue: answer.cq, secondValue: answer.latestCycle, holds };
}

/** Whether it is not known if the channel of a condition has amplified. */
export function isAmplificationUnknown(
  amplification: readonly WellAmplification[] | undefined,
  expression: Pick<ExpressionSettings, 'firstOperand'>,
): boolean {
  const channel = amplificationChannel(expression);
  if (channel === null) return false;
  return (amplification?.find((one) => one.channel === channel)?.outcome ?? 'not-known') === 'not-known';
}
