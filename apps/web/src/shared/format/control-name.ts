import { type DiagnosticName, diagnosticSign, type SampleType } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

interface Control {
  readonly sampleType: SampleType;
  readonly expected?: DiagnosticName | undefined;
}

export function controlName({ sampleType, expected }: Control): string {
  const name = text.sampleTypes[sampleType];
  return expected === undefined ? name : `${name} ${diagnosticSign(expected)}`;
}
