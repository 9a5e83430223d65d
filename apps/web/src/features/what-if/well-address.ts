import { paths } from '../../shared/navigation/paths.ts';
import type { ListedChange } from './change-groups.ts';

/** Where a run is seen at a well. */
export const wellAddress = ({ runId, position }: ListedChange): string =>
  `${paths.runInterpretation(runId)}?${new URLSearchParams({ wells: position }).toString()}`;
