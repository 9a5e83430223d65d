/** The shapes that the analysis takes from the contract. Its other declarations are not published. */
export type * from '../../contracts/src/assay.ts';
export type * from '../../contracts/src/melt-templates.ts';
export type * from '../../contracts/src/plate.ts';
export type * from '../../contracts/src/replicates.ts';
export type * from '../../contracts/src/tm-shift.ts';
export type * from '../../contracts/src/well-call.ts';
