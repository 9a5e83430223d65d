import { SAMPLE_TYPE_LABEL, type Run } from '@curvewell/domain';

import type { ExportRow } from '../export-rows.ts';
import { named, uuidOf } from './fhir-parts.ts';
import type { FhirResource } from './fhir-schema.ts';

/** A sample may have the name of the position of a well without a name, which is another sample. */
export const specimenKey = ({ name, orderId, position }: Pick<ExportRow, 'name' | 'orderId' | 'position'>) =>
  JSON.stringify(name === null ? [position, orderId, 'well'] : [name, orderId]);

export interface Sample {
  readonly key: string;
  readonly rows: readonly ExportRow[];
}

/** Blood and DNA of one name and order are two specimens, of which the first keeps the id of the sample. */
export function specimensOf(
  run: Run,
  { key, rows }: Sample,
): ReadonlyMap<ExportRow['sampleType'], FhirResource> {
  return new Map(
    [...Map.groupBy(rows, ({ sampleType }) => sampleType)].map(([sampleType, [first]], index) => [
      sampleType,
      {
        resourceType: 'Specimen',
        id: index === 0 ? uuidOf(run, 'specimen', key) : uuidOf(run, 'specimen', key, sampleType),
        identifier: [named('Sample', first?.name ?? first?.position ?? '')],
        type: { text: SAMPLE_TYPE_LABEL[sampleType] },
      } satisfies FhirResource,
    ]),
  );
}
