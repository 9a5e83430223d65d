import type { DiagnosticColor } from '@curvewell/contracts';

import { diagnosticLook, type DiagnosticLook, type Scheme } from '../../shared/diagnostic-palette.ts';

/** Code, words and colours of a result as the kit names and paints it. */
export function lookOf(color: DiagnosticColor | null | undefined, scheme: Scheme): DiagnosticLook {
  if (!color) return diagnosticLook(null, scheme);
  return diagnosticLook(
    { diagnostic: color.diagnostic.name, label: color.diagnosticLabel, color: color.color },
    scheme,
  );
}
