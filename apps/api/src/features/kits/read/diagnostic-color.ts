import { diagnosticColorSchema, diagnosticText, type DiagnosticColor } from '@curvewell/domain';

import type { DiagnosticColor as DiagnosticColorRow } from '../../../generated/prisma/client.ts';

/** The columns of a diagnostic that are omitted where they are not set. */
type Optional = 'letters' | 'lisCode' | 'snomedCt' | 'loinc' | 'meaning';
type Named = Pick<DiagnosticColorRow, 'id' | 'diagnosticName' | 'label' | 'color' | Optional>;

export const diagnosticColorOf = ({
  id,
  diagnosticName: name,
  label,
  color,
  ...row
}: Named): DiagnosticColor =>
  diagnosticColorSchema.parse({
    id,
    diagnostic: { name, label: diagnosticText(name) },
    diagnosticLabel: label,
    color: color.trim(),
    ...ownParts(row),
  });

export function ownParts({ letters, lisCode, snomedCt, loinc, meaning }: Pick<DiagnosticColorRow, Optional>) {
  return {
    ...(letters !== null && { letters }),
    ...(lisCode !== null && { lisCode }),
    ...(snomedCt !== null && { snomedCt }),
    ...(loinc !== null && { loinc }),
    ...(meaning !== null && { meaning }),
  };
}
