import { A1, copied, inResult, INTERPRETATION, OVERRIDES, rows, WELL_AT } from './tampering.ts';

/** The suggested diagnostic of another well: its place, and itself. */
const PLACE_OF = (position: string) =>
  `(SELECT i.results #> ARRAY['wells', ${WELL_AT(position)}::text, 'color'] FROM interpretation i WHERE i.run_id = :run)`;
const COLOR_OF = (position: string) =>
  `(SELECT d.diagnostic_color FROM diagnostics_of(${INTERPRETATION}) d WHERE d.well_id = ${WELL_AT(position)} AND d.state = 'INITIAL')`;
const SWAPPED = `position IN ('A1', 'A3') AND run_id = :run`;

/** Tamperings with calls and contents of wells. */
const OF_WELLS = rows([
  ['a result', `UPDATE well SET result = 'NEGATIVE' WHERE id = ${A1}`, /^approved: A1 FAM: result$/],
  ['a score', `UPDATE well SET score = 0.5 WHERE id = ${A1}`, /A1 FAM: score/],
  ['the name of a sample', `UPDATE well SET name = 'S-9' WHERE id = ${A1}`, /A1 FAM: name/],
  ['an order id', `UPDATE well SET order_id = 'O-9' WHERE id = ${A1}`, /A1 FAM: order id/],
  ['the type of a sample', `UPDATE well SET sample_type = 'DNA' WHERE id = ${A1}`, /A1 FAM: sample type/],
  [
    'a control made a sample',
    `UPDATE well SET sample_type = 'BLOOD' WHERE run_id = :run AND position = 'A4'`,
    /A4 FAM: sample type/,
  ],
  ['a lot', `UPDATE well SET lot_id = NULL WHERE id = ${A1}`, /A1 FAM: lot/],
  ['a kit version', `UPDATE well SET kit_version_id = NULL WHERE id = ${A1}`, /A1 FAM: kit version/],
  [
    'the name of a lot',
    `UPDATE lot SET name = name || 'x' WHERE id = (SELECT lot_id FROM well WHERE id = ${A1})`,
    /A1 FAM: lot, name/,
  ],
  [
    'the reason with a well',
    `UPDATE well SET diagnostic_comment = 'x' WHERE id = ${A1}`,
    /diagnostic comment/,
  ],
  ['a well deleted', `DELETE FROM well WHERE id = ${A1}`, /approved: A1 FAM$/],
  [
    'the positions of two wells',
    [
      `UPDATE well SET position = 'X' || position WHERE ${SWAPPED}`,
      `UPDATE well SET position = CASE position WHEN 'XA1' THEN 'A3' ELSE 'A1' END WHERE position IN ('XA1', 'XA3') AND run_id = :run`,
    ],
    /FAM: /,
  ],
  [
    'the names of two samples',
    `UPDATE well SET name = CASE position WHEN 'A1' THEN 'S-3' ELSE 'S-1' END WHERE ${SWAPPED}`,
    /A1 FAM: name/,
  ],
  ['a well moved to another run', `UPDATE well SET run_id = :imported WHERE id = ${A1}`, /A1 FAM/],
  [
    'a well of another run moved to it',
    `UPDATE well SET run_id = :run WHERE run_id = :imported`,
    /approved: A1 FAM/,
  ],
  [
    'a well added',
    `INSERT INTO well (id, analysis_id, run_id, laboratory_id, position, name, sample_type)
     SELECT gen_random_uuid(), analysis_id, run_id, laboratory_id, 'H12', 'S-99', 'BLOOD' FROM well WHERE id = ${A1}`,
    /^approved: H12 FAM$/,
  ],
  ['a peak', inResult(A1, 'explanation,score', `'0.123'`), /A1 FAM: explanation, score/],
  [
    'a melting temperature',
    inResult(A1, 'explanation,phases,0,peaks,0,tm', `'55.9'`),
    /A1 FAM: explanation, phases, 1, peaks, 1, tm/,
  ],
  [
    'an explanation left out',
    `UPDATE interpretation SET results = results #- ARRAY['wells', ${A1}::text, 'explanation'] WHERE run_id = :run`,
    /A1 FAM: explanation/,
  ],
  ['all explanations', `UPDATE interpretation SET results = NULL WHERE run_id = :run`, /A1 FAM: explanation/],
  [
    'an explanation put in its row, as before',
    `INSERT INTO interpreted_well (id, interpretation_id, laboratory_id, well_id, explanation)
     SELECT gen_random_uuid(), ${INTERPRETATION}, laboratory_id, id, '{}' FROM well WHERE id = ${A1}`,
    /A1 FAM/,
  ],
  [
    'an explanation',
    `UPDATE interpretation SET results = results #- ARRAY['wells', ${A1}::text] WHERE run_id = :run`,
    /A1 FAM: explanation/,
  ],
  [
    'an explanation given to nobody',
    `UPDATE interpretation SET results = jsonb_set(results #- ARRAY['wells', ${A1}::text],
       ARRAY['wells', gen_random_uuid()::text], results #> ARRAY['wells', ${A1}::text]) WHERE run_id = :run`,
    /A1 FAM: explanation/,
  ],
  ['the suggested result', inResult(A1, 'color', PLACE_OF('A4')), /A1 FAM: diagnostics, 1, diagnostic color/],
  [
    'the suggested result deleted',
    `UPDATE interpretation SET results = results #- ARRAY['wells', ${A1}::text, 'color'] WHERE run_id = :run`,
    /A1 FAM: diagnostics/,
  ],
  [
    'the verdict of a control',
    [
      `UPDATE well SET result = 'TEST_KO' WHERE run_id = :run AND position = 'A4'`,
      inResult(WELL_AT('A4'), 'explanation,diagnostic', `'"TEST_KO"'`),
    ],
    /A4 FAM: result/,
  ],
  [
    'result, explanation and suggested result, all fitting',
    [
      `UPDATE well SET result = 'HOMOZYGOUS_MUTATED' WHERE id = ${A1}`,
      `UPDATE interpretation SET results = jsonb_set(results, ARRAY['wells', ${A1}::text],
       results #> ARRAY['wells', ${WELL_AT('A3')}::text]) WHERE run_id = :run`,
    ],
    /A1 FAM: result/,
  ],
  [
    'a result, and the hashes that are kept with it',
    [
      `UPDATE well SET score = 0.5 WHERE id = ${A1}`,
      `UPDATE interpretation SET result_hashes = NULL WHERE run_id = :run`,
    ],
    /A1 FAM: score/,
  ],
]);

