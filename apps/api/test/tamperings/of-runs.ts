import { copied, flipped, INTERPRETATION, rows, type Tampering } from './tampering.ts';
import { wellsSet } from '../change-wells.ts';

const FORGED = `'id', gen_random_uuid(), 'business_id', 9998`;
const REPLACED = `replaced_by_id = interpreted_by_id, replaced_by_name = 'x', replaced_at = now(), replaced_status = 'REJECTED'`;

/** The condition that a blob is a file. */
const OF_FILE = 'sha256 IN (SELECT sha256 FROM run_file)';

/** Tamperings with original files and their readings. */
const OF_FILES = rows([
  [
    'a byte of a file',
    `UPDATE blob SET content = ${flipped('content')} WHERE run_id = :run AND ${OF_FILE}`,
    /File 1: content/,
  ],
  [
    'a byte of a file, and its hash',
    [
      `INSERT INTO blob (run_id, sha256, laboratory_id, content)
       SELECT run_id, encode(sha256(${flipped('content')}), 'hex'), laboratory_id, ${flipped('content')} FROM blob
       WHERE run_id = :run AND ${OF_FILE}`,
      `UPDATE run_file SET sha256 = (SELECT b.sha256 FROM blob b WHERE b.run_id = :run AND b.sha256 <> run_file.sha256
         AND b.sha256 NOT IN (SELECT packed_sha256 FROM run_curves)) WHERE run_id = :run`,
    ],
    /File 1: sha256/,
  ],
  [
    'another file, with its hash and size',
    `UPDATE run_file SET content = 'x', size = 1, sha256 = encode(sha256('x'), 'hex') WHERE run_id = :run`,
    /File 1: sha256/,
  ],
  ['an original emptied', `DELETE FROM blob WHERE run_id = :run AND ${OF_FILE}`, /File 1: content/],
  ['the name of a file', `UPDATE run_file SET name = 'x' WHERE run_id = :run`, /File 1: name/],
  ['a file deleted', `DELETE FROM run_file WHERE run_id = :run`, /File 1$/],
  ['a file put in', copied('run_file', 'run_id = :run', `'id', gen_random_uuid(), 'order', 9`), /File 2/],
  [
    'a reading',
    `UPDATE blob SET content = ${flipped('content', 806)} WHERE run_id = :run AND sha256 IN (SELECT packed_sha256 FROM run_curves)`,
    /Readings FAM .*: packed/,
  ],
  [
    'the hash of the temperatures',
    `UPDATE run_curves SET temperatures_sha256 = reverse(temperatures_sha256) WHERE run_id = :run`,
    /Readings FAM .*: temperatures/,
  ],
  [
    'the readings, put in the place of the packed ones',
    `UPDATE run_curves SET packed_sha256 = NULL, temperatures_sha256 = NULL, values_sha256 = NULL, temperatures = 'x', "values" = 'y' WHERE run_id = :run`,
    /Readings FAM .*: /,
  ],
  [
    'the bytes of readings deleted',
    `DELETE FROM blob WHERE run_id = :run AND sha256 IN (SELECT packed_sha256 FROM run_curves WHERE phase = 'MELT')`,
    /Readings FAM MELT/,
  ],
  ['readings deleted', `DELETE FROM run_curves WHERE run_id = :run AND phase = 'MELT'`, /Readings FAM MELT$/],
  [
    'what the reader of the files warned of',
    `UPDATE run SET import_report = import_report || '{"notes": ["x"]}' WHERE id = :run`,
    /approved: Import report/,
  ],
]);

