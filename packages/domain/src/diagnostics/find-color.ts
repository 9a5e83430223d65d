import type { DiagnosticColor } from './diagnostic-color.ts';
import type { UsedConfiguration } from '../settings/used-configuration.ts';

/**
 * Finds a diagnostic of an assay by name: one of its rules', that for peaks outside all zones, or a
 * control's.
 */
export function findColor(
  name: string | null,
  { rules, outsideDiagnostic }: UsedConfiguration,
  controls: readonly DiagnosticColor[],
): DiagnosticColor | null {
  const ofRules = rules.map(({ diagnosticColor }) => diagnosticColor);
  const colors = [...ofRules, outsideDiagnostic, ...controls].flatMap((color) => color ?? []);
  return colors.find(({ diagnostic }) => diagnostic.name === name) ?? null;
}
