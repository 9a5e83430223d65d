import { paths } from '../../shared/navigation/paths.ts';
import type { ListedChange } from './change-groups.ts';

/** The address of a run at a well. */
export const wellAddress = ({ runId, position }: ListedChange): string =>
  `${paths.runInterpretation(runId)}?${new URLSearchParams({ wells: position }).toString()}`;
