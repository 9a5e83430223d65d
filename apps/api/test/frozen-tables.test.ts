import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readRecordState } from '../src/features/decisions/read-record-state.ts';
import { readParts } from '../src/features/interpretation/derive/stored-parts.ts';
import { storeAsBefore } from './earlier-results.ts';
import { storeWellsAsBefore } from './earlier-wells.ts';
import { attackedProduct, type Attacked } from './tamperings/attacked.ts';
import { undone } from './tamperings/undone.ts';

/** For each table that a decision freezes, the condition for the rows of the decided run `$1`, or `$2` with results in rows. */
const OF_RUN = 'run_id = $1::uuid';
const OF_INTERPRETATION = 'interpretation_id IN (SELECT id FROM interpretation WHERE run_id = $1::uuid)';
const FROZEN: Readonly<Record<string, string>> = {
  run: 'id = $1::uuid',
  blob: OF_RUN,
  channel_analysis: OF_RUN,
  comment: OF_RUN,
  earlier_well: 'run_id = $2::uuid',
  control_peak: 'reading_id IN (SELECT id FROM control_reading WHERE run_id = $1::uuid)',
  control_reading: OF_RUN,
  decision_record: OF_RUN,
  interpretation: OF_RUN,
  interpreted_slopes: OF_INTERPRETATION,
  interpreted_well: 'interpretation_id IN (SELECT id FROM interpretation WHERE run_id = $2::uuid)',
  interpreted_well_diagnostic: OF_INTERPRETATION,
  run_amplification: OF_RUN,
  run_curves: OF_RUN,
  run_decision: OF_RUN,
  run_file: OF_RUN,
  run_kit: OF_RUN,
  run_kit_lot: 'run_kit_id IN (SELECT id FROM run_kit WHERE run_id = $1::uuid)',
  run_used_pair: OF_RUN,
  signature: OF_RUN,
  tm_shift: OF_INTERPRETATION,
};

/** Tables with some mutable columns; in the others not even the same value may be written again. */
const CHANGES: Readonly<Record<string, string>> = {
  run: `name = name || 'x'`,
  control_reading: `call = coalesce(call, '') || 'x'`,
};

const SETTINGS =
  'The interpretation keeps the settings as they were; a kit version that is in use is locked.';
const PEOPLE = 'Who did something is kept by name where it was done.';
const SIGNING_IN = 'Of signing in; no part of a run.';
/** The reasons why other tables are not frozen. */
const NOT_FROZEN: Readonly<Record<string, string>> = {
  _prisma_migrations: 'Migrations: the role of the product only reads them.',
  analyser: 'The interpretation keeps what it was called with.',
  app_user: PEOPLE,
  audit_event: 'Never changed, whether or not a run is decided.',
  audit_head: 'By the function that writes entries alone.',
  chain_checkpoint: 'The result of the last check of a chain, which is made again.',
  combination_rule: SETTINGS,
  control_note: 'Notes are added later; none is changed or deleted.',
  control_point: 'What pages show of readings, which follows from them.',
  control_reference: 'Of a series, not of a run.',
  control_series: 'Of a laboratory, not of a run.',
  delivery: 'Whether a decided run was sent.',
  delivery_log: 'Never changed, whether or not a run is decided.',
  diagnostic_color: 'The record keeps label and colour as they were.',
  file_transfer_connection: 'Of a laboratory, not of a run.',
  installation: 'Of the installation, not of a run.',
  interpretation_chart: 'Read only if the entry of the decision has its hash, else drawn again.',
  interpretation_claim: 'Who interprets at the moment.',
  kept_answer: 'Answers that are repeated for a day.',
  kept_dye: 'What is proposed for the next import.',
  kept_template: SETTINGS,
  kit: SETTINGS,
  kit_analyser: SETTINGS,
  kit_channel: SETTINGS,
  kit_reaction_buffer: SETTINGS,
  kit_trial: SETTINGS,
  kit_version: SETTINGS,
  laboratory: 'The signature keeps its name; its rules stand in the check that was signed.',
  lot: 'The decision keeps its lots; a changed name is seen by the record.',
  new_account: SIGNING_IN,
  phase: SETTINGS,
  reaction_buffer: SETTINGS,
  read_log: 'The view log, kept for the set time.',
  record_check: 'The result of the last check, which is made again.',
  release_seen: 'Of a person, not of a run.',
  repeat_entry: 'A plan for the next plates.',
  run_count: 'How many runs there are, which follows from them.',
  run_counter: 'Only grows.',
  run_sample: 'What searches read, which follows from the wells.',
  run_well_use: 'What the wells refer to, which follows from them.',
  run_use: 'What is counted, which follows from the run.',
  saved_view: 'Of a person, not of a run.',
  seen_session: SIGNING_IN,
  seen_well: 'What a person has looked at, also later.',
  session_activity: SIGNING_IN,
  signing_key: 'Never changed but for the word of the key that comes after it.',
  template: 'A plan of a plate for the next run.',
  template_well: 'A plan of a plate for the next run.',
  time_stamp: 'Comes after the decision; it is checked against the signature whenever it is read.',
  transfer_trouble: 'Of a file server, not of a run.',
  work_list_columns: 'Of a laboratory, not of a run.',
  zone: SETTINGS,
};

