import {
  brokenRuleTexts,
  FLAG_CONSEQUENCES,
  movedOf,
  nearness,
  noCallReasons,
  shownDiagnostic,
  stoppingFlags,
  type CallFlagCode,
  type InterpretedWellDiagnostic,
  type Run,
  type Well,
} from '@curvewell/domain';

import type { DrawnWell } from '../interpretation/chart/chart-wells.ts';
import { momentText } from './report-facts.ts';

/** HL7's data-absent-reason; the first match is used. */
const ABSENT = ['not-performed', 'error', 'unknown'] as const;

export interface NoCall {
  readonly text: string;
  /** Codes for programs, such as `ZONE_NOT_READ`; never empty. */
  readonly codes: readonly string[];
  readonly absent: (typeof ABSENT)[number];
}

/** Why a well has no call; null: it has one. */
export function noCallOf(called: DrawnWell, timeZone: string): NoCall | null {
  const shown = shownDiagnostic(called);
  if ((shown?.diagnosticColor ?? null) !== null) return null;
  if (shown?.stateDiagnostic === 'UPDATED')
    return { text: overrideText(shown, timeZone), codes: ['SET_BY_HAND'], absent: 'unknown' };
  const codes = stoppingFlags(called.explanation).map(({ code }) => code);
  const reasons = codes.map((code) => FLAG_CONSEQUENCES[code].absent);
  return {
    text: noCallReasons(called.explanation).join(' '),
    codes: codes.length === 0 ? ['NO_DIAGNOSTIC'] : codeWords(codes),
    absent: ABSENT.find((absent) => reasons.includes(absent)) ?? 'unknown',
  };
}

const overrideText = ({ byName, at, comment }: InterpretedWellDiagnostic, timeZone: string): string =>
  `Set by ${byName}, ${momentText(at, timeZone)}${comment === null ? '' : `: “${comment}”`}.`;

/** Codes for programs. There is at least one code wherever `wellFlagTexts` has a sentence. */
export function flagCodesOf(
  run: Run,
  { well, called }: { readonly well: Well; readonly called: DrawnWell },
): readonly string[] {
  const codes = called.explanation.flags.map(({ code }) => code);
  const isFlaggedNear = codes.some((code) => FLAG_CONSEQUENCES[code].section === 'nearBorder');
  return [
    ...codeWords(codes),
    ...(!isFlaggedNear && nearness(called, run.rules) !== null ? ['NEAR_BORDER'] : []),
    ...(called.explanation.tmShift === undefined ? [] : [shiftCode(called)]),
    ...(brokenRuleTexts(run, well).length > 0 ? ['CONTROL_OUT_OF_RANGE'] : []),
  ];
}

const shiftCode = ({ explanation }: DrawnWell): string =>
  movedOf(explanation) === 0 ? 'ZONES_NOT_MOVED' : 'ZONES_MOVED';

/** Distinct codes in upper case: `ZONE_NOT_READ`. */
const codeWords = (codes: readonly CallFlagCode[]): string[] =>
  [...new Set(codes)].map((code) => code.replaceAll('-', '_').toUpperCase());
