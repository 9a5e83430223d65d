import type {
  ChannelName,
  UsedAmplification,
  CurveShape,
  DiagnosticMeaning,
  ExpressionSettings,
  PhaseSettings,
  TmShiftSettings,
  UsedMeltTemplates,
  ZoneSettings,
} from '@curvewell/domain';

/** Thresholds and zones of one phase. */
export type PhaseConfiguration = PhaseSettings & { readonly zones: readonly ZoneSettings[] };

/** A rule of a channel: the diagnostic of a combination of zones if the conditions hold. */
export interface RuleConfiguration {
  readonly zones: readonly string[];
  /** The name of the diagnostic; null: not configured. */
  readonly diagnostic: string | null;
  /** Of a kit's own diagnostic; omitted: one of the catalogue, or none. */
  readonly meaning?: DiagnosticMeaning | undefined;
  readonly expressions: readonly ExpressionSettings[];
}

/** The settings of a kit version in one channel with one reaction buffer. */
export interface ChannelConfiguration {
  readonly channel: ChannelName;
  readonly phases: readonly PhaseConfiguration[];
  /** In the order of evaluation. */
  readonly rules: readonly RuleConfiguration[];
  /** The diagnostic for a peak outside all zones when no zone has a peak; null or omitted: no call. */
  readonly outsideDiagnostic?: string | null;
  /** Tm shift correction; null or omitted: none. */
  readonly tmShift?: TmShiftSettings | null;
  /** Comparison of second products with the first one's template; null or omitted: none. */
  readonly meltTemplates?: UsedMeltTemplates | null;
  /** The regions and references of the curves' shapes; null or omitted: not compared. */
  readonly curveShape?: CurveShape | null;
  /** The latest cycles of the channels that the rules use; null or omitted: none. */
  readonly amplification?: UsedAmplification | null;
}
