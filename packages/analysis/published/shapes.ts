/** The domain shapes that the analysis uses; its other declarations are not published. */
export type {
  AmplificationFault,
  AmplificationMethod,
  AmplificationSettings,
  UsedAmplification,
  WellAmplification,
} from '../../domain/src/settings/amplification.ts';
export type * from '../../domain/src/kit/assay.ts';
export type * from '../../domain/src/settings/curve-shapes.ts';
export type { DiagnosticMeaning } from '../../domain/src/diagnostics/diagnostic-catalogue.ts';
export type * from '../../domain/src/settings/melt-templates.ts';
export type * from '../../domain/src/plate/plate.ts';
export type * from '../../domain/src/plate/replicates.ts';
export type * from '../../domain/src/settings/tm-shift.ts';
export type * from '../../domain/src/call/well-call.ts';
