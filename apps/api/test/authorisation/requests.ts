import { DEFAULT_LABORATORY_RULES } from '@curvewell/domain';
import { ANALYSER_PROFILES } from '@curvewell/instruments';
import type { InjectOptions } from 'fastify';

import { multipart } from '../multipart.ts';

export const NOWHERE = '00000000-0000-4000-8000-000000000000';
const DIGEST = '0'.repeat(64);
const RULES = DEFAULT_LABORATORY_RULES;

interface Fitting {
  readonly query?: string;
  readonly body?: object;
  readonly fields?: Readonly<Record<string, string>>;
}

const USER = { lastname: 'L', firstname: 'F', email: 'new@example.org' };
const SETTINGS = { kitId: NOWHERE, reactionBufferId: NOWHERE };
const SERVER = { host: '127.0.0.1', port: 2121, username: 'u', password: 'p', tls: false };
const TEMPLATE = {
  name: 'Template of the matrix',
  plateType: 'RECTANGULAR_96',
  revision: 0,
  wells: [
    {
      position: 'A1',
      channel: null,
      kitVersion: null,
      sampleType: 'DNA',
      reactionBuffer: null,
      expectedDiagnostic: null,
    },
  ],
};
const SCOPE = `kitId=${NOWHERE}&reactionBufferId=${NOWHERE}&channel=FAM`;
const SERIES = `${SCOPE}&analyserId=${NOWHERE}&sampleType=POSITIVE_TEST&phase=MELT&zone=A`;

const HEAD = {
  head: {
    format: 'curvewell-audit-head/1',
    chain: NOWHERE,
    number: 1,
    hash: DIGEST,
    at: '2026-11-23T00:00:00.000Z',
    keyId: '0'.repeat(16),
  },
  signature: `${'A'.repeat(86)}==`,
};

/**
 * A valid body for each call, so that a refusal is due to the caller. Revisions are outdated, so that little
 * changes.
 */
const FITTING: Readonly<Record<string, Fitting>> = {
  'GET /search': { query: 'search=plate' },
  'GET /dashboard': { query: 'today=2026-11-29T00:00:00Z' },
  'GET /run/exists': { query: `sha256=${DIGEST}` },
  'GET /run/{}/fit': { query: `kitVersionId=${NOWHERE}` },
  'PUT /run/{}': { body: { revision: 0 } },
  'PUT /first-steps/analyser': { body: { analyserId: NOWHERE } },
  'POST /starter-kits': {
    body: { name: 'Kit of the matrix', products: 1, reactionBuffer: 'RB', runId: NOWHERE },
  },
  'POST /run/inspect-as': { fields: { profile: JSON.stringify(ANALYSER_PROFILES[0]) } },
  'POST /run/acquisitions/{}': {
    fields: { analyser: JSON.stringify({ id: '{analyser}' }), kitIds: '{kit}' },
  },
  'POST /run/createRun': { fields: { analyser: JSON.stringify({ id: NOWHERE }) } },
  'POST /run/{}/comment': { body: { value: 'x' } },
  'POST /run/{}/wells/comment': { query: 'wellIds={well}', body: { value: 'x' } },
  'POST /run/{}/well/{}/comment': { body: { value: 'x' } },
  'PUT /run/{}/comment/{}': { body: { value: 'x' } },
  'PATCH /run/{}/interpreted-wells': { query: 'wellIds={well}', body: { id: NOWHERE, comment: 'Looked at' } },
  'POST /run/{}/reinterpretation': { body: { revision: 1, proposal: DIGEST } },
  'POST /run/{}/evaluate': { body: { ...SETTINGS, channel: 'FAM', phases: [], rules: [] } },
  'POST /kit/version/{}/reaction-buffer/{}/analyser/{}/kept-templates/learn': { body: { runIds: [NOWHERE] } },
  'PUT /kit/version/{}/reaction-buffer/{}/analyser/{}/kept-templates': {
    body: { revision: 1, runIds: [NOWHERE], keep: [DIGEST] },
  },
  'DELETE /kit/version/{}/reaction-buffer/{}/analyser/{}/kept-templates/{}': { query: 'revision=1' },
  'POST /what-if': { body: { ...SETTINGS, analyserId: NOWHERE, channels: [] } },
  'GET /run/{}/check': { query: 'decision=submit' },
  'GET /run/{}/fluorescence': { query: 'channel=FAM' },
  'GET /run/{}/normalised': { query: 'channel=FAM' },
  'PUT /run/{}/submit': { body: { shown: DIGEST } },
  'PUT /run/{}/status': { query: 'status=APPROVED', body: { shown: DIGEST } },
  'PUT /run/{}/seen': { body: { results: [{ wellId: '{well}', at: '2026-11-20T08:00:00.000Z' }] } },
  'POST /run/export/{}': { body: { format: 'CSV' } },
  'POST /run/export/{}/results': { body: { format: 'LIS_CSV' } },
  'POST /saved-views': { body: { page: 'runs', name: 'View {number}', address: '' } },
  'PUT /saved-views/{}': { body: { name: 'View', address: '' } },
  'PUT /work-list/columns': { body: { columns: { name: 'Barcode' } } },
  'POST /repeat-list': { body: { runId: NOWHERE, wells: [{ position: 'A1', reason: 'CHOSEN' }] } },
  'POST /repeat-list/remove': { body: { ids: [NOWHERE] } },
  'POST /run/archive/{}/export': { body: { format: 'CSV' } },
  'POST /run/{}/archive': { body: { markAsToDelete: false } },
  'POST /archive/runs/search': { body: {} },
  'GET /controls/overview': { query: SCOPE },
  'GET /controls/negatives': { query: SCOPE },
  'GET /controls/tm-shifts': { query: SCOPE },
  'GET /controls/series': { query: SERIES },
  'GET /controls/series/csv': { query: SERIES },
  'POST /controls/readings/{}/notes': { body: { value: 'x' } },
  'PUT /controls/readings/{}/excluded': { body: { isExcluded: true, reason: 'Splash', revision: 0 } },
  'PUT /controls/reference': { body: { ...SETTINGS, lotId: NOWHERE, reason: 'New lot', revision: 0 } },
  'POST /ftp-connection': { body: SERVER },
  'PUT /ftp-connection': { body: { ...SERVER, revision: 0 } },
  'POST /ftp/test': { body: SERVER },
  'POST /template-well': { body: TEMPLATE },
  'PUT /template-well/{}': { body: TEMPLATE },
  'PUT /user/{}/laboratory/{}/hold': { body: { revision: 0 } },
  'PUT /user/{}/laboratory/{}/confirmation': { body: { revision: 0 } },
  'PUT /laboratory/{}': {
    body: { name: 'L', active: true, submitterMayApprove: true, rules: RULES, revision: 0 },
  },
  'POST /laboratory': { body: [{ name: 'Laboratory of the matrix' }] },
  'POST /user/laboratory/{}': { body: { ...USER, login: 'matrix.{number}', email: 'm{number}@example.org' } },
  'PUT /user/{}/laboratory/{}': { body: { ...USER, revision: 0 } },
  'PUT /user/{}/laboratory/{}/member': { body: { revision: 0 } },
  'PUT /user/{}/account': { body: { revision: 0 } },
  'POST /lots/version/{}': { body: { name: 'M-1' } },
  'PUT /lots/{}': { body: { active: true, expirationDate: '2099-12-31', revision: 0 } },
  'POST /kit': { body: { kit: { name: 'Kit of the matrix' }, kitVersion: { version: 'v1' } } },
  'PUT /kit/{}': { body: { kit: { id: NOWHERE }, kitVersion: { id: NOWHERE, revision: 0 } } },
  'PUT /diagnostics/kit': { body: [] },
  'POST /audit/compare': { body: { heads: [HEAD] } },
  'GET /audit/export': { query: 'format=csv' },
  'POST /kit/near-zones': {
    body: { ...SETTINGS, analyserId: NOWHERE, channels: [] },
  },
  'GET /kit/{}/analyser/{}/reaction-buffers/channels/diagnostic-colors': {
    query: `rbIds=${NOWHERE}&channelNames=FAM`,
  },
  'PUT /kit/{}/share': { body: { reason: 'Matrix' } },
  'GET /kit/exportable': { query: 'isKitExport=false' },
  'GET /kit/expressions': { query: 'operands=A&operands=B' },
  'GET /export/version/{}/lot': { query: `lotIds=${NOWHERE}` },
};

