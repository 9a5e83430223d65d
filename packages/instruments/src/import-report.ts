import type { ImportReport } from '@curvewell/domain';
export type FoundFile = ImportReport['files'][number];
export type FoundPart = FoundFile['parts'][number];
export type FoundCurves = ImportReport['curves'][number];
export type Ignored = ImportReport['ignored'][number];
/** The quantity of a curve: the signal itself, or −dF/dT as calculated by the vendor. */
export type Quantity = FoundCurves['quantity'];
