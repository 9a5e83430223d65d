import { DIAGNOSTIC_LABEL, diagnosticNameSchema, type DiagnosticColor } from '@curvewell/domain';

import type { DiagnosticColor as DiagnosticColorRow } from '../../../generated/prisma/client.ts';

type Named = Pick<DiagnosticColorRow, 'id' | 'diagnosticName' | 'label' | 'color'>;

/** The name and colour of a kit's diagnostic. */
export function diagnosticColorOf({ id, diagnosticName, label, color }: Named): DiagnosticColor {
  const name = diagnosticNameSchema.parse(diagnosticName);
  return {
    id,
    diagnostic: { name, label: DIAGNOSTIC_LABEL[name] },
    diagnosticLabel: label,
    color: color.trim(),
  };
}