const PUT_IN = (name: string, position = 'A1') =>
  `INSERT INTO interpreted_well_diagnostic (id, interpretation_id, well_id, laboratory_id, state, diagnostic_color, comment, by_id, by_name, at)
   SELECT gen_random_uuid(), ${INTERPRETATION}, w.id, w.laboratory_id, 'UPDATED', ${COLOR_OF('A4')}, 'Checked', u.id, '${name}', now()
   FROM well w, app_user u
   WHERE w.run_id = :run AND w.position = '${position}' AND u.login = 'physician'`;

/** Tamperings with overrides and comments. */
const OF_CHANGES = rows([
  [
    'an override deleted',
    `DELETE FROM interpreted_well_diagnostic WHERE ${OVERRIDES}`,
    /A1 FAM: diagnostics, 2/,
  ],
  [
    'the reason of an override',
    `UPDATE interpreted_well_diagnostic SET comment = 'x' WHERE ${OVERRIDES}`,
    /A1 FAM: diagnostics, 2, reason/,
  ],
  [
    'the result of an override',
    `UPDATE interpreted_well_diagnostic SET diagnostic_color = ${COLOR_OF('A4')} WHERE ${OVERRIDES}`,
    /A1 FAM: diagnostics, 2, diagnostic color/,
  ],
  [
    'who overrode',
    `UPDATE interpreted_well_diagnostic SET by_name = 'x' WHERE ${OVERRIDES}`,
    /A1 FAM: diagnostics, 2, by, name/,
  ],
  [
    'when a result was overridden, by a microsecond',
    `UPDATE interpreted_well_diagnostic SET at = at + interval '1 microsecond' WHERE ${OVERRIDES}`,
    /A1 FAM: diagnostics, 2, at/,
  ],
  [
    'of which well an override is',
    `UPDATE interpreted_well_diagnostic SET well_id = ${WELL_AT('A3')} WHERE ${OVERRIDES}`,
    /A3 FAM: diagnostics, 2/,
  ],
  ['an override put in', PUT_IN('Nobody'), /A1 FAM: diagnostics, 3/],
  [
    'an override in the name of a physician',
    [
      PUT_IN('Ingrid Lindqvist', 'A3'),
      `UPDATE well SET diagnostic_comment = 'Checked' WHERE run_id = :run AND position = 'A3'`,
    ],
    /A3 FAM: diagnostics, 2/,
  ],
  [
    'an override twice',
    copied('interpreted_well_diagnostic', `r.${OVERRIDES}`, `'id', gen_random_uuid()`),
    /A1 FAM: diagnostics, 3/,
  ],
  [
    'a comment',
    `UPDATE comment SET value = 'x' WHERE run_id = :run AND well_id IS NULL`,
    /Comment of Tara Holm, .*: value/,
  ],
  [
    'a comment that was edited',
    `UPDATE comment SET value = 'x' WHERE run_id = :run AND well_id IS NOT NULL`,
    /on A1 FAM, .*: value/,
  ],
  [
    'a comment deleted',
    `DELETE FROM comment WHERE run_id = :run AND well_id IS NOT NULL`,
    /Comment of .* on A1 FAM/,
  ],
  ['who commented', `UPDATE comment SET author_name = 'x' WHERE run_id = :run`, /Comment of x/],
  [
    'a comment put in',
    `INSERT INTO comment (id, run_id, laboratory_id, author_id, author_name, value)
     SELECT gen_random_uuid(), id, laboratory_id, created_by_id, created_by_name, 'Fine' FROM run WHERE id = :run`,
    /Comment of Tara Holm/,
  ],
]);

/** Tamperings that would get a result approved that was never measured. */
const BEFORE_APPROVAL = rows([
  [
    'result, suggested result and an override in the name of a physician',
    [
      `UPDATE well SET result = 'HOMOZYGOUS_MUTATED' WHERE id = ${A1}`,
      inResult(A1, 'color', PLACE_OF('A3')),
      PUT_IN('Ingrid Lindqvist'),
    ],
    /A1 FAM: result/,
  ],
]);

export const OF_RESULTS = [...OF_WELLS, ...OF_CHANGES, ...BEFORE_APPROVAL];
