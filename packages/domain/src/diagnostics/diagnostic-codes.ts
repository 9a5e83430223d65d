import { z } from 'zod';

/** A code for the LIS: printable ASCII without spaces and without the separators of HL7 v2. */
export const lisCodeSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._:/+*#-]{0,39}$/,
    'a code for the LIS has 1 to 40 letters, digits and . _ : / + * # -, and begins with a letter or digit',
  );

/** The table of the dihedral group of order 10, and the permutation of Verhoeff's check digit. */
const TIMES = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
] as const;
const PERMUTED = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
] as const;

/** Whether the last digit is Verhoeff's check digit of the others (Verhoeff 1969). */
function hasCheckDigit(digits: string): boolean {
  let check = 0;
  for (const [place, digit] of Array.from(digits).toReversed().entries()) {
    const permuted = PERMUTED[place % PERMUTED.length]?.[Number(digit)];
    check = Number(TIMES[check]?.[Number(permuted)]);
  }
  return check === 0;
}

/** A SNOMED CT concept id: 6 to 18 digits, partition 00 or 10, with a check digit (SNOMED CT Release File Specification). */
export const snomedCtSchema = z
  .string()
  .regex(/^[1-9]\d{2,14}[01]0\d$/, 'a SNOMED CT concept id has 6 to 18 digits')
  .refine(hasCheckDigit, 'the check digit of the SNOMED CT concept id is wrong');

/** Whether the last digit is the mod 10 check digit of the others (ISO/IEC 7812-1, annex B). */
function hasMod10Digit(code: string): boolean {
  const digits = Array.from(code.replace('-', ''), Number).toReversed();
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? digit : 2 * digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

/** A LOINC code of a test: up to 7 digits, a hyphen and a mod 10 check digit (LOINC Users' Guide). */
export const loincSchema = z
  .string()
  .regex(/^[1-9]\d{0,6}-\d$/, 'a LOINC code has up to 7 digits, a hyphen and a check digit')
  .refine(hasMod10Digit, 'the check digit of the LOINC code is wrong');
