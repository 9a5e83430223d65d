import type { DiagnosticColor } from './diagnostic-color.ts';
import type { UsedConfiguration } from './used-configuration.ts';

/** The diagnostic that a name stands for in an assay: one of its rules', of a peak in no zone, or a control's. */
export function findColor(
  name: string | null,
  { rules, outsideDiagnostic }: UsedConfiguration,
  controls: readonly DiagnosticColor[],
): DiagnosticColor | null {
  const ofRules = rules.map(({ diagnosticColor }) => diagnosticColor);
  const colors = [...ofRules, outsideDiagnostic, ...controls].flatMap((color) => color ?? []);
  return colors.find(({ diagnostic }) => diagnostic.name === name) ?? null;
}
