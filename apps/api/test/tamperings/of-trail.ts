import { entryOf, rows } from './tampering.ts';

const CHANGED_ENTRY = `UPDATE audit_event SET actor_name = 'x' WHERE laboratory_id = :lab AND number = 3`;
const SIGNED_UP_TO = `(SELECT max(entry_number) FROM signature WHERE laboratory_id = :lab)`;
/** Cuts entries off the end of a chain and resets the head. */
const CUT_OFF = (from: string) => [
  `DELETE FROM audit_event WHERE laboratory_id = :lab AND number > ${from}`,
  `UPDATE audit_head h SET number = e.number, hash = e.hash FROM audit_event e
   WHERE h.chain = :lab AND e.laboratory_id = :lab AND e.number = (SELECT max(number) FROM audit_event WHERE laboratory_id = :lab)`,
];
const LAST = `(SELECT max(number) FROM audit_event WHERE laboratory_id = :lab)`;

const AS_IT_IS = rows([
  [
    'what an entry records',
    `UPDATE audit_event SET details = details || '{"reason": "x"}' WHERE ${entryOf('run.diagnostic')}`,
    /Entry \d+ was altered/,
  ],
  [
    'who did what an entry records',
    `UPDATE audit_event SET actor_name = 'x' WHERE ${entryOf('run.submit')}`,
    /was altered/,
  ],
  [
    'when, by a microsecond',
    `UPDATE audit_event SET at = at + interval '1 microsecond' WHERE ${entryOf('run.import')}`,
    /was altered/,
  ],
  ['from where', `UPDATE audit_event SET address = '10.0.0.1' WHERE ${entryOf('run.import')}`, /was altered/],
  [
    'the hash of an entry',
    `UPDATE audit_event SET hash = repeat('a', 64) WHERE ${entryOf('run.submit')}`,
    /Entry \d+/,
  ],
  ['an entry deleted', `DELETE FROM audit_event WHERE ${entryOf('run.comment')}`, /Entry \d+ is missing/],
  [
    'an entry put in',
    `INSERT INTO audit_event (laboratory_id, number, actor_name, action, entity, previous_hash, hash)
     SELECT laboratory_id, 0, 'x', 'run.seen', 'run', previous_hash, hash FROM audit_event WHERE ${entryOf('run.submit')}`,
    /more than one entry|was altered/,
  ],
  [
    'an entry put in at the end, with its head',
    [
      `INSERT INTO audit_event (laboratory_id, number, actor_name, action, entity, previous_hash, hash)
       SELECT :lab, number + 1, 'x', 'run.seen', 'run', hash, repeat('b', 64) FROM audit_head WHERE chain = :lab`,
      `UPDATE audit_head SET number = number + 1, hash = repeat('b', 64) WHERE chain = :lab`,
    ],
    /was altered/,
  ],
  [
    'two entries in another order',
    `UPDATE audit_event e SET action = o.action, entity_id = o.entity_id, details = o.details FROM audit_event o
     WHERE e.laboratory_id = :lab AND o.laboratory_id = :lab AND e.number IN (3, 4) AND o.number = 7 - e.number`,
    /Entry 3 was altered/,
  ],
  [
    'an entry moved to another laboratory',
    `UPDATE audit_event SET laboratory_id = (SELECT id FROM laboratory WHERE id <> :lab LIMIT 1) WHERE ${entryOf('run.submit')}`,
    /Demo laboratory North: Entry \d+ is missing/,
  ],
  [
    'the newest two entries cut off, the head left',
    `DELETE FROM audit_event WHERE laboratory_id = :lab AND number > ${LAST} - 2`,
    /are missing/,
  ],
  ['the newest entry cut off, the head set back', CUT_OFF(`${LAST} - 1`), /is missing: the seal of/],
  [
    'what follows the last signature cut off, the head set back',
    CUT_OFF(SIGNED_UP_TO),
    /missing: the seal of/,
  ],
  [
    'a rollback: everything of the last decision undone, as an old backup would be',
    [
      `DELETE FROM decision_record WHERE run_id = :rejected`,
      `DELETE FROM signature WHERE run_id = :rejected`,
      `DELETE FROM run_decision WHERE run_id = :rejected AND decision = 'reject'`,
      `UPDATE run SET status = 'WAIT_FOR_APPROVAL', decided_by_id = NULL, decided_by_name = NULL, decided_at = NULL WHERE id = :rejected`,
      ...CUT_OFF(
        `(SELECT min(number) - 1 FROM audit_event WHERE entity_id = :rejected AND action = 'run.reject')`,
      ),
    ],
    /missing: the seal of/,
  ],
  [
    'all entries and their head deleted',
    [`DELETE FROM audit_event WHERE laboratory_id = :lab`, `DELETE FROM audit_head WHERE chain = :lab`],
    /Entries 1 to [\d,]+ are missing/,
  ],
  ['the head alone', `UPDATE audit_head SET number = number + 1 WHERE chain = :lab`, /names it/],
  ['a head deleted', `DELETE FROM audit_head WHERE chain = :lab`, /The newest entry of the audit trail,/],
  [
    'the number of runs set back',
    [
      `UPDATE laboratory SET demonstration = false`,
      `UPDATE run_counter SET last_business_id = last_business_id - 1`,
    ],
    /the last assigned number is/,
  ],
  [
    'a number of a run left out',
    [
      `UPDATE laboratory SET demonstration = false`,
      `UPDATE run_counter SET last_business_id = last_business_id + 1`,
    ],
    /Run \d+ does not exist/,
  ],
]);

const HASHED_AGAIN = rows(
  [
    ['an entry edited, all after it hashed again', CHANGED_ENTRY, /is not the one that/],
    [
      'an entry after the last signature edited, all after it hashed again',
      `UPDATE audit_event SET actor_name = 'x' WHERE laboratory_id = :lab AND number = ${LAST}`,
      /is not the one that the seal of/,
    ],
    [
      'an entry deleted, the chain closed up and hashed again',
      [
        `DELETE FROM audit_event WHERE laboratory_id = :lab AND number = 3`,
        `UPDATE audit_event SET number = -number WHERE laboratory_id = :lab AND number > 3`,
        `UPDATE audit_event SET number = -number - 1 WHERE laboratory_id = :lab AND number < 0`,
        `UPDATE audit_head SET number = number - 1 WHERE chain = :lab`,
      ],
      /is not the one that/,
    ],
    [
      'an entry of the installation deleted, the chain closed up and hashed again',
      [
        `DELETE FROM audit_event WHERE laboratory_id IS NULL AND number = 1`,
        `UPDATE audit_event SET number = -number WHERE laboratory_id IS NULL`,
        `UPDATE audit_event SET number = -number - 1 WHERE laboratory_id IS NULL`,
        `UPDATE audit_head SET number = number - 1 WHERE chain = '00000000-0000-0000-0000-000000000000'`,
      ],
      /installation: .*(is not the one that|missing)/,
    ],
    [
      'all clocks: entries of today a month earlier',
      `UPDATE audit_event SET at = at - interval '1 month' WHERE laboratory_id = :lab`,
      /is not the one that/,
    ],
  ],
  { trail: 'hashed again' },
);

export const OF_TRAIL = [...AS_IT_IS, ...HASHED_AGAIN];
