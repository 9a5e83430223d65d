import { reachOf, type RunSort } from '@curvewell/contracts';

import type { Filled } from './scale-fill.ts';

/** The requests to the API, and who makes them. */
export interface ScaleQuestion {
  readonly name: string;
  readonly login: string;
  readonly path: string;
  readonly body?: object;
}

const SIZE = 13;
const DAY_MS = 24 * 3600 * 1000;
/** The period that the page of controls opens with. */
const DAYS_SHOWN = 180;
const ONE_CONTROL = 'sampleType=POSITIVE_TEST&phase=MELT&zone=A&measure=tm';
/** Of the first laboratory's live or archived runs, which are a tenth of all. */
const lastPage = (runs: number, sort: RunSort = 'businessId'): number =>
  Math.floor(Math.min(runs / 10, reachOf(sort)) / SIZE) - 1;

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
  const scope = `kitId=${kitId}&reactionBufferId=${bufferId}&channel=FAM`;
  const since = new Date(Date.now() - DAYS_SHOWN * DAY_MS).toISOString();
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
    archive('last page by file', {
      page: lastPage(runs, 'fileName'),
      sort: 'fileName',
      sortDirection: 'asc',
    }),
    archive('after a run', { after: Math.floor(runs / 20) }),
    get('dashboard', 'physician', '/dashboard?today=2026-11-28T00:00:00Z'),
    get('lots of a version', 'sales', `/lots/version/${versionId}/search`),
    get('search: a sample', 'tech', '/search?search=Sample+12-117'),
    get('kits', 'research', '/kit'),
    get('versions of a kit', 'research', `/kit/${kitId}/versions`),
    get('versions for an analyser', 'tech', `/kit/${kitId}/analyser/${analyserId}/versions`),
    get('runs of a kit', 'research', `/kit/${kitId}/reaction-buffer/${bufferId}/runs`),
    get('controls: first page', 'tech', `/controls/overview?${scope}&from=${since}`),
    get('controls: of all time', 'tech', `/controls/overview?${scope}`),
    get('controls: one', 'tech', `/controls/series?${scope}&from=${since}&${ONE_CONTROL}`),
    get('controls: negative', 'tech', `/controls/negatives?${scope}&from=${since}`),
    get('controls: Tm shifts', 'tech', `/controls/tm-shifts?${scope}&from=${since}`),
    get('controls: choices', 'tech', '/controls'),
    get(
      'export: readings of a control',
      'tech',
      `/controls/series/csv?${scope}&from=${since}&${ONE_CONTROL}`,
    ),
    get('laboratories', 'super', '/laboratory/search'),
    get('users', 'manager', `/user/laboratory/${laboratoryId}`),
    get('trail: first page', 'quality', '/audit'),
    get('trail: last page', 'quality', '/audit?page=66'),
    get('trail: a common text', 'quality', '/audit?text=pipetting'),
    get('trail: a rare text', 'quality', `/audit?text=P-${runs - 5}`),
    get('trail: an absent text', 'quality', '/audit?text=nowhere+to+be+found'),
    get('trail: people', 'quality', '/audit/people'),
    get('export: trail of a text, CSV', 'quality', `/audit/export?format=csv&text=P-${runs - 5}`),
    get('export: trail of a text, JSON', 'quality', `/audit/export?format=json&text=P-${runs - 5}`),
    get('history of a run', 'tech', `/run/${runId}/history`),
    get('history of a run: state', 'tech', `/run/${runId}/history/state`),
  ];
}

interface BareSearch {
  readonly name: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The searches of the trail as SQL alone: a page of entries by the index of words. */
export function bareSearches(runs: number, { laboratoryId }: Filled): BareSearch[] {
  const sql = `SELECT e.* FROM audit_event e WHERE e.laboratory_id = $1 AND audit_words(e.actor_name, e.details) LIKE $2
    ORDER BY e.at DESC, e.id DESC LIMIT 15`;
  const search = (name: string, text: string): BareSearch => ({
    name: `SQL alone: ${name}`,
    sql,
    values: [laboratoryId, `%${text}%`],
  });
  return [
    search('a common text', 'pipetting'),
    search('a rare text', `p-${runs - 5}`),
    search('an absent text', 'nowhere to be found'),
  ];
}
