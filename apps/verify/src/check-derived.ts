import { PORTABLE_PARTS, recordSamples, sampleFaults } from '@curvewell/domain';
import { derivedFaults } from '@curvewell/domain/derive';

import { fails, holds, type Finding } from './findings.ts';
import type { OpenedRecord } from './opened-record.ts';

/**
 * Checks that the final result of each well follows from its explanation and overrides, and that changes and
 * comments match the entries of the audit trail in both directions.
 */
export function checkDerived({ record, audit, signature }: OpenedRecord): Finding[] {
  const decided = signature.statement.entry.number;
  const entries = audit.links.flatMap(({ number, entry }) =>
    entry !== null && entry.entityId === record.run.id && number <= decided ? [entry] : [],
  );
  const faults = [...derivedFaults({ ...record, entries, hashes: null }), ...sampleFaults(record)];
  if (faults.length > 0)
    return faults.map(({ what, signed, found }) =>
      fails(
        PORTABLE_PARTS.record,
        `${what}: expected ${signed ?? 'nothing'} from the audit trail, the record contains ${found ?? 'nothing'}.`,
      ),
    );
  const changes = record.wells.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ state }) => state === 'UPDATED'),
  );
  const samples = recordSamples(record);
  return [
    ...(samples.length === 0
      ? []
      : [
          holds(
            PORTABLE_PARTS.record,
            `The results of ${samples.length} samples with several wells follow from their wells and the rule of the kit version.`,
          ),
        ]),
    holds(
      PORTABLE_PARTS.record,
      `The audit trail explains the final result of each well: ${changes.length} overrides and ${record.comments.length} comments, each with its entry.`,
    ),
  ];
}
