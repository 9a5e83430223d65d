import {
  combinedText,
  type CombinedResult,
  isSample,
  sampleText,
  type Run,
  type SampleResult,
} from '@curvewell/domain';

import type { ExportRow } from '../export-rows.ts';
import { rowsWithCombined } from './combined-rows.ts';
import { GENETIC_REPORT, GENETICS, LABORATORY } from './fhir-codes.ts';
import {
  urlOf,
  refer,
  uuidIdentifier,
  named,
  uuidOf,
  laboratoryId,
  softwareId,
  runIdentifiers,
  ordered,
  about,
  allelicComponent,
  cqComponent,
  valued,
  observationStatus,
  overrideNotes,
  degrees,
  notesOn,
} from './fhir-parts.ts';
import { specimenKey, specimensOf, type Sample } from './fhir-specimens.ts';
import { fhirBundleSchema, type FhirBundle, type FhirObservation, type FhirResource } from './fhir-schema.ts';
import { remarksOn } from '../about-run.ts';
import { isWithdrawn, resultsState, noResultReason, type Results } from './result-rows.ts';
import { rowsWithSamples, type ResultRow } from './sample-rows.ts';

/**
 * The results of a run as FHIR R4: a report for each sample, and an observation for each well and channel.
 * Controls and standards are stated in a note on the samples that they support. The product does not know the
 * patient; the order identifies them.
 */
export function fhirBundle(results: Results): FhirBundle {
  const { run, facts } = results;
  const samples = Map.groupBy(
    results.rows.filter(({ sampleType }) => isSample(sampleType)),
    specimenKey,
  );
  const resources = [
    laboratory(run),
    software(results),
    ...[...samples].flatMap(([key, rows]) => sampleResources(results, { key, rows })),
  ];
  return fhirBundleSchema.parse({
    resourceType: 'Bundle',
    id: uuidOf(run, 'bundle', facts.exportedAt),
    identifier: uuidIdentifier(run.id),
    type: 'collection',
    timestamp: facts.exportedAt,
    entry: resources.map((resource) => ({ fullUrl: urlOf(resource.id), resource })),
  });
}

function laboratory(run: Run): FhirResource {
  return {
    resourceType: 'Organization',
    id: laboratoryId(run),
    identifier: [uuidIdentifier(run.laboratory.id)],
    name: run.laboratory.name,
  };
}

function software({ run, facts }: Results): FhirResource {
  const version = (type: string, value: string) => ({ type: { text: type }, value });
  return {
    resourceType: 'Device',
    id: softwareId(run),
    deviceName: [{ name: 'Curvewell', type: 'user-friendly-name' }],
    version: [
      version('Software', facts.softwareVersion),
      version('Algorithm', facts.algorithmVersion),
      version('Settings SHA-256', facts.configurationSha256),
    ],
  };
}

function sampleResources(results: Results, { key, rows }: Sample): FhirResource[] {
  const { run } = results;
  const [first] = rows;
  if (first === undefined) return [];
  const specimens = specimensOf(run, { key, rows });
  const specimenId = ({ sampleType }: Pick<ExportRow, 'sampleType'>): string =>
    specimens.get(sampleType)?.id ?? '';
  const ofChannels = rowsWithSamples(rows, results.samples);
  const reported = rowsWithCombined(ofChannels, results.combined);
  const combinedOf = new Map(
    reported.flatMap(({ parts, combined }) => parts.map((part) => [part, combined] as const)),
  );
  const observations = ofChannels.flatMap((part) => {
    const combined = combinedOf.get(part) ?? null;
    const note = partNote(part.sample, combined);
    return part.members.map((row) =>
      observation(results, {
        row: behind(behind(row, part.sample), combined),
        specimenId: specimenId(row),
        note,
      }),
    );
  });
  const ofSamples = ofChannels.flatMap((row) => {
    if (row.sample === null) return [];
    const combined = combinedOf.get(row) ?? null;
    return [
      sampleObservation(results, {
        row: behind(row, combined),
        sample: row.sample,
        combined,
        specimenId: specimenId(row),
      }),
    ];
  });
  const ofCombined = reported.flatMap((row) =>
    row.combined === null
      ? []
      : [combinedObservation(results, { row, combined: row.combined, specimenId: specimenId(row) })],
  );
  const { approved } = run.acts;
  const report: FhirResource = {
    resourceType: 'DiagnosticReport',
    id: uuidOf(run, 'report', key),
    identifier: [uuidIdentifier(uuidOf(run, 'report', key)), ...runIdentifiers(run)],
    ...ordered(first),
    ...about(results),
    category: [GENETICS],
    code: { coding: [GENETIC_REPORT] },
    performer: [refer(laboratoryId(run))],
    ...(approved && { resultsInterpreter: [{ type: 'Practitioner', display: approved.name }] }),
    specimen: [...specimens.values()].map(({ id }) => refer(id)),
    // Wells and channels behind a result of the sample are not separate results.
    result: [
      ...ofCombined.map(({ id }) => refer(id)),
      ...reported.flatMap(({ sample }) => (sample === null ? [] : [refer(sampleId(run, sample))])),
      ...reported.flatMap(({ sample, combined, wellId }) =>
        sample === null && combined === null ? [refer(wellId)] : [],
      ),
    ],
    ...concluded(results, reported),
  };
  return [...specimens.values(), ...observations, ...ofSamples, ...ofCombined, report];
}

