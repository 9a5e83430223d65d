import type { RunSummary } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { ageText } from '../../../shared/format/age-text.ts';

const DAY_MS = 24 * 3600 * 1000;

/** “waiting 18 h”, “for 21 h”, “1 day ago” */
export const statusAgeText = ({ status, since }: Pick<RunSummary, 'status' | 'since'>, now: number): string =>
  text.runs.age[status](ageText(since, now));

/** Whether a run has waited for approval for more than a day. */
export const waitsLong = ({ status, since }: Pick<RunSummary, 'status' | 'since'>, now: number): boolean =>
  status === 'WAIT_FOR_APPROVAL' && now - Date.parse(since) > DAY_MS;
