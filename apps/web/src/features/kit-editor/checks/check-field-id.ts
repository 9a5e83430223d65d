import type { ControlKind } from '@curvewell/contracts';

/** Of the number of controls that an issue is about. */
export const checkFieldId = (kind: ControlKind): string => `kit-controls-${kind}`;