/** The number of missing results, and remarks on controls, kits, lots and files. */
function concluded(results: Results, rows: readonly ResultRow[]): { conclusion?: string } {
  // A count of some would say that a rejected or changed run has the others.
  const without = isWithdrawn(results) ? 0 : rows.filter(({ noCall }) => noCall !== null).length;
  const texts = [
    ...(without === 0 ? [] : [`No call for ${without} of ${rows.length} results.`]),
    ...remarksOn(
      results.remarks,
      rows.flatMap(({ members }) => members),
    ).map(({ text }) => text),
  ];
  return texts.length === 0 ? {} : { conclusion: texts.join(' ') };
}

function observation(
  results: Results,
  {
    row,
    specimenId,
    note,
  }: { readonly row: ExportRow; readonly specimenId: string; readonly note: string | null },
): FhirObservation {
  const { run } = results;
  const state = resultsState(results);
  const absent = noResultReason(row, results);
  const component = [
    ...allelicComponent(absent === null ? row.diagnostic : null),
    ...(absent === null ? row.peaks.map(peakComponent) : []),
    // Of a well without a result as well: whether it amplified may be the reason.
    ...(isWithdrawn(results) ? [] : row.cqs.map(cqComponent)),
  ];
  return {
    resourceType: 'Observation',
    id: row.wellId,
    identifier: [uuidIdentifier(row.wellId), named('Well', row.position), ...runIdentifiers(run)],
    // An order has one result: that of the sample.
    ...(note === null && ordered(row)),
    ...about(results),
    status: observationStatus(row, state),
    category: [LABORATORY, GENETICS],
    ...valued(results, row, note !== null),
    performer: [refer(laboratoryId(run))],
    note: [...(note === null ? [] : [note]), ...notesOn(results, row)].map((text) => ({ text })),
    method: { text: `Melting curve analysis, ${run.instrumentName}` },
    specimen: refer(specimenId),
    device: refer(softwareId(run)),
    // FHIR forbids empty lists.
    ...(component.length > 0 && { component }),
  };
}

/**
 * A well or channel behind a result of its sample. If the sample has none, neither has the well: a receiver that reads each
 * observation must not find a final result. Its call is in the words of the sample's observation.
 */
function behind<Row extends ExportRow>(row: Row, of: SampleResult | CombinedResult | null): Row {
  if (of === null || of.result !== null || row.noCall !== null) return row;
  const text = `${of.name === null ? 'The sample' : `Sample ${of.name}`} has no result: its own observation says why.`;
  return { ...row, result: 'No result of its own', noCall: { text, codes: [], absent: 'unknown' } };
}

/** Of a well behind a result of its sample; null: the well has a separate result. */
function partNote(sample: SampleResult | null, combined: CombinedResult | null): string | null {
  if (sample !== null) return replicateNote(sample);
  return combined && combinedNote(combined);
}

const combinedNote = ({ name }: CombinedResult): string =>
  `Part of the combined result of ${name === null ? 'the sample' : `sample ${name}`}, not a result of its own: see the observation derived from it.`;

