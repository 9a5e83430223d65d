import { paths } from '../../shared/paths.ts';
import type { ListedChange } from './change-groups.ts';

/** Where a run is seen at a well. */
export const wellAddress = ({ runId, position, channel }: ListedChange): string =>
  `${paths.runInterpretation(runId)}?${new URLSearchParams({ channel, wells: position }).toString()}`;
