/**
 * The results of an interpretation with their explanations, version 1 of docs/packed-results.md, as SQL in an update of
 * `interpretation` that also sets `explanation_text` to null.
 */
export const WHOLE_RESULTS = `CASE WHEN explanation_text IS NULL THEN results ELSE (
  SELECT interpretation.results || jsonb_build_object('wells',
    jsonb_object_agg(w.key, w.value || jsonb_build_object('explanation', apart.whole->w.key)))
  FROM (SELECT with_figures(explanation_text, explanation_figures) AS whole) apart,
    jsonb_each(interpretation.results->'wells') w) END`;
