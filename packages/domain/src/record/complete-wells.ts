import type { CompleteWell } from '../plate/plate-assays.ts';
import type { DecisionRecord } from './decision-record.ts';

/** A well of a record as input of the analysis; empty: an item that the analysis needs was not set. */
export function completeWells(well: DecisionRecord['wells'][number]): CompleteWell[] {
  const { id, position, channel, name, sampleType, kitVersion, lot, reactionBuffer, expected } = well;
  if (sampleType === null || kitVersion === null || lot === null || reactionBuffer === null) return [];
  return [
    {
      id,
      position,
      channel,
      name,
      sampleType,
      kitVersionId: kitVersion.id,
      lotId: lot.id,
      reactionBufferId: reactionBuffer.id,
      expectedDiagnostic: expected,
    },
  ];
}
