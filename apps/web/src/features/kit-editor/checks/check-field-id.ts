import type { ControlKind } from '@curvewell/contracts';

/** Of the number that an issue is about. */
export const checkFieldId = (kind: ControlKind | 'tmShift'): string => `kit-controls-${kind}`;
