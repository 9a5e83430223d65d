import type { Call } from '@curvewell/contracts';
import type { KitDocument, Run } from '@curvewell/domain';
import fc from 'fast-check';

import { valuesFor } from '../test/hostile-values.ts';
import { multipart } from '../test/multipart.ts';

/** One request for a call. */
export interface CostInput {
  /** The reason why it is expensive. */
  readonly label: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  /** Sent once, because a second request is refused. */
  readonly isOnce?: true;
}

/** The objects that the inputs refer to. */
export interface CostSubject {
  /** Interpreted, 384 wells in two channels. */
  readonly run: Run;
  /** The same, not interpreted. */
  readonly freshRunId: string;
  /** Runs without wells, to be deleted. */
  readonly spareRunIds: readonly string[];
  /** The file of such a run. */
  readonly runFile: { readonly name: string; readonly bytes: Uint8Array };
  readonly document: KitDocument;
  /** Values for path parameters. */
  readonly ids: Readonly<Record<string, string>>;
}

const FUZZED = 60;
const VALID = 1;
const SEED = 5_111;
/** Number of keys in a body that are each tried with a long list. */
const FLOODED = 3;

/**
 * Inputs derived from the schema of a call: the widest query, a valid body unless others are known, and the
 * largest bodies.
 */
export function generalInputs(call: Call, isUnknown: boolean): CostInput[] {
  const query = queryOf(call);
  const found =
    query === null || !isUnknown
      ? []
      : [{ label: Object.keys(query).length > 0 ? 'the largest page' : 'nothing more', query }];
  if (call.files !== null) return found;
  const valid = !isUnknown
    ? []
    : fc
        .sample(valuesFor(call.body), { seed: SEED, numRuns: FUZZED })
        .filter((body) => body !== undefined && call.body.safeParse(body).success)
        .slice(0, VALID);
  return [
    ...(valid.length === 0 ? found : []),
    ...valid.map((body) => ({ label: 'a valid body', body, query: query ?? {} })),
    ...(call.method === 'GET' ? [] : floods(call).map((flood) => ({ ...flood, query: query ?? {} }))),
  ];
}

/** The longest page of the widest search; null: the call has other required parameters. */
function queryOf(call: Call): Record<string, string> | null {
  const wide = {
    size: '100',
    search: 'e',
    text: 'e',
    again: 'true',
    onlyActive: 'false',
    onlyValid: 'false',
  };
  const keys = Object.keys((call.query as { shape?: object }).shape ?? {});
  const query = Object.fromEntries(Object.entries(wide).filter(([key]) => keys.includes(key)));
  return call.query.safeParse(query).success ? query : null;
}

/** Bodies of the maximum size: unknown keys, and lists with as many items as fit. */
function floods(call: Call): CostInput[] {
  const keys = Object.keys((call.body as { shape?: object }).shape ?? {});
  const inputs: CostInput[] = [{ label: 'unknown keys', body: unknownKeys(call.bodyBytes) }];
  for (const key of keys.slice(0, FLOODED))
    inputs.push({ label: `${key}: objects`, body: { [key]: objects(call.bodyBytes - 20 - key.length) } });
  if (keys.length === 0 && call.bodyBytes > 1024)
    inputs.push({ label: 'objects', body: objects(call.bodyBytes - 10) });
  return inputs;
}

/** An object whose JSON has at most the given number of bytes. */
function unknownKeys(bytes: number): Record<string, number> {
  const perKey = 11; // "k000000":1,
  return Object.fromEntries(
    Array.from({ length: Math.floor((bytes - 2) / (perKey + 1)) }, (_, index) => [
      `k${String(index).padStart(6, '0')}`,
      1,
    ]),
  );
}

const objects = (bytes: number) => Array.from({ length: Math.floor(bytes / 3) }, () => ({}));

/** A form with one file and fields. */
export const formOf = (
  call: Call,
  file: { name: string; bytes: Uint8Array },
  fields: readonly (readonly [string, string])[] = [],
) => multipart([{ field: call.files?.field ?? '', ...file }], fields);

