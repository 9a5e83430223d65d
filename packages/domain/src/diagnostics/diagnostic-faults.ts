import { builtInDiagnostic, builtInDiagnosticSchema, DIAGNOSTIC_CATALOGUE } from './diagnostic-catalogue.ts';
import { diagnosticLetters, type DiagnosticColor, sentCode } from './diagnostic-color.ts';
import { NO_CALL, NO_CALL_LABEL } from '../call/well-diagnostic.ts';

/** A diagnostic of a kit, as it is to be stored. */
export interface KitDiagnostic extends Pick<DiagnosticColor, 'letters' | 'lisCode' | 'meaning'> {
  readonly name: string;
  readonly label: string;
}

/** Why a diagnostic does not fit beside the others of its kit. */
export type DiagnosticFaultKind =
  | 'name-of-catalogue'
  | 'name-twice'
  | 'letters-missing'
  | 'letters-twice'
  | 'letters-of-control'
  | 'meaning-missing'
  | 'meaning-fixed'
  | 'code-twice'
  | 'code-of-catalogue'
  | 'words-twice'
  | 'words-of-catalogue';

export interface DiagnosticFault {
  /** Place among the diagnostics. */
  readonly index: number;
  readonly field: 'name' | 'letters' | 'lisCode' | 'meaning';
  readonly kind: DiagnosticFaultKind;
  /** The label of the other diagnostic, where there is one. */
  readonly other: string | null;
}

/**
 * Contradictions among the diagnostics of a kit. Names, letters and codes are unique ignoring case. A code for
 * the LIS is neither what another diagnostic of the kit sends nor another name of the catalogue. Nor are the words
 * of an own diagnostic that are sent for want of a code. Built-in ones with words of the kit are from before own
 * ones, so their words are not compared.
 */
export function diagnosticFaults(diagnostics: readonly KitDiagnostic[]): DiagnosticFault[] {
  return diagnostics.flatMap((one, index) => {
    const before = diagnostics.slice(0, index);
    const others = [...before, ...diagnostics.slice(index + 1)];
    const fault = (
      field: DiagnosticFault['field'],
      kind: DiagnosticFaultKind,
      other: KitDiagnostic | null = null,
    ): DiagnosticFault => ({ index, field, kind, other: other?.label ?? null });
    return [
      ...nameFaults(one, before, fault),
      ...lettersFaults(one, before, fault),
      ...codeFaults(one, others, fault),
    ];
  });
}

type Fault = (
  field: DiagnosticFault['field'],
  kind: DiagnosticFaultKind,
  other?: KitDiagnostic | null,
) => DiagnosticFault;

const isSame = (first: string, second: string): boolean => first.toLowerCase() === second.toLowerCase();
const sentBy = ({ name, label: diagnosticLabel, lisCode }: KitDiagnostic): string =>
  sentCode({ diagnostic: { name, label: '' }, diagnosticLabel, lisCode });

/** Texts that have a meaning wherever a diagnostic is named. */
const TAKEN_NAMES = [
  NO_CALL,
  NO_CALL_LABEL,
  ...builtInDiagnosticSchema.options.flatMap((name) => [name, DIAGNOSTIC_CATALOGUE[name].label]),
];

function nameFaults(one: KitDiagnostic, before: readonly KitDiagnostic[], fault: Fault): DiagnosticFault[] {
  const { name, meaning } = one;
  const same = before.find((other) => isSame(other.name, name));
  const isBuiltIn = builtInDiagnostic(name) !== undefined;
  return [
    ...(same ? [fault('name', 'name-twice', same)] : []),
    ...(!isBuiltIn && TAKEN_NAMES.some((taken) => isSame(taken, name))
      ? [fault('name', 'name-of-catalogue')]
      : []),
    ...(!isBuiltIn && meaning === undefined ? [fault('meaning', 'meaning-missing')] : []),
    ...(isBuiltIn && meaning !== undefined ? [fault('meaning', 'meaning-fixed')] : []),
  ];
}

/** Letters of the results of controls, which stand on the same plate. */
const LETTERS_OF_CONTROLS = [DIAGNOSTIC_CATALOGUE.TEST_OK.letters, DIAGNOSTIC_CATALOGUE.TEST_KO.letters];

const lettersOf = ({ name, letters }: KitDiagnostic): string =>
  diagnosticLetters({ diagnostic: { name, label: '' }, letters });

function lettersFaults(
  one: KitDiagnostic,
  before: readonly KitDiagnostic[],
  fault: Fault,
): DiagnosticFault[] {
  const { name, letters } = one;
  if (letters === undefined && builtInDiagnostic(name) === undefined)
    return [fault('letters', 'letters-missing')];
  if (LETTERS_OF_CONTROLS.some((taken) => letters !== undefined && isSame(taken, letters)))
    return [fault('letters', 'letters-of-control')];
  const same = before.find((other) => isSame(lettersOf(other), lettersOf(one)));
  return same ? [fault('letters', 'letters-twice', same)] : [];
}

function codeFaults(one: KitDiagnostic, others: readonly KitDiagnostic[], fault: Fault): DiagnosticFault[] {
  const { name, lisCode } = one;
  if (lisCode === undefined) return wordsFaults(one, others, fault);
  const same = others.find((other) => isSame(sentBy(other), lisCode));
  if (same) return [fault('lisCode', 'code-twice', same)];
  const borrowed = TAKEN_CODES.find((taken) => isSame(taken, lisCode));
  return borrowed === undefined || borrowed === name ? [] : [fault('lisCode', 'code-of-catalogue')];
}

const TAKEN_CODES: readonly string[] = [NO_CALL, ...builtInDiagnosticSchema.options];

/** Of an own diagnostic without a code, which is sent with its words. */
function wordsFaults(one: KitDiagnostic, others: readonly KitDiagnostic[], fault: Fault): DiagnosticFault[] {
  if (builtInDiagnostic(one.name) !== undefined) return [];
  const words = sentBy(one);
  if (TAKEN_NAMES.some((taken) => isSame(taken, words))) return [fault('lisCode', 'words-of-catalogue')];
  const same = others.find((other) => other.lisCode === undefined && isSame(sentBy(other), words));
  return same ? [fault('lisCode', 'words-twice', same)] : [];
}

const FAULT_TEXT: Readonly<Record<DiagnosticFaultKind, (other: string) => string>> = {
  'name-of-catalogue': () => 'This name is one of the built-in names.',
  'name-twice': (other) => `This name is that of “${other}”.`,
  'letters-missing': () => 'A diagnostic of your own needs letters on the well.',
  'letters-twice': (other) => `These letters are those of “${other}”.`,
  'letters-of-control': () => 'OK and KO are the results of controls.',
  'meaning-missing': () => 'A diagnostic of your own needs a meaning for the sample.',
  'meaning-fixed': () => 'The meaning of a built-in diagnostic is fixed.',
  'code-twice': (other) => `“${other}” is sent with this code.`,
  'code-of-catalogue': () => 'This code is the name of another built-in result.',
  'words-twice': (other) =>
    `“${other}” is sent with the same words: give this diagnostic a code for the LIS.`,
  'words-of-catalogue': () =>
    'These words are those of a built-in result: give this diagnostic a code for the LIS, or other words.',
};

export const diagnosticFaultText = ({ kind, other }: Pick<DiagnosticFault, 'kind' | 'other'>): string =>
  FAULT_TEXT[kind](other ?? '');
