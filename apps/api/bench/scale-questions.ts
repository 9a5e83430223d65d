import { MAX_COUNTED_RUNS } from '@curvewell/contracts';

import type { Filled } from './scale-fill.ts';

/** What is asked through the API, by whom. */
export interface ScaleQuestion {
  readonly name: string;
  readonly login: string;
  readonly path: string;
  readonly body?: object;
}

const SIZE = 13;
/** Of the first laboratory's live or archived runs, which are a tenth of all. */
const lastPage = (runs: number): number => Math.floor(Math.min(runs / 10, MAX_COUNTED_RUNS) / SIZE) - 1;

/** Lists, first and late pages, searches and histories. */
export function scaleQuestions(runs: number, filled: Filled): ScaleQuestion[] {
  const { laboratoryId, versionId, kitId, bufferId, runId, analyserId } = filled;
  const archive = (name: string, body: object): ScaleQuestion => ({
    name: `archive: ${name}`,
    login: 'tech',
    path: '/archive/runs/search',
    body: { size: SIZE, ...body },
  });
  const get = (name: string, login: string, path: string): ScaleQuestion => ({ name, login, path });
  const late = lastPage(runs);
  return [
    get('runs: first page', 'tech', '/run'),
    get('runs: by file', 'tech', '/run?sort=fileName&sortDirection=asc'),
    get('runs: approved', 'tech', '/run?status=APPROVED'),
    get('runs: waiting, oldest first', 'tech', '/run?status=WAIT_FOR_APPROVAL&sort=since&sortDirection=asc'),
    get('runs: a common word', 'tech', '/run?search=admin'),
    get('runs: a rare word', 'tech', `/run?search=admin_${runs - 5}`),
    get('runs: last page', 'tech', `/run?page=${late}`),
    archive('first page', {}),
    archive('by operator', { sort: 'interpretationRunByName', sortDirection: 'asc' }),
    archive('a common word in files', {
      searchCriteria: [{ field: 'fileName', operator: 'CONTAINS', value: 'admin' }],
    }),
    archive('an instrument', {
      searchCriteria: [{ field: 'instrumentName', operator: 'CONTAINS', value: 'CFX' }],
    }),
    archive('last page', { page: late }),
    archive('last page by file', { page: late, sort: 'fileName', sortDirection: 'asc' }),
    archive('after a run', { after: Math.floor(runs / 20) }),
    get('dashboard', 'physician', '/dashboard?today=2026-11-28T00:00:00Z'),
    get('lots of a version', 'sales', `/lots/version/${versionId}/search`),
    get('kits', 'research', '/kit'),
    get('versions of a kit', 'research', `/kit/${kitId}/versions`),
    get('versions for an analyser', 'tech', `/kit/${kitId}/analyser/${analyserId}/versions`),
    get('runs of a kit', 'research', `/kit/${kitId}/reaction-buffer/${bufferId}/runs`),
    get('controls', 'tech', `/controls/overview?kitId=${kitId}&reactionBufferId=${bufferId}&channel=FAM`),
    get('laboratories', 'super', '/laboratory/search'),
    get('users', 'manager', `/user/laboratory/${laboratoryId}`),
    get('trail: first page', 'quality', '/audit'),
    get('trail: last page', 'quality', '/audit?page=66'),
    get('trail: a common text', 'quality', '/audit?text=pipetting'),
    get('trail: a rare text', 'quality', `/audit?text=P-${runs - 5}`),
    get('trail: an absent text', 'quality', '/audit?text=nowhere+to+be+found'),
    get('history of a run', 'tech', `/run/${runId}/history`),
    get('history of a run: state', 'tech', `/run/${runId}/history/state`),
  ];
}