/** The ids of a request, by the parameter names of who-may-call.txt. */
export interface Ids {
  readonly [parameter: string]: string;
}

interface RequestParts {
  readonly call: { readonly method: string; readonly path: string; readonly files: unknown };
  readonly address: string;
  readonly ids?: Ids;
  /** Additional body fields that the caller may not set. */
  readonly extra?: Readonly<Record<string, string>>;
  /** The body is invalid, so that only the authorisation is checked. */
  readonly isUnsound?: boolean;
}

let number = 0;

/** Builds the request of a call with these ids; missing ids do not exist. */
export function requestOf({
  call,
  address,
  ids = {},
  extra = {},
  isUnsound = false,
}: RequestParts): InjectOptions & { readonly url: string } {
  number++;
  const known: Ids = { channel: 'FAM', version: '0.0.0', release: '0.0.0', number: String(number), ...ids };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? known[`${name}Id`] ?? NOWHERE);
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? NOWHERE);
  const { query = '', body, fields = {} } = FITTING[address] ?? {};
  const url = `/api${path}${query === '' ? '' : `?${fill(query)}`}`;
  const base = { method: call.method as 'GET', url };
  if (isUnsound) return { ...base, url: `/api${path}?isUnsound=1` };
  if (call.files !== null) {
    const { headers, payload } = multipart(
      [],
      [
        ...Object.entries(fields).map(([name, value]) => [name, fill(value)] as const),
        ...Object.entries(extra),
      ],
    );
    return { ...base, headers, payload };
  }
  if (body === undefined && Object.keys(extra).length === 0) return base;
  const withExtra = Array.isArray(body)
    ? [{ ...(body[0] as object | undefined), ...extra }].filter((one) => Object.keys(one).length > 0)
    : { ...body, ...extra };
  return { ...base, payload: JSON.parse(fill(JSON.stringify(withExtra))) as object };
}

/** What a response shows about the caller's permission. */
export type Verdict =
  | 'unauthenticated'
  | 'forbidden'
  | 'laboratory-required'
  | 'not-found'
  | 'illegal'
  | 'reached'
  | 'fault';

export function verdictOf(statusCode: number, code: string | undefined): Verdict {
  if (statusCode >= 500) return 'fault';
  if (statusCode === 401) return 'unauthenticated';
  if (statusCode === 403) return code === 'laboratory-required' ? code : 'forbidden';
  if (statusCode === 404) return 'not-found';
  return code === 'illegal-transition' ? 'illegal' : 'reached';
}
