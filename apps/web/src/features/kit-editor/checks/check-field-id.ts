import type { ControlKind } from '@curvewell/domain';

/** Id of the number field that an issue refers to. */
export const checkFieldId = (kind: ControlKind | 'tmShift' | 'curveShapes' | 'replicates'): string =>
  `kit-controls-${kind}`;
