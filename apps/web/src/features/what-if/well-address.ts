import { paths } from '../../shared/navigation/paths.ts';
import type { ListedChange } from './change-groups.ts';

export const wellAddress = ({ runId, position }: ListedChange): string =>
  `${paths.runInterpretation(runId)}?${new URLSearchParams({ wells: position }).toString()}`;
