import type { DiagnosticColor } from '@curvewell/domain';

import { diagnosticLook, type DiagnosticLook, type Scheme } from '../../shared/colour/diagnostic-palette.ts';

/** Cache: a plate has few looks and hundreds of wells. */
const looks = new Map<string, DiagnosticLook>();

/** Code, text and colours of a result in its kit. */
export function lookOf(color: DiagnosticColor | null | undefined, scheme: Scheme): DiagnosticLook {
  if (!color) return diagnosticLook(null, scheme);
  const { diagnostic, diagnosticLabel: label, color: fill } = color;
  const key = [scheme, diagnostic.name, label, fill].join('\n');
  const look = looks.get(key) ?? diagnosticLook({ diagnostic: diagnostic.name, label, color: fill }, scheme);
  looks.set(key, look);
  return look;
}
