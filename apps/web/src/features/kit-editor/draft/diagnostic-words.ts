import { diagnosticText, type DiagnosticColor } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';

/** The words of a kit for its diagnostics. Settings refer to some by id, to others by name. */
export interface DiagnosticWords {
  readonly ofId: (id: string | null) => string;
  readonly ofName: (name: string) => string;
}

/** The built-in words. */
export const catalogueWords: Pick<DiagnosticWords, 'ofName'> = { ofName: diagnosticText };

/** A kit may give two diagnostics the same words. The name then follows, so that a change from one to the other shows. */
export function diagnosticWords(diagnostics: readonly DiagnosticColor[]): DiagnosticWords {
  const byLabel = Map.groupBy(diagnostics, ({ diagnosticLabel }) => diagnosticLabel);
  const wordsOf = ({ diagnostic, diagnosticLabel }: DiagnosticColor): string =>
    byLabel.get(diagnosticLabel)?.length === 1
      ? diagnosticLabel
      : `${diagnosticLabel} (${diagnosticText(diagnostic.name)})`;
  const byId = new Map(diagnostics.map((one) => [one.id, wordsOf(one)]));
  const byName = new Map(diagnostics.map((one) => [one.diagnostic.name, wordsOf(one)]));
  return {
    ofId: (id) => byId.get(id ?? '') ?? text.kits.combinations.none,
    ofName: (name) => byName.get(name) ?? diagnosticText(name),
  };
}
