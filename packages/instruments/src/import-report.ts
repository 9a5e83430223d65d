import type { ImportReport } from '@curvewell/domain';
export type FoundFile = ImportReport['files'][number];
export type FoundPart = FoundFile['parts'][number];
export type FoundCurves = ImportReport['curves'][number];
export type Ignored = ImportReport['ignored'][number];
/** What the numbers of a curve are: the signal itself, or −dF/dT as the vendor computed it. */
export type Quantity = FoundCurves['quantity'];
