import type { DiagnosticColor } from '@curvewell/domain';

import { colorLook, type DiagnosticLook, type Scheme } from '../../shared/colour/diagnostic-palette.ts';

/** Cache: a plate has few looks and hundreds of wells. */
const looks = new Map<string, DiagnosticLook>();

/** Code, text and colours of a result in its kit. */
export function lookOf(color: DiagnosticColor | null | undefined, scheme: Scheme): DiagnosticLook {
  if (!color) return colorLook(null, scheme);
  const { diagnostic, diagnosticLabel: label, color: fill, letters = '' } = color;
  const key = [scheme, diagnostic.name, label, fill, letters].join('\n');
  const look = looks.get(key) ?? colorLook(color, scheme);
  looks.set(key, look);
  return look;
}
