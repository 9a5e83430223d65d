import type { Ids } from './requests.ts';

interface Known {
  /** A run of the caller's laboratory, its well and its comment. */
  readonly mine: Ids;
  readonly foreign: Ids;
  readonly own: { readonly laboratoryId: string };
}

interface ForeignId {
  readonly address: string;
  /** The parts of the address that are not from the caller's own run. */
  readonly ids: (known: Known) => Ids;
  readonly query?: (known: Known) => string;
  readonly body?: (known: Known) => object;
}

const none = () => ({});
const wells =
  (...of: readonly ('mine' | 'foreign')[]) =>
  (known: Known) =>
    of.map((whose) => known[whose]['wellId'] ?? '');
const wellIds =
  (...of: readonly ('mine' | 'foreign')[]) =>
  (known: Known) =>
    wells(...of)(known)
      .map((id) => `wellIds=${id}`)
      .join('&');
const seenResults =
  (...of: readonly ('mine' | 'foreign')[]) =>
  (known: Known) => ({
    results: wells(...of)(known).map((wellId) => ({ wellId, at: '2026-11-20T08:00:00.000Z' })),
  });
const foreignUser = ({ foreign, own }: Known) => ({
  userId: foreign['userId'] ?? '',
  laboratoryId: own.laboratoryId,
});

/**
 * Requests that name objects of the other laboratory in a body, in a query, or in an address that starts with
 * the caller's own object.
 */
export const FOREIGN_IDS: readonly ForeignId[] = [
  { address: 'POST /run/{}/wells/comment', ids: none, query: wellIds('foreign') },
  { address: 'POST /run/{}/wells/comment', ids: none, query: wellIds('mine', 'foreign') },
  { address: 'POST /run/{}/wells/comment', ids: none, query: wellIds('foreign', 'mine') },
  { address: 'POST /run/{}/well/{}/comment', ids: ({ foreign }) => ({ wellId: foreign['wellId'] ?? '' }) },
  { address: 'PUT /run/{}/comment/{}', ids: ({ foreign }) => ({ commentId: foreign['commentId'] ?? '' }) },
  { address: 'PATCH /run/{}/interpreted-wells', ids: none, query: wellIds('foreign') },
  { address: 'PUT /run/{}/seen', ids: none, body: seenResults('foreign') },
  { address: 'PUT /run/{}/seen', ids: none, body: seenResults('mine', 'foreign') },
  {
    address: 'POST /run/export/{}',
    ids: none,
    body: (known) => ({ wellIds: wells('foreign')(known), format: 'CSV' }),
  },
  {
    address: 'POST /run/export/{}',
    ids: none,
    body: (known) => ({ wellIds: wells('mine', 'foreign')(known), format: 'CSV' }),
  },
  { address: 'GET /run/{}/well/{}/references', ids: ({ foreign }) => ({ wellId: foreign['wellId'] ?? '' }) },
  {
    address: 'POST /repeat-list',
    ids: none,
    body: ({ foreign }) => ({
      runId: foreign['runId'] ?? '',
      wells: [{ position: 'A1', reason: 'CHOSEN' }],
    }),
  },
  {
    address: 'POST /starter-kits',
    ids: none,
    body: ({ foreign }) => ({
      name: 'Kit of a foreign run',
      products: 1,
      reactionBuffer: 'RB',
      runId: foreign['runId'] ?? '',
    }),
  },
  { address: 'GET /user/{}/laboratory/{}', ids: foreignUser },
  { address: 'PUT /user/{}/laboratory/{}', ids: foreignUser },
  { address: 'DELETE /user/{}/laboratory/{}', ids: foreignUser },
  { address: 'POST /user/{}/laboratory/{}/password', ids: foreignUser },
  { address: 'PUT /user/{}/laboratory/{}/hold', ids: foreignUser },
  { address: 'PUT /user/{}/laboratory/{}/confirmation', ids: foreignUser },
  { address: 'PUT /user/{}/laboratory/{}/member', ids: foreignUser },
];