const replicateNote = ({ name, wells }: SampleResult): string =>
  `One of ${wells.length} wells of sample ${name}, not a result of its own: see the observation derived from it.`;

interface SampleOf {
  readonly row: ResultRow;
  readonly sample: SampleResult;
  /** Null: the result of the sample in this channel is its result. */
  readonly combined: CombinedResult | null;
  readonly specimenId: string;
}

const sampleId = (run: Run, { wells }: SampleResult): string =>
  uuidOf(run, 'sample', ...wells.map(({ wellId }) => wellId));

/** The result of a sample, derived from the observations of its wells, which state their overrides and shapes. */
function sampleObservation(
  results: Results,
  { row, sample, combined, specimenId }: SampleOf,
): FhirObservation {
  const { run } = results;
  const id = sampleId(run, sample);
  const hasResult = noResultReason(row, results) === null;
  const component = hasResult
    ? [...allelicComponent(sample.result), ...sample.tms.flatMap(meanComponents)]
    : [];
  return {
    resourceType: 'Observation',
    id,
    identifier: [uuidIdentifier(id), named('Sample', sample.name), ...runIdentifiers(run)],
    ...(combined === null && ordered(row)),
    ...about(results),
    status: observationStatus(row, resultsState(results)),
    category: [LABORATORY, GENETICS],
    ...valued(results, row, combined !== null),
    performer: [refer(laboratoryId(run))],
    note: [
      ...(combined === null ? [] : [combinedNote(combined)]),
      ...(isWithdrawn(results) ? [] : [sampleText(sample)]),
      ...overrideNotes(results, row),
      ...notesOn(results, withoutWell(row)),
    ].map((text) => ({ text })),
    method: { text: `Melting curve analysis, ${run.instrumentName}` },
    specimen: refer(specimenId),
    device: refer(softwareId(run)),
    derivedFrom: sample.wells.map(({ wellId }) => refer(wellId)),
    ...(component.length > 0 && { component }),
  };
}

/** The texts of the wells. */
const withoutWell = (row: ResultRow): ResultRow => ({
  ...row,
  changedBy: null,
  shape: null,
  description: { ...row.description, sentence: '' },
});

interface CombinedOf {
  readonly row: ResultRow;
  readonly combined: CombinedResult;
  readonly specimenId: string;
}

/** The combined result of a sample, derived from the observations of its channels. */
function combinedObservation(results: Results, { row, combined, specimenId }: CombinedOf): FhirObservation {
  const { run } = results;
  const id = uuidOf(run, 'combined', ...row.members.map(({ wellId }) => wellId));
  return {
    resourceType: 'Observation',
    id,
    identifier: [uuidIdentifier(id), named('Sample', combined.name ?? row.position), ...runIdentifiers(run)],
    ...ordered(row),
    ...about(results),
    status: observationStatus(row, resultsState(results)),
    category: [LABORATORY, GENETICS],
    ...valued(results, row, false),
    performer: [refer(laboratoryId(run))],
    note: [
      ...(isWithdrawn(results) ? [] : [combinedText(combined)]),
      ...overrideNotes(results, row),
      ...notesOn(results, withoutWell(row)),
    ].map((text) => ({ text })),
    method: { text: `Melting curve analysis, ${run.instrumentName}` },
    specimen: refer(specimenId),
    device: refer(softwareId(run)),
    derivedFrom: row.parts.map(({ sample, wellId }) =>
      refer(sample === null ? wellId : sampleId(run, sample)),
    ),
  };
}

function meanComponents({ phase, zone, mean, sd }: SampleResult['tms'][number]) {
  const place = `${phase}${zone === null ? '' : `, zone ${zone}`}`;
  return [
    { code: { text: `Mean melting temperature, ${place}` }, valueQuantity: degrees(mean) },
    ...(sd === null
      ? []
      : [
          {
            code: { text: `Standard deviation of the melting temperature, ${place}` },
            valueQuantity: degrees(sd),
          },
        ]),
  ];
}

function peakComponent({ phase, zone, tm }: ExportRow['peaks'][number]) {
  return {
    code: { text: `Melting temperature, ${phase}${zone === null ? '' : `, zone ${zone}`}` },
    valueQuantity: degrees(tm),
  };
}