let attacked: Attacked;
beforeAll(async () => {
  attacked = await attackedProduct();
  await storeAsBefore(attacked.owners.db, attacked.names.rejected);
  await storeWellsAsBefore(attacked.owners.db, attacked.names.rejected);
}, 300_000);
afterAll(() => attacked.close());

const ofRun = (sql: string) =>
  sql.replaceAll('$1', `'${attacked.names.approved}'`).replaceAll('$2', `'${attacked.names.rejected}'`);

const refused = (statement: string) =>
  undone(
    attacked.owners.db,
    async (tx) => {
      await tx.$executeRawUnsafe(ofRun(statement));
      await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
      return 'done';
    },
    { triggers: true },
  ).catch((error: unknown) => (/42501|23001/.test(String(error)) ? 'refused' : String(error)));

describe('TRUST-462 each table', () => {
  it('TRUST-462 is frozen with a decision, or the reason why not is stated', async () => {
    const rows = await attacked.owners.db.$queryRaw<{ name: string }[]>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
    const listed = [...Object.keys(FROZEN), ...Object.keys(NOT_FROZEN)].sort();
    expect(rows.map(({ name }) => name).sort()).toEqual(listed);
  });

  it.each(Object.entries(FROZEN))(
    'TRUST-462 of a decided run can be neither changed nor deleted, even by the owner of the tables: %s',
    async (table, where) => {
      const [row] = await attacked.owners.db.$queryRawUnsafe<{ rows: bigint }[]>(
        `SELECT count(*) AS rows FROM ${table} WHERE ${ofRun(where)}`,
      );
      // A plate without Tm shift correction has no shift; amplification has its own test, TRUST-614.
      if (table !== 'tm_shift' && table !== 'run_amplification') expect(row?.rows).toBeGreaterThan(0n);
      if (row?.rows === 0n) return;
      expect(await refused(`DELETE FROM ${table} WHERE ${where}`)).toBe('refused');
      const [column] = await attacked.owners.db.$queryRaw<{ name: string }[]>`
        SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${table} ORDER BY ordinal_position LIMIT 1`;
      const change = CHANGES[table] ?? `"${column?.name}" = "${column?.name}"`;
      expect(await refused(`UPDATE ${table} SET ${change} WHERE ${where}`)).toBe('refused');
    },
  );
});

const givenAway = (table: string) =>
  `UPDATE ${table} SET laboratory_id = (SELECT id FROM laboratory WHERE id <> laboratory_id LIMIT 1) WHERE ${OF_RUN}`;

it.each(['run_file', 'run_curves', 'channel_analysis', 'control_reading', 'run_decision', 'comment'])(
  'OPS-643 a decided run counts as changed when the owner of the database gives its rows of %s to another laboratory',
  async (table) => {
    const { db, app, signer } = attacked.owners;
    const { clock } = app;
    const state = await undone(db, async (tx) => {
      const moved = await tx.$executeRawUnsafe(ofRun(givenAway(table)));
      return {
        moved,
        ...(await readRecordState({ db: tx, clock, signer }, attacked.names.approved)),
      };
    });
    expect(state.moved).toBeGreaterThan(0);
    expect(state.state).toBe('changed');
  },
);

it.each(['run_file', 'run_kit', 'run_curves', 'channel_analysis', 'control_reading'])(
  'OPS-643 the hashes before a decision differ when the rows of %s are given to another laboratory',
  async (table) => {
    const { approved } = attacked.names;
    const { db } = attacked.owners;
    const before = await readParts(db, approved);
    const after = await undone(db, async (tx) => {
      await tx.$executeRawUnsafe(ofRun(givenAway(table)));
      return readParts(tx, approved);
    });
    expect(after).not.toEqual(before);
  },
);
