import type { ControlKind } from '@curvewell/domain';

/** Of the number that an issue is about. */
export const checkFieldId = (kind: ControlKind | 'tmShift'): string => `kit-controls-${kind}`;
