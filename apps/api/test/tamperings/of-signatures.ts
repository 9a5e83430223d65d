import { entryOf, rows } from './tampering.ts';
import { wellsSet } from '../change-wells.ts';

const NO_SIGNATURE = `DELETE FROM signature WHERE run_id = :run`;
const NO_RECORD = `DELETE FROM decision_record WHERE run_id = :run`;
const REPLACED = `UPDATE interpretation SET run_id = NULL, former_run_id = run_id, replaced_by_id = interpreted_by_id,
  replaced_by_name = 'x', replaced_at = now(), replaced_status = 'REJECTED' WHERE run_id = :run`;
const AGAIN = `INSERT INTO interpretation (id, run_id, laboratory_id, algorithm_version, software_version, input_sha256,
    configuration, configuration_sha256, interpreted_by_id, interpreted_by_name)
  SELECT gen_random_uuid(), former_run_id, laboratory_id, algorithm_version, software_version, input_sha256, configuration,
    configuration_sha256, interpreted_by_id, interpreted_by_name FROM interpretation WHERE former_run_id = :run`;
const FORGET_RECORD = `UPDATE audit_event SET details = details - 'record' WHERE ${entryOf('run.approve')}`;

const OF_SIGNATURE = rows([
  ['who signed', `UPDATE signature SET signer_name = 'x' WHERE run_id = :run`, /^approved: Signature$/],
  ['in which role', `UPDATE signature SET signer_role = 'x' WHERE run_id = :run`, /^approved: Signature$/],
  [
    'when it was signed',
    `UPDATE signature SET at = at + interval '1 ms' WHERE run_id = :run`,
    /^approved: Signature$/,
  ],
  [
    'when the signer signed in',
    `UPDATE signature SET signed_in_at = at - interval '1 s' WHERE run_id = :run`,
    /^approved: Signature$/,
  ],
  [
    'the meaning of a signature',
    `UPDATE signature SET meaning = 'seen' WHERE run_id = :run`,
    /^approved: Signature$/,
  ],
  [
    'what changed of the account of the signer',
    `UPDATE signature SET account_changes = '[{"what": "password", "at": "2026-01-01T00:00:00.000Z"}]' WHERE run_id = :run`,
    /^approved: Signature$/,
  ],
  [
    'a signature',
    `UPDATE signature SET signature = repeat('A', 86) || '==' WHERE run_id = :run`,
    /: Signature$/,
  ],
  [
    'the entry that a signature names',
    `UPDATE signature SET entry_number = 1 WHERE run_id = :run`,
    /Audit entry 1$/,
  ],
  ['a signature deleted', NO_SIGNATURE, /^approved: Signature$/],
  [
    'a signature moved to another run',
    `UPDATE signature SET run_id = :run WHERE run_id = :rejected`,
    /rejected: Signature/,
  ],
  [
    'the public key',
    `UPDATE signing_key SET public_key = repeat('A', 43) || '='`,
    /approved: Signature: key/,
  ],
  ['the key deleted', `DELETE FROM signing_key`, /approved: Signature: key/],
  [
    'the key vouched for by itself',
    [
      `UPDATE signing_key SET endorsed_by = id, endorsement = 'x'`,
      `UPDATE signing_key SET endorsement = 'y'`,
    ],
  ],
  [
    'the record that is kept',
    `UPDATE decision_record SET content = '\\x00' WHERE run_id = :run`,
    /approved: Record as it was signed/,
  ],
  ['the record that is kept deleted', NO_RECORD, /approved: Record as it was signed/],
  [
    'decision, record and signature deleted',
    [NO_SIGNATURE, NO_RECORD, `DELETE FROM run_decision WHERE run_id = :run AND decision = 'approve'`],
    /^approved: Signature$/,
  ],
]).map((row) =>
  row.what === 'the key vouched for by itself'
    ? { ...row, harmless: 'The key of the installation is the one that it holds; no key vouches for itself.' }
    : row,
);

/** The status does not match the signature; the trail is hashed again. */
const OF_STATUS = rows(
  [
    [
      'a waiting run set to approved',
      `UPDATE run SET status = 'APPROVED', decided_by_name = 'Ingrid Lindqvist', decided_at = now() WHERE id = :waiting`,
      /^waiting: Signature$/,
    ],
    ['an approval without its signature', NO_SIGNATURE, /^approved: Signature$/],
    [
      'an approval stripped: signature, record, and what its entry says of it',
      [NO_SIGNATURE, NO_RECORD, FORGET_RECORD, wellsSet(`w.position = 'A1'`, { result: 'NEGATIVE' })],
      /^approved: Signature$/,
    ],
    [
      'the newest decision stripped in the same way',
      [NO_SIGNATURE, NO_RECORD, FORGET_RECORD, wellsSet(`w.position = 'A1'`, { result: 'NEGATIVE' })].map(
        (statement) => statement.replaceAll(':run', ':rejected').replaceAll('run.approve', 'run.reject'),
      ),
      /^rejected: Signature$/,
    ],
    [
      'the same, with the run waiting again',
      [
        NO_SIGNATURE,
        NO_RECORD,
        `UPDATE run SET status = 'WAIT_FOR_APPROVAL' WHERE id = :run AND status = 'APPROVED'`,
      ],
      /^approved: Signature$/,
    ],
    [
      'an approval as if from before the chain, which others came before',
      [NO_SIGNATURE, NO_RECORD, `UPDATE audit_event SET brought_in = true WHERE ${entryOf('run.approve')}`],
      /^approved: Signature$/,
    ],
    [
      'an approval made a rejection after which the run was interpreted again',
      [
        `UPDATE signature SET decision = 'REJECTED', meaning = 'reviewed and rejected' WHERE run_id = :run`,
        REPLACED,
        AGAIN,
        `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :run`,
      ],
      /^approved: Signature$/,
    ],
    [
      'a rejected run interpreted again, which no entry records',
      [
        ...[REPLACED, AGAIN].map((statement) => statement.replaceAll(':run', ':rejected')),
        `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :rejected`,
      ],
      /^rejected: /,
    ],
    [
      'an approval after the one that is signed',
      `INSERT INTO audit_event (laboratory_id, number, actor_name, action, entity, entity_id, previous_hash, hash)
       SELECT laboratory_id, number + 1000, 'x', 'run.approve', 'run', entity_id, previous_hash, hash FROM audit_event
       WHERE ${entryOf('run.approve')}`,
      /^approved: Signature$/,
    ],
    [
      'an approval taken back',
      `UPDATE run SET status = 'RUN_TO_INTERPRET' WHERE id = :run`,
      /^approved: Run: status$/,
    ],
  ],
  { trail: 'hashed again' },
).map((row) => ({
  ...row,
  isListed:
    ['a waiting run set to approved', 'an approval taken back'].includes(row.what) ||
    row.what.includes('stripped'),
}));

export const OF_SIGNATURES = [...OF_SIGNATURE, ...OF_STATUS];
