/** The domain shapes that the analysis uses; its other declarations are not published. */
export type { AmplificationSettings, WellAmplification } from '../../domain/src/amplification.ts';
export type * from '../../domain/src/assay.ts';
export type * from '../../domain/src/curve-shapes.ts';
export type { DiagnosticMeaning } from '../../domain/src/diagnostic-catalogue.ts';
export type * from '../../domain/src/melt-templates.ts';
export type * from '../../domain/src/plate.ts';
export type * from '../../domain/src/replicates.ts';
export type * from '../../domain/src/tm-shift.ts';
export type * from '../../domain/src/well-call.ts';