/** Inputs for certain calls that need knowledge of the product. */
export function knownInputs(subject: CostSubject): Readonly<Record<string, readonly CostInput[]>> {
  const { run, ids, document, freshRunId, spareRunIds } = subject;
  const scope = {
    kitId: ids['kitId'] ?? '',
    reactionBufferId: ids['reactionBufferId'] ?? '',
    channel: 'FAM',
  };
  const series = { ...scope, sampleType: 'POSITIVE_TEST', phase: 'MELT', zone: 'A' };
  const placed = document.configurations.find(({ channels }) => channels.length > 0);
  const channels = placed?.channels ?? [];
  const [first] = channels;
  const settings = channels.map(({ name, phases, rules }) => ({ channel: name, phases, rules }));
  const place = {
    kitId: scope.kitId,
    reactionBufferId: scope.reactionBufferId,
    analyserId: ids['analyserId'] ?? '',
  };
  const wellIds = run.analyses.flatMap(({ wells }) => Object.values(wells).map(({ id }) => id));
  const spare = (index: number) => ({ runId: spareRunIds[index] ?? '' });
  return {
    'audit.export': ['csv', 'json'].map((format) => ({ label: format, query: { format } })),
    'controls.overview': [{ label: '1,000 runs', query: scope }],
    'controls.series': [{ label: '1,000 runs', query: series }],
    'controls.negatives': [{ label: '1,000 runs', query: scope }],
    'controls.tmShifts': [{ label: '1,000 runs', query: scope }],
    'controls.export': [{ label: '1,000 runs', query: series }],
    'decisions.check': [{ label: '384 wells, two channels', query: { decision: 'approve' } }],
    'decisions.decide': [{ label: 'a rejection', query: { status: 'REJECTED' }, body: { reason: 'x' } }],
    'decisions.markSeen': [{ label: '768 wells', body: { wellIds } }],
    'exports.run': ['PDF', 'XLSX', 'CSV'].map((format) => ({
      label: `${format} of 384 wells`,
      body: { format, wellIds: [], isExportAsPlate: true },
    })),
    'exports.results': ['LIS_CSV', 'FHIR', 'RDML'].map((format) => ({ label: format, body: { format } })),
    'interpretation.interpret': [
      { label: '384 wells, two channels', params: { runId: freshRunId }, isOnce: true },
    ],
    'interpretation.fluorescence': [{ label: '384 wells', query: { channel: 'FAM' } }],
    'interpretation.normalised': [{ label: '384 wells', query: { channel: 'FAM' } }],
    'interpretation.evaluate': [
      {
        label: '384 wells with their curves',
        body: {
          ...scope,
          phases: first?.phases,
          rules: first?.rules,
          wells: 'all',
          curves: true,
          channel: first?.name,
        },
      },
    ],
    'whatIf.evaluate': [{ label: 'the last 200 runs', body: { ...place, channels: settings, last: 200 } }],
    'kits.nearZones': [
      {
        label: 'two channels',
        body: { ...place, channels: channels.map(({ name, phases }) => ({ name, phases })) },
      },
    ],
    'kits.expressions': [
      {
        label: 'two phases with eight zones',
        query: { operandsByPhase: ['MELT:A,B,C,D,E,F,G,H', 'ANNEAL:A,B,C,D,E,F,G,H'] },
      },
    ],
    'kits.diagnosticColorsOfChannels': [
      {
        label: 'two channels',
        query: { rbIds: [scope.reactionBufferId], channelNames: ['FAM', 'TEXAS_RED'] },
      },
    ],
    'search.search': [{ label: 'a word that most runs have', query: { search: 'lct' } }],
    'runs.exists': [
      { label: '40 hashes', query: { sha256: Array.from({ length: 40 }, () => '0'.repeat(64)) } },
    ],
    'runs.fit': [{ label: '384 wells', query: { kitVersionId: ids['versionId'] ?? '' } }],
    'runs.delete': [0, 1].map((index) => ({ label: 'a run', params: spare(index), isOnce: true })),
    'archive.archive': [2, 3].map((index) => ({
      label: 'a run',
      params: spare(index),
      body: { markAsToDelete: false },
      isOnce: true,
    })),
    'releases.get': [{ label: 'the newest', params: { version: '0.2.0' } }],
  };
}
