import type { DiagnosticColor } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import {
  colorLook,
  diagnosticLook,
  type DiagnosticLook,
  type Scheme,
} from '../../shared/colour/diagnostic-palette.ts';

/** Look and text of a diagnostic by name; null for none. */
export type CallLook = (diagnostic: string | null, scheme?: Scheme) => DiagnosticLook;

/** Uses the labels and colours of a kit. */
export const callLook =
  (diagnostics: readonly DiagnosticColor[]): CallLook =>
  (diagnostic, scheme = 'light') => {
    if (diagnostic === null) return { ...diagnosticLook(null, scheme), name: text.whatIf.list.noDiagnostic };
    const own = diagnostics.find((one) => one.diagnostic.name === diagnostic);
    return own === undefined ? diagnosticLook({ diagnostic }, scheme) : colorLook(own, scheme);
  };
