import type { KitDocument } from '@curvewell/domain';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import type { Tx } from '../../../database/db.ts';
import { copyConfigurations } from '../configuration/copy-configurations.ts';
import { documentOfVersion } from './export-kit.ts';

const LEFT_OUT = null;
/** An identifier, which the document carries as a name or a position. */
const KEY = null;
/**
 * Every column of the tables of a kit: an SQL expression for another value, which must change the exported
 * document, or `LEFT_OUT`, or `KEY`.
 */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  kit: {
    name: `'Another name'`,
    sample: 'NOT sample',
    id: LEFT_OUT,
    laboratory_id: LEFT_OUT,
    active: LEFT_OUT,
    created_at: LEFT_OUT,
  },
  kit_version: {
    version: `'another version'`,
    validity_start_date: `DATE '2001-02-03'`,
    validity_end_date: `DATE '2090-02-03'`,
    is_editable: 'NOT is_editable',
    negative_controls: 'negative_controls + 1',
    positive_controls: 'positive_controls + 1',
    outside_diagnostic_id: `(SELECT id FROM diagnostic_color c WHERE c.kit_id = kit_version.kit_id AND diagnostic_name = 'HETEROZYGOUS')`,
    tm_shift_limit: '1.3',
    melt_templates_from: `'plate-or-kept'`,
    curve_shapes: `'[{"channel":"FAM","phase":"MELT","before":[46,49],"after":[66,69],"background":"linear","alignAt":null,"references":["HETEROZYGOUS"],"distance":1,"ratio":2}]'`,
    channel_rules: `'[{"conditions":[{"channel":"FAM","diagnostic":"HETEROZYGOUS"}],"result":{"name":"Carrier","meaning":"positive"}}]'`,
    amplification: `'[{"channel":"FAM","latestCycle":33.5}]'`,
    replicates: `'{"rule":"majority","tmSpread":0.4,"ignoresNoCall":true}'`,
    id: LEFT_OUT,
    kit_id: LEFT_OUT,
    revision: LEFT_OUT,
    created_at: LEFT_OUT,
  },
  kit_channel: { channel: KEY, label: `label || ' changed'`, kit_id: LEFT_OUT },
  kit_analyser: {
    status: `CASE status WHEN 'PERF' THEN 'VALIDATED' ELSE 'PERF' END::kit_status`,
    kit_id: LEFT_OUT,
    analyser_id: KEY,
  },
  diagnostic_color: {
    label: `label || ' changed'`,
    color: `'#123456'`,
    letters: `'Q' || "order"`,
    lis_code: `'LIS-' || "order"`,
    snomed_ct: `'260415000'`,
    loinc: `'51969-4'`,
    meaning: `'positive'`,
    order: '1000 - "order"',
    id: LEFT_OUT,
    kit_id: LEFT_OUT,
    diagnostic_name: KEY,
    active: LEFT_OUT,
    revision: LEFT_OUT,
  },
  phase: {
    min_threshold: 'min_threshold + 0.25',
    slope_threshold: 'slope_threshold + 0.25',
    min_quality: 'min_quality / 2',
    inversed: `phase_type = 'MELT' AND NOT inversed`,
    phase_type: KEY,
    id: LEFT_OUT,
    kit_version_id: LEFT_OUT,
    reaction_buffer_id: KEY,
    analyser_id: KEY,
    channel: KEY,
  },
  zone: {
    name: `translate(name, 'ABCDEFGH', 'STUVWXYZ')`,
    min_temp: 'min_temp - 0.01',
    max_temp: 'max_temp + 0.01',
    label: `label || ' changed'`,
    min_threshold: '7.5',
    min_quality: '0.125',
    reference_tm: '(min_temp + max_temp) / 2',
    id: LEFT_OUT,
    phase_id: LEFT_OUT,
  },
  combination_rule: {
    order: '1000 - "order"',
    zones: `ARRAY['A']`,
    diagnostic_color_id: 'NULL',
    expressions: `'[{"firstOperand":"A","operator":"GT","secondOperand":"B"}]'`,
    id: LEFT_OUT,
    kit_version_id: LEFT_OUT,
    reaction_buffer_id: KEY,
    analyser_id: KEY,
    channel: KEY,
  },
};

/** The rows of a table that belong to the version with id `$1`. */
const ROWS: Readonly<Record<string, string>> = {
  kit: 'id = (SELECT kit_id FROM kit_version WHERE id = $1::uuid)',
  kit_version: 'id = $1::uuid',
  kit_channel: 'kit_id = (SELECT kit_id FROM kit_version WHERE id = $1::uuid)',
  kit_analyser: 'kit_id = (SELECT kit_id FROM kit_version WHERE id = $1::uuid)',
  diagnostic_color: 'kit_id = (SELECT kit_id FROM kit_version WHERE id = $1::uuid)',
  phase: 'kit_version_id = $1::uuid',
  zone: 'phase_id IN (SELECT id FROM phase WHERE kit_version_id = $1::uuid)',
  combination_rule: 'kit_version_id = $1::uuid',
};
const carried = Object.entries(COLUMNS).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, value]) =>
    value === null ? [] : [{ name: `${table}.${column}`, table, column, value }],
  ),
);

let test: TestApp;
const at = { kitId: '', versionId: '' };
let before: KitDocument;

beforeAll(async () => {
  test = await createTestApp();
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  Object.assign(at, { kitId: version.kitId, versionId: version.id });
  // One analyser suffices and is faster.
  const { analyserId } = await test.db.phase.findFirstOrThrow({ where: { kitVersionId: version.id } });
  const others = { kitVersionId: version.id, analyserId: { not: analyserId } };
  await test.db.phase.deleteMany({ where: others });
  await test.db.combinationRule.deleteMany({ where: others });
  before = await documentOfVersion(test, NOBODY, at);
});
afterAll(() => test.close());

/** Sees the kits of all laboratories. */
const NOBODY = { laboratory: null };

/** Runs work in a transaction that is rolled back. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const outcome: T[] = [];
  const undo = new Error('undo');
  await test.db
    .$transaction(
      async (tx) => {
        outcome.push(await work(tx));
        throw undo;
      },
      { timeout: 60_000 },
    )
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return outcome[0]!;
}

const changed = (tx: Tx, { table, column, value }: (typeof carried)[number]) =>
  tx.$executeRawUnsafe(`UPDATE "${table}" SET "${column}" = ${value} WHERE ${ROWS[table]}`, at.versionId);

it('IMPEXP-32 every column of a kit is listed as exported or omitted', async () => {
  const rows = await test.db.$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ANY(${Object.keys(COLUMNS)})`;
  const named = Object.entries(COLUMNS).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(named.sort()).toEqual(rows.map(({ table, column }) => `${table}.${column}`).sort());
});

it.each(carried)('IMPEXP-32 the document and a copied version include $name', async (change) => {
  const [after, copy] = await undone(async (tx) => {
    expect(await changed(tx, change)).toBeGreaterThan(0);
    const to = randomUUID();
    await tx.kitVersion.create({ data: { id: to, kitId: at.kitId, version: 'copy' } });
    await copyConfigurations(tx, { kitId: at.kitId, from: at.versionId, to });
    return Promise.all([
      documentOfVersion({ db: tx }, NOBODY, at),
      documentOfVersion({ db: tx }, NOBODY, { ...at, versionId: to }),
    ]);
  });
  expect(after).not.toEqual(before);
  const { version, validityStartDate, validityEndDate, isEditable } = after.version;
  const own = { version, validityStartDate, validityEndDate, isEditable };
  expect({ ...copy, version: { ...copy.version, ...own } }).toEqual(after);
});
