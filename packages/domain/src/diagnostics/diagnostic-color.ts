import { z } from 'zod';

import {
  builtInDiagnostic,
  type BuiltInDiagnostic,
  DIAGNOSTIC_CATALOGUE,
  diagnosticMeaningSchema,
  type DiagnosticMeaning,
} from './diagnostic-catalogue.ts';
import { lisCodeSchema, loincSchema, snomedCtSchema } from './diagnostic-codes.ts';
import { idSchema } from '../text/fields.ts';
import { hasInvisible, INVISIBLE_REFUSED } from '../text/text.ts';

/**
 * The name of a diagnostic, which identifies it in its kit, in documents and in records: of the catalogue, or a
 * kit's own, 1 to 80 characters on one line without surrounding spaces.
 */
export const diagnosticNameSchema = z
  .string()
  .max(80)
  .regex(/^(?! )[^\p{Cc}\p{Cs}]+(?<! )$/u, 'a name of 1 to 80 characters without surrounding spaces');
/** The name of a new diagnostic. */
export const newDiagnosticNameSchema = diagnosticNameSchema.refine(
  (name) => !hasInvisible(name),
  INVISIBLE_REFUSED,
);
export type DiagnosticName = z.infer<typeof diagnosticNameSchema>;

const storedLettersSchema = z
  .string()
  .regex(/^[\p{L}\p{N}]{1,3}$/u, 'letters on the well are 1 to 3 letters or digits');
/** The letters on a well: 1 to 3 letters and digits. Some letters of Unicode are blank. */
export const diagnosticLettersSchema = storedLettersSchema.refine(
  (letters) => !hasInvisible(letters),
  INVISIBLE_REFUSED,
);

export const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour must be #rrggbb in lower case');

/**
 * A diagnostic in a kit. The last five are omitted where they are not set, so that results from before they
 * existed keep their hashes.
 */
export const diagnosticColorSchema = z.object({
  id: idSchema,
  diagnostic: z.object({ name: diagnosticNameSchema, label: z.string() }),
  /** The words of the kit. */
  diagnosticLabel: z.string(),
  color: colorSchema,
  /** The letters on the well; omitted: those of the catalogue. */
  letters: storedLettersSchema.optional(),
  /** The code for the LIS; omitted: see `sentCode`. */
  lisCode: lisCodeSchema.optional(),
  /** The SNOMED CT concept; omitted: none. */
  snomedCt: snomedCtSchema.optional(),
  /** The LOINC code of the test that has this result; omitted: none. */
  loinc: loincSchema.optional(),
  /** Of a kit's own diagnostic; omitted: that of the catalogue. */
  meaning: diagnosticMeaningSchema.optional(),
});
export type DiagnosticColor = z.infer<typeof diagnosticColorSchema>;

type Named = Pick<DiagnosticColor, 'diagnostic'>;
type Meant = Named & Pick<DiagnosticColor, 'meaning'>;

/** The label of a name: that of the catalogue, or a kit's own name itself. */
export function diagnosticText(name: string): string {
  const known = builtInDiagnostic(name);
  return known === undefined ? name : DIAGNOSTIC_CATALOGUE[known].label;
}

/** The short form of a name where its kit is not known: letters of the catalogue, or a kit's own name itself. */
export function diagnosticSign(name: string): string {
  const known = builtInDiagnostic(name);
  return known === undefined ? name : DIAGNOSTIC_CATALOGUE[known].letters;
}

/** The letters on the well. */
export const diagnosticLetters = ({
  diagnostic,
  letters,
}: Named & Pick<DiagnosticColor, 'letters'>): string =>
  letters ?? Array.from(diagnosticSign(diagnostic.name)).slice(0, 2).join('');

/** What a diagnostic means for the well. */
export function meaningOf({ diagnostic, meaning }: Meant): DiagnosticMeaning {
  const known = builtInDiagnostic(diagnostic.name);
  return known === undefined ? (meaning ?? 'invalid') : DIAGNOSTIC_CATALOGUE[known].meaning;
}

/**
 * Names that may be the result of a peak outside all zones, as far as the name says; see `canBeOutside`.
 */
export const outsideDiagnosticNameSchema = diagnosticNameSchema.refine(
  (name) => builtInDiagnostic(name) === undefined || canBeOutside({ diagnostic: { name, label: name } }),
  'a peak in no zone cannot be called negative or a result of controls',
);

/**
 * Whether a diagnostic may be the result of a peak outside all zones when no zone has a peak. Such a well holds
 * a product, so it is not negative.
 */
export function canBeOutside(color: Meant): boolean {
  const meaning = meaningOf(color);
  return meaning === 'positive' || meaning === 'invalid';
}

/** The diagnostic of a rule, with its meaning if it is a kit's own. */
export const ruleDiagnostic = (
  color: Meant | null | undefined,
): { readonly diagnostic: string | null; readonly meaning?: DiagnosticMeaning } =>
  color
    ? {
        diagnostic: color.diagnostic.name,
        ...(builtInDiagnostic(color.diagnostic.name) === undefined && { meaning: meaningOf(color) }),
      }
    : { diagnostic: null };

/**
 * The name of the catalogue that stands for a result outside the laboratory. Undefined for a kit's own
 * diagnostic, and where a kit gave a name other words, ignoring case: those may mean something else.
 */
export function sentBuiltIn({
  diagnostic,
  diagnosticLabel,
}: Pick<DiagnosticColor, 'diagnostic' | 'diagnosticLabel'>): BuiltInDiagnostic | undefined {
  const known = builtInDiagnostic(diagnostic.name);
  if (known === undefined) return undefined;
  const { label } = DIAGNOSTIC_CATALOGUE[known];
  return label.toLowerCase() === diagnosticLabel.trim().toLowerCase() ? known : undefined;
}

/**
 * What is sent as the code of a result: the kit's code for the LIS; else the name of the catalogue, if its words
 * are used; else the kit's words.
 */
export const sentCode = (
  color: Pick<DiagnosticColor, 'diagnostic' | 'diagnosticLabel' | 'lisCode'>,
): string => color.lisCode ?? sentBuiltIn(color) ?? color.diagnosticLabel;
