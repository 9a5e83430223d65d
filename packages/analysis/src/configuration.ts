import type {
  ChannelName,
  ExpressionSettings,
  PhaseSettings,
  TmShiftSettings,
  UsedMeltTemplates,
  ZoneSettings,
} from '@curvewell/domain';

/** Thresholds and zones of one phase. */
export type PhaseConfiguration = PhaseSettings & { readonly zones: readonly ZoneSettings[] };

/** One row of a channel's rules: what a combination of zones means when the expressions hold. */
export interface RuleConfiguration {
  readonly zones: readonly string[];
  /** Name of the diagnostic; null: not configured. */
  readonly diagnostic: string | null;
  readonly expressions: readonly ExpressionSettings[];
}

/** How a kit version is read in one channel with one reaction buffer. */
export interface ChannelConfiguration {
  readonly channel: ChannelName;
  readonly phases: readonly PhaseConfiguration[];
  /** In the order in which they are tried. */
  readonly rules: readonly RuleConfiguration[];
  /** What a peak in no zone is called where no zone holds one; null or left out: no call. */
  readonly outsideDiagnostic?: string | null;
  /** Zones follow the controls of a plate; null or left out: they stay as they are. */
  readonly tmShift?: TmShiftSettings | null;
  /** A second product counts only beyond what the first one's target looks like; null or left out: not asked. */
  readonly meltTemplates?: UsedMeltTemplates | null;
}