/** Tamperings with the interpretation. */
const OF_INTERPRETATION = rows([
  [
    'a threshold of the settings',
    `UPDATE interpretation SET configuration = jsonb_set(configuration, '{assays,0,phases,0,minThreshold}', '1') WHERE run_id = :run`,
    /Interpretation: configuration, assays, 1, phases, 1, min threshold/,
  ],
  [
    'a border of a zone',
    `UPDATE interpretation SET configuration = jsonb_set(configuration, '{assays,0,phases,0,zones,0,minTemp}', '51') WHERE run_id = :run`,
    /Interpretation: configuration, assays, 1, phases, 1/,
  ],
  [
    'the version of the algorithm',
    `UPDATE interpretation SET algorithm_version = '9' WHERE run_id = :run`,
    /algorithm version/,
  ],
  ['the engine', `UPDATE interpretation SET engine_sha256 = repeat('a', 64) WHERE run_id = :run`, /engine/],
  [
    'the engine, as if there had been none',
    `UPDATE interpretation SET engine_sha256 = NULL WHERE run_id = :run`,
    /approved: Slopes FAM/,
  ],
  [
    'who interpreted',
    `UPDATE interpretation SET interpreted_by_name = 'x' WHERE run_id = :run`,
    /Interpretation: by/,
  ],
  [
    'an interpretation deleted',
    `DELETE FROM interpretation WHERE run_id = :run`,
    /approved: Interpretation$/,
  ],
  [
    'an interpretation retired',
    `UPDATE interpretation SET run_id = NULL, former_run_id = run_id, ${REPLACED} WHERE run_id = :run`,
    /approved: Interpretation$/,
  ],
  [
    'a former interpretation put in',
    copied(
      'interpretation',
      'run_id = :run',
      `'id', gen_random_uuid(), 'run_id', NULL, 'former_run_id', r.run_id, 'replaced_by_id', r.interpreted_by_id,
       'replaced_by_name', 'x', 'replaced_at', now(), 'replaced_status', 'REJECTED'`,
    ),
    /previous interpretation that no entry/,
  ],
  [
    'the chart that pages draw',
    `UPDATE interpretation_chart SET body = ${flipped('body')} WHERE interpretation_id = ${INTERPRETATION}`,
    /approved: Chart/,
  ],
  [
    'the slopes that are drawn',
    `UPDATE interpreted_slopes SET values_sha256 = repeat('a', 64) WHERE interpretation_id = ${INTERPRETATION}`,
    /Slopes FAM .*: values/,
  ],
  [
    'slopes deleted',
    `DELETE FROM interpreted_slopes WHERE interpretation_id = ${INTERPRETATION}`,
    /Slopes FAM MELT$/,
  ],
  ['control readings deleted', `DELETE FROM control_reading WHERE run_id = :run`, /Control reading A4 FAM$/],
  [
    'what a control was called in its series',
    `UPDATE control_reading SET call = 'TEST_KO' WHERE run_id = :run`,
    /Control reading A4 FAM: call$/,
  ],
  [
    'a control reading left out',
    `UPDATE control_reading SET broken_rule = '{"rule": "1-3s"}' WHERE run_id = :run`,
    /Control reading A4 FAM: broken rule/,
  ],
]);

