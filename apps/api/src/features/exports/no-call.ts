import {
  amplificationChannels,
  amplificationTexts,
  brokenRuleTexts,
  FLAG_CONSEQUENCES,
  movedOf,
  nearness,
  noCallReasons,
  shapeGroupText,
  shownDiagnostic,
  stoppingFlags,
  usesShape,
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
  // Without a flag that prevented it, no rule held: shape or amplification may be why.
  const operands = codes.length > 0 ? [] : operandReasons(called.explanation);
  return {
    text: [...noCallReasons(called.explanation), ...operands.map(({ text }) => text)].join(' '),
    codes:
      codes.length === 0 ? ['NO_DIAGNOSTIC', ...new Set(operands.map(({ code }) => code))] : codeWords(codes),
    absent: ABSENT.find((absent) => reasons.includes(absent)) ?? 'unknown',
  };
}

const SHAPE_CODE = {
  between: 'SHAPE_BETWEEN',
  'unlike-any': 'SHAPE_UNLIKE_ANY',
  'not-known': 'SHAPE_NOT_KNOWN',
} as const;
const AMPLIFICATION_CODE = {
  'not-amplified': 'NOT_AMPLIFIED',
  'not-known': 'AMPLIFICATION_NOT_KNOWN',
} as const;

interface OperandReason {
  readonly text: string;
  readonly code: string;
}

/** The shape or the amplification that the tried rules require and the well lacks. */
function operandReasons({
  shape,
  amplification = [],
  triedRules,
}: DrawnWell['explanation']): OperandReason[] {
  const asked = amplificationChannels(triedRules);
  return [
    ...(shape === undefined || shape.outcome === 'like' || !triedRules.some(usesShape)
      ? []
      : [{ text: `Shape of the curve: ${shapeGroupText(shape)}.`, code: SHAPE_CODE[shape.outcome] }]),
    ...amplification.flatMap(({ outcome, ...one }) =>
      outcome === 'amplified' || !asked.includes(one.channel)
        ? []
        : [
            {
              text: amplificationTexts({ amplification: [{ outcome, ...one }] }).join(' '),
              code: AMPLIFICATION_CODE[outcome],
            },
          ],
    ),
  ];
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
