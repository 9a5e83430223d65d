import type { CheckedDecision, RecordDifference } from '@curvewell/domain';

import type { AnalysisDependencies } from '../interpretation/index.ts';
import type { Db, Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { derivedRunFaults } from '../interpretation/index.ts';
import { byteFaults } from './byte-faults.ts';
import type { SettledText } from './decision-record.ts';

export const noResults = () => new AppError('illegal-transition', 'This run has no results.');

interface DerivationRequest {
  readonly runId: string;
  readonly settled: SettledText;
  readonly decision: CheckedDecision;
}

/**
 * Refuses results that do not follow from the audit trail. Before an approval each well is called again from its
 * curves by the same version of the algorithm, and compared byte by byte. Files and curves are read from the database or the object store.
 *
 * @throws AppError `record-changed` that names the wells
 */
export async function refuseUnderived(
  dependencies: AnalysisDependencies,
  actor: LaboratoryCaller,
  request: DerivationRequest,
): Promise<void> {
  const { decision } = request;
  const differences = await underivedFaults(dependencies, { ...request, laboratoryId: actor.laboratory.id });
  if (differences.length === 0) return;
  throw new AppError('record-changed', sentenceOf(differences, decision), {
    details: { differences: differences.slice(0, MAX_REPORTED) },
  });
}

/** Where the results of a run do not follow from the audit trail. */
export async function underivedFaults(
  dependencies: Omit<AnalysisDependencies, 'db'> & { readonly db: Db | Tx },
  { runId, laboratoryId, settled, decision }: DerivationRequest & { readonly laboratoryId: string },
): Promise<RecordDifference[]> {
  const again = decision === 'approve';
  // Wells cannot be called from curves that are lost.
  const lost = again ? await byteFaults(dependencies.db, runId, { readsObjects: true }) : [];
  if (lost.length > 0) return lost;
  return derivedRunFaults(dependencies, { runId, laboratoryId, settled: settled.text, again });
}

const MAX_REPORTED = 50;
const MAX_NAMED = 3;

const WAY_OUT = {
  submit: 'Reinterpret the run, and contact your administrator.',
  approve: 'Reject and reinterpret the run, and contact your administrator.',
} as const satisfies Record<CheckedDecision, string>;

/** “The results are not what was interpreted. A1 FAM: result: expected …, found …. 2 more. Interpret …” */
function sentenceOf(differences: readonly RecordDifference[], decision: CheckedDecision): string {
  const named = differences
    .slice(0, MAX_NAMED)
    .map(
      ({ what, signed, found }) => `${what}: expected ${signed ?? 'nothing'}, found ${found ?? 'nothing'}.`,
    );
  const more = differences.length - named.length;
  return [
    'The results differ from what was interpreted and overridden in Curvewell.',
    ...named,
    ...(more > 0 ? [`${more} more.`] : []),
    WAY_OUT[decision],
  ].join(' ');
}
