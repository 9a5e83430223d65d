import { wellsKept, wellsSet } from '../change-wells.ts';
import { A1, copied, inResult, INTERPRETATION, OVERRIDES, rows, WELL_AT } from './tampering.ts';
import { WHOLE_RESULTS } from '../whole-results.ts';

/** The suggested diagnostic of another well: its place, and itself. */
const PLACE_OF = (position: string) =>
  `(SELECT i.results #> ARRAY['wells', ${WELL_AT(position)}::text, 'color'] FROM interpretation i WHERE i.run_id = :run)`;
const COLOR_OF = (position: string) =>
  `(SELECT d.diagnostic_color FROM diagnostics_of(${INTERPRETATION}) d WHERE d.well_id = ${WELL_AT(position)} AND d.state = 'INITIAL')`;
const SWAPPED = `position IN ('A1', 'A3')`;
/** The value of all wells of a run. */
const WELLS_OF = (run: string) => `(SELECT a.wells FROM channel_analysis a WHERE a.run_id = ${run})`;

/** Tamperings with calls and contents of wells. */
const OF_WELLS = rows([
  ['a result', wellsSet(`w.position = 'A1'`, { result: 'NEGATIVE' }), /^approved: A1 FAM: result$/],
  ['a score', wellsSet(`w.position = 'A1'`, { score: 0.5 }), /A1 FAM: score/],
  ['the name of a sample', wellsSet(`w.position = 'A1'`, { name: 'S-9' }), /A1 FAM: name/],
  ['an order id', wellsSet(`w.position = 'A1'`, { order_id: 'O-9' }), /A1 FAM: order id/],
  ['the type of a sample', wellsSet(`w.position = 'A1'`, { sample_type: 'DNA' }), /A1 FAM: sample type/],
  ['a control made a sample', wellsSet(`w.position = 'A4'`, { sample_type: 'BLOOD' }), /A4 FAM: sample type/],
  ['a lot', wellsSet(`w.position = 'A1'`, { lot_id: null }), /A1 FAM: lot/],
  ['a kit version', wellsSet(`w.position = 'A1'`, { kit_version_id: null }), /A1 FAM: kit version/],
  [
    'the name of a lot',
    `UPDATE lot SET name = name || 'x' WHERE id = (SELECT lot_id FROM well WHERE run_id = :run AND position = 'A1')`,
    /A1 FAM: lot, name/,
  ],
  [
    'the reason with a well',
    wellsSet(`w.position = 'A1'`, { diagnostic_comment: 'x' }),
    /diagnostic comment/,
  ],
  ['a well deleted', wellsKept(`e.value->>'position' <> 'A1'`), /approved: A1 FAM$/],
  [
    'the positions of two wells',
    wellsSet(
      `w.${SWAPPED}`,
      `jsonb_build_object('id', w.id, 'position', CASE w.position WHEN 'A1' THEN 'A3' ELSE 'A1' END)`,
    ),
    /FAM: /,
  ],
  [
    'the names of two samples',
    wellsSet(
      `w.${SWAPPED}`,
      `jsonb_build_object('name', CASE w.position WHEN 'A1' THEN 'S-3' ELSE 'S-1' END)`,
    ),
    /A1 FAM: name/,
  ],
  [
    'a well moved to another run',
    [
      `UPDATE channel_analysis SET wells = wells || jsonb_build_array(jsonb_build_object('id', ${A1}, 'position', 'G12')) WHERE run_id = :imported`,
      wellsKept(`e.value->>'position' <> 'A1'`),
    ],
    /A1 FAM/,
  ],
  [
    'a well of another run moved to it',
    `UPDATE channel_analysis SET wells = wells || ${WELLS_OF(':imported')} WHERE run_id = :run`,
    /approved: A1 FAM/,
  ],
  [
    'a well added',
    wellsKept('true', `'[{"position":"H12","name":"S-99","sample_type":"BLOOD"}]'`),
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
    `UPDATE interpretation SET explanation_text = NULL, results = ${WHOLE_RESULTS} #- ARRAY['wells', ${A1}::text, 'explanation'] WHERE run_id = :run`,
    /A1 FAM: explanation/,
  ],
  [
    'a figure of an explanation',
    `UPDATE interpretation SET explanation_figures[2] = explanation_figures[2] + 0.1 WHERE run_id = :run`,
    /A1 FAM: explanation, phases/,
  ],
  [
    'a figure less',
    `UPDATE interpretation SET explanation_figures = trim_array(explanation_figures, 1) WHERE run_id = :run`,
    /A1 FAM: explanation/,
  ],
  [
    'the text of the explanations',
    `UPDATE interpretation SET explanation_text = replace(explanation_text, '"accepted":true', '"accepted":false') WHERE run_id = :run`,
    /A1 FAM: explanation, phases/,
  ],
  [
    'the text of the explanations left out',
    `UPDATE interpretation SET explanation_text = NULL WHERE run_id = :run`,
    /A1 FAM: explanation/,
  ],
  ['all explanations', `UPDATE interpretation SET results = NULL WHERE run_id = :run`, /A1 FAM: explanation/],
  [
    'an explanation put in its row, as before',
    `INSERT INTO interpreted_well (id, interpretation_id, laboratory_id, well_id, explanation)
     SELECT gen_random_uuid(), ${INTERPRETATION}, laboratory_id, id, '{}' FROM well WHERE run_id = :run AND position = 'A1'`,
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
      wellsSet(`w.position = 'A4'`, { result: 'TEST_KO' }),
      inResult(WELL_AT('A4'), 'explanation,diagnostic', `'"TEST_KO"'`),
    ],
    /A4 FAM: result/,
  ],
  [
    'result, explanation and suggested result, all fitting',
    [
      wellsSet(`w.position = 'A1'`, { result: 'HOMOZYGOUS_MUTATED' }),
      `UPDATE interpretation SET explanation_text = NULL, results = jsonb_set(${WHOLE_RESULTS}, ARRAY['wells', ${A1}::text],
       ${WHOLE_RESULTS} #> ARRAY['wells', ${WELL_AT('A3')}::text]) WHERE run_id = :run`,
    ],
    /A1 FAM: result/,
  ],
  [
    'a result, and the hashes that are kept with it',
    [
      wellsSet(`w.position = 'A1'`, { score: 0.5 }),
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
    [PUT_IN('Ingrid Lindqvist', 'A3'), wellsSet(`w.position = 'A3'`, { diagnostic_comment: 'Checked' })],
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
      wellsSet(`w.position = 'A1'`, { result: 'HOMOZYGOUS_MUTATED' }),
      inResult(A1, 'color', PLACE_OF('A3')),
      PUT_IN('Ingrid Lindqvist'),
    ],
    /A1 FAM: result/,
  ],
]);

export const OF_RESULTS = [...OF_WELLS, ...OF_CHANGES, ...BEFORE_APPROVAL];
