/** What the published package exports: the analysis, and the shapes that its results are made of. */
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
