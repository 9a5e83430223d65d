import {
  callSentence,
  compensationTexts,
  flagText,
  hitText,
  isRuleOpen,
  isStopped,
  evaluatedText,
  type Peak,
  type EvaluatedRule,
} from '@curvewell/domain';

import type { AnalysedWell } from './analyse-run.ts';
import { NOT_REVIEWED } from './output.ts';

const number = (value: number | null): string =>
  value === null ? '–' : String(Number(value.toPrecision(4)));

function peakSentence(peak: Peak): string {
  const { tm, tmError, height, width, significance, quality, zone, accepted, reason, measured, limit } = peak;
  const error = tmError === null ? '' : ` ± ${tmError.toFixed(3)}`;
  const figures = `height ${number(height)} RFU/°C, width ${width.toFixed(2)} °C, ${number(significance)} standard errors, quality ${quality.toFixed(2)}`;
  const place = zone === null ? 'in no zone' : `in zone ${zone}`;
  const verdict = accepted
    ? `counts, ${place}`
    : `does not count: ${reason ?? ''} (${number(measured)}, limit ${number(limit)})`;
  return `    ${tm.toFixed(2)}${error} °C  ${verdict}\n      ${figures}`;
}

function ruleSentence(evaluated: EvaluatedRule, explanation: AnalysedWell['explanation']): string {
  const { rule, diagnostic, expressions, holds } = evaluated;
  const conditions = expressions.map((expression) => evaluatedText(expression, explanation));
  const condition = conditions.length === 0 ? 'no condition' : conditions.join(' and ');
  const failed = isRuleOpen(evaluated, explanation) ? 'not known' : 'not met';
  return `    row ${rule + 1}: ${condition} → ${holds ? (diagnostic ?? 'no diagnostic') : failed}`;
}

export function explainOutput({ position, channel, explanation }: AnalysedWell): string {
  const { phases, triedRules, diagnostic, score, flags, algorithmVersion } = explanation;
  const stopped = isStopped(explanation);
  return [
    `${position}, ${channel} (algorithm ${algorithmVersion}; ${NOT_REVIEWED})`,
    ...compensationTexts(explanation).map((text) => `  ${text}`),
    ...phases.flatMap(({ type, readings, noise, peaks }) => [
      `  ${type}: ${readings} readings, noise ${number(noise)} RFU`,
      ...(peaks.length === 0 ? ['    no candidate peak'] : peaks.map(peakSentence)),
    ]),
    `  combination ${hitText(explanation)}`,
    ...(stopped
      ? [`    ${callSentence(explanation)}`]
      : triedRules.map((rule) => ruleSentence(rule, explanation))),
    `  diagnostic ${diagnostic ?? (stopped ? 'no call' : 'not configured')}, score ${score.toFixed(2)}`,
    ...(flags.length === 0 ? [] : ['  flags', ...flags.map((flag) => `    ${flagText(flag)}`)]),
    '',
  ].join('\n');
}