/** Tamperings with the run and its decisions. */
const OF_RUN = rows([
  ['the plate id', `UPDATE run SET plate_id = 'P-9' WHERE id = :run`, /Run: plate id/],
  ['the instrument', `UPDATE run SET instrument_name = 'x' WHERE id = :run`, /Run: instrument name/],
  ['the name of the run', `UPDATE run SET name = 'x' WHERE id = :run`, /Run: name/],
  ['the number of the run', `UPDATE run SET business_id = 9999 WHERE id = :run`, /Run: business id/],
  ['who imported', `UPDATE run SET created_by_name = 'x' WHERE id = :run`, /Run: created by/],
  [
    'when it was measured',
    `UPDATE run SET run_date = run_date - interval '1 day' WHERE id = :run`,
    /Run: run date/,
  ],
  [
    'another laboratory',
    `UPDATE run SET laboratory_id = (SELECT id FROM laboratory WHERE id <> :lab LIMIT 1) WHERE id = :run`,
    /Run: laboratory id/,
  ],
  [
    'a trial made an ordinary run',
    `UPDATE run SET trial_lot_ids = ARRAY[:lab]::uuid[] WHERE id = :run`,
    /Run: trial lot ids/,
  ],
  [
    'who submitted',
    `UPDATE run SET submitted_by_id = created_by_id, submitted_by_name = 'x' WHERE id = :run`,
    /Run: submitted by, name/,
  ],
  [
    'who decided',
    `UPDATE run SET decided_by_name = 'x' WHERE id = :run AND decided_at IS NOT NULL`,
    /Run: decided by, name/,
  ],
  [
    'who decided, in the run and its decision',
    [
      `UPDATE run SET decided_by_name = 'x' WHERE id = :run AND decided_at IS NOT NULL`,
      `UPDATE run_decision SET by_name = 'x' WHERE run_id = :run AND decision = 'approve'`,
    ],
    /Run: decided by, name/,
  ],
  [
    'when it was decided, by a microsecond',
    `UPDATE run SET decided_at = decided_at + interval '1 microsecond' WHERE id = :run AND decided_at IS NOT NULL`,
    /Run: decided at/,
  ],
  [
    'what was confirmed by who submitted',
    `UPDATE run_decision SET "check" = jsonb_set("check", '{signed,isAgainstRule}', 'true') WHERE run_id = :run AND decision = 'submit'`,
    /Decision 1 \(submit, .*check, signed, is against rule/,
  ],
  [
    'what was confirmed by who approved',
    `UPDATE run_decision SET "check" = jsonb_set("check", '{signed,isAgainstRule}', 'true') WHERE run_id = :run AND decision = 'approve'`,
    /approved: Decision 2 \(approve, .*check, signed, is against rule/,
  ],
  [
    'the reason of a rejection',
    `UPDATE run_decision SET reason = 'x' WHERE run_id = :rejected AND decision = 'reject'`,
    /rejected: Decision 2 \(reject, .*reason/,
  ],
  ['a decision deleted', `DELETE FROM run_decision WHERE run_id = :run AND decision = 'submit'`, /Decision/],
  ['a state', `UPDATE run SET status = 'REJECTED' WHERE id = :run`, /approved: Run: status/],
  [
    'waiting again',
    `UPDATE run SET status = 'WAIT_FOR_APPROVAL' WHERE id = :run AND status <> 'WAIT_FOR_APPROVAL'`,
    /approved: Run: status/,
  ],
  [
    'a rejection taken back',
    `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :rejected`,
    /rejected: Run: status/,
  ],
  ['a rejection made an approval', `UPDATE run SET status = 'APPROVED' WHERE id = :rejected`, /rejected: /],
  ['an approved run deleted', `DELETE FROM run WHERE id = :run`, /no longer exists/],
  [
    'an approved run deleted with its rows and files',
    [
      ...[
        'decision_record',
        'signature',
        'run_decision',
        'record_check',
        'control_reading',
        'comment',
        'run_sample',
        'run_well_use',
      ].map((table) => `DELETE FROM ${table} WHERE run_id = :run`),
      ...['interpretation', 'blob', 'run_curves', 'run_file', 'channel_analysis'].map(
        (table) => `DELETE FROM ${table} WHERE run_id = :run`,
      ),
      `DELETE FROM run WHERE id = :run`,
    ],
    /no longer exists, and no entry records its deletion/,
  ],
  ['a rejected run deleted', `DELETE FROM run WHERE id = :rejected`, /no longer exists/],
  ['an imported run deleted', `DELETE FROM run WHERE id = :imported`, /no longer exists/],
  ['a run put in as it is', copied('run', 'id = :run', FORGED), /9998/],
  ['a run put in as imported', copied('run', 'id = :imported', FORGED), /no entry records its import/],
  [
    'the flag of the list set, with a changed result',
    [
      wellsSet(`w.position = 'A1'`, { result: 'NEGATIVE' }),
      `UPDATE record_check SET is_unchanged = true WHERE run_id = :run`,
    ],
    /A1 FAM: result/,
  ],
]);

/** Changes that affect neither what was signed nor what is shown as signed. */
const HARMLESS: Tampering[] = [
  ...rows(
    [
      [
        'the expiry of a lot',
        `UPDATE lot SET expiration_date = expiration_date + 365 WHERE id IN (SELECT lot_id FROM well WHERE run_id = :run)`,
      ],
    ],
    { harmless: 'The decision keeps its lots as they were.' },
  ),
  ...rows(
    [['the chart deleted', `DELETE FROM interpretation_chart WHERE interpretation_id = ${INTERPRETATION}`]],
    {
      harmless: 'The chart is drawn again from the record.',
    },
  ),
  ...rows(
    [
      [
        'the chart, with another version',
        `UPDATE interpretation_chart SET version = 1, body = ${flipped('body')} WHERE interpretation_id = ${INTERPRETATION}`,
      ],
    ],
    { harmless: 'A chart of another version is drawn again.' },
  ),
  ...rows([['the label of a diagnostic', `UPDATE diagnostic_color SET label = 'x'`]], {
    harmless: 'The record keeps its own label.',
  }),
  ...rows([['the name of the laboratory', `UPDATE laboratory SET name = 'x' WHERE id = :lab`]], {
    harmless: 'The signature keeps its own.',
  }),
  ...rows(
    [
      [
        'the key of a stranger',
        `INSERT INTO signing_key (id, public_key, since) VALUES (repeat('f', 16), repeat('A', 43) || '=', now())`,
      ],
    ],
    { harmless: 'A key that no key of the installation vouches for counts for nothing.' },
  ),
];

export const OF_RUNS = [...OF_FILES, ...OF_INTERPRETATION, ...OF_RUN, ...HARMLESS];
