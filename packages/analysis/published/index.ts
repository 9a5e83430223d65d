/** The exports of the published package: the analysis, and the shapes of its results. */
export * from '../src/index.ts';
export type {
  CallExplanation,
  CallFlag,
  ChannelName,
  Peak,
  PhaseSettings,
  PhaseType,
  Position,
  SampleType,
  ZoneSettings,
} from './shapes.ts';
