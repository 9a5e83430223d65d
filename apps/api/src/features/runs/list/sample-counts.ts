import {
  builtInDiagnosticSchema,
  DIAGNOSTIC_CATALOGUE,
  type DiagnosticMeaning,
  isSample,
  sampleTypeSchema,
} from '@curvewell/domain';

import { Prisma } from '../../../generated/prisma/client.ts';

const namesOf = (meaning: DiagnosticMeaning): string[] =>
  builtInDiagnosticSchema.options.filter((name) => DIAGNOSTIC_CATALOGUE[name].meaning === meaning);
const SAMPLE_TYPES = sampleTypeSchema.options.filter(isSample);

/** What a result of replicates means, as `meaningOf` says. */
const MEANING = Prisma.sql`CASE WHEN one->'result'->'diagnostic'->>'name' = ANY(${namesOf('positive')}) THEN 'positive'
  WHEN one->'result'->'diagnostic'->>'name' = ANY(${namesOf('negative')}) THEN 'negative' ELSE one->'result'->>'meaning' END`;

/**
 * How many samples of an approved run `r` have which result over wells or channels, as its check was signed; null: its
 * kits combine none, or no check has found the run as signed. Part of the statement of a page: no query for each run. A
 * sample of replicates in several channels counts once, and lacks a result if any channel does.
 */
export const SAMPLE_COUNTS = Prisma.sql`(
  SELECT CASE WHEN count(*) > 0 THEN json_build_object(
      'positive', count(*) FILTER (WHERE counted.outcome = 'positive'),
      'negative', count(*) FILTER (WHERE counted.outcome = 'negative'),
      'none', count(*) FILTER (WHERE counted.outcome = 'none')) END
  FROM (SELECT d.check->'doubts' AS doubts FROM run_decision d
      WHERE r.status = 'APPROVED' AND d.run_id = r.id AND d.laboratory_id = r.laboratory_id AND d.decision = 'approve'
        AND (SELECT k.is_unchanged FROM record_check k WHERE k.run_id = r.id AND k.laboratory_id = r.laboratory_id)
      ORDER BY d.at DESC LIMIT 1) decided
    CROSS JOIN LATERAL (
      SELECT CASE WHEN one->'result'->>'meaning' IN ('positive', 'negative') THEN one->'result'->>'meaning' ELSE 'none' END AS outcome
      FROM jsonb_path_query(decided.doubts, '$.combined[*] ? (@.type() == "object")') one
      UNION ALL
      SELECT CASE WHEN bool_or(coalesce(${MEANING}, 'none') NOT IN ('positive', 'negative')) THEN 'none'
        WHEN bool_or(${MEANING} = 'positive') THEN 'positive' ELSE 'negative' END
      FROM jsonb_path_query(decided.doubts, '$.samples[*] ? (@.type() == "object")') one
      WHERE one->>'sampleType' = ANY(${SAMPLE_TYPES}) AND NOT jsonb_path_exists(coalesce(decided.doubts->'combined', '[]'), '$[*] ? (@.kitVersionId == $kit)', jsonb_build_object('kit', one->'kitVersionId'))
      GROUP BY one->>'kitVersionId', one->>'name', one->>'orderId', one->>'sampleType') counted)`;
