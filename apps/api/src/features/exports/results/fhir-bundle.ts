import { createHash } from 'node:crypto';

import {
  isSample,
  knownRunDate,
  runDateDoubt,
  SAMPLE_TYPE_LABEL,
  sampleText,
  type Run,
  type SampleResult,
} from '@curvewell/domain';

import { controlsText } from '../explanation-text.ts';
import type { ExportRow } from '../export-rows.ts';
import {
  absentBecause,
  ALLELIC_STATE,
  allelicState,
  GENETIC_REPORT,
  GENETICS,
  interpretationOf,
  LABORATORY,
  resultConcept,
  testConcept,
  UNKNOWN_VALUE,
} from './fhir-codes.ts';
import { fhirBundleSchema, type FhirBundle, type FhirObservation, type FhirResource } from './fhir-schema.ts';
import { rowsWithSamples, type ResultRow } from './sample-rows.ts';
import { remarksOn, resultsState, noResultReason, type Results, type ResultsState } from './result-rows.ts';

/**
 * The results of a run as FHIR R4: a report for each sample, and an observation for each well and channel.
 * Controls and standards are stated in a note on the samples that they support. The product does not know the
 * patient; the order identifies them.
 */
export function fhirBundle(results: Results): FhirBundle {
  const { run, facts } = results;
  const samples = Map.groupBy(
    results.rows.filter(({ sampleType }) => isSample(sampleType)),
    ({ name, orderId, position }) => JSON.stringify([name ?? position, orderId]),
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

const urlOf = (id: string): string => `urn:uuid:${id}`;
const refer = (id: string) => ({ reference: urlOf(id) });

/** A UUID is an identifier without a naming system of its own. */
const uuidIdentifier = (id: string) => ({ system: 'urn:ietf:rfc:3986', value: urlOf(id) });
const named = (type: string, value: string) => ({ type: { text: type }, value });

/**
 * A stable UUID for an object of a run, so that receivers recognise repeated messages. UUID version 8 from a
 * hash.
 */
function uuidOf(run: Pick<Run, 'id'>, ...of: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([run.id, ...of]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

const laboratoryId = (run: Run): string => uuidOf(run, 'laboratory');
const softwareId = (run: Run): string => uuidOf(run, 'software');

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

interface Sample {
  readonly key: string;
  readonly rows: readonly ExportRow[];
}

function sampleResources(results: Results, { key, rows }: Sample): FhirResource[] {
  const { run } = results;
  const [first] = rows;
  if (first === undefined) return [];
  const specimenId = uuidOf(run, 'specimen', key);
  const specimen: FhirResource = {
    resourceType: 'Specimen',
    id: specimenId,
    identifier: [named('Sample', first.name ?? first.position)],
    type: { text: SAMPLE_TYPE_LABEL[first.sampleType] },
  };
  const reported = rowsWithSamples(rows, results.samples);
  const observations = reported.flatMap(({ members, sample }) =>
    members.map((row) => observation(results, { row, specimenId, sample })),
  );
  const ofSamples = reported.flatMap((row) =>
    row.sample === null ? [] : [sampleObservation(results, { row, sample: row.sample, specimenId })],
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
    specimen: [refer(specimenId)],
    // Wells of a sample are behind its result, and no results of their own.
    result: [
      ...ofSamples.map(({ id }) => refer(id)),
      ...reported.flatMap(({ sample, wellId }) => (sample === null ? [refer(wellId)] : [])),
    ],
    ...concluded(results, reported),
  };
  return [specimen, ...observations, ...ofSamples, report];
}

/** The number of missing results, and remarks on controls, kits, lots and files. */
function concluded(results: Results, rows: readonly ResultRow[]): { conclusion?: string } {
  const without = rows.filter(({ noCall }) => noCall !== null).length;
  const texts = [
    ...(without === 0 ? [] : [`No call for ${without} of ${rows.length} results.`]),
    ...remarksOn(
      results,
      rows.flatMap(({ members }) => members),
    ).map(({ text }) => text),
  ];
  return texts.length === 0 ? {} : { conclusion: texts.join(' ') };
}

const runIdentifiers = (run: Run) => [
  named('Run', run.id),
  named('Run number', String(run.businessId)),
  ...(run.plateId === null ? [] : [named('Plate', run.plateId)]),
];

/** The order belongs to another system, so it is referenced by identifier. */
const ordered = ({ orderId }: Pick<ExportRow, 'orderId'>) =>
  orderId === null ? {} : { basedOn: [{ type: 'ServiceRequest', identifier: named('Order id', orderId) }] };

const STATUS = {
  preliminary: 'preliminary',
  final: 'final',
  rejected: 'cancelled',
  'entered-in-error': 'entered-in-error',
} as const;

/** When the analyser ran. If unknown, HL7's extension gives the reason. */
function effective(run: Run) {
  const known = knownRunDate(run);
  return known === null
    ? { _effectiveDateTime: { extension: [UNKNOWN_VALUE] } }
    : { effectiveDateTime: known };
}

/** Status, time of the analyser run, and time of issue. */
function about(results: Results) {
  const { run } = results;
  const issued = run.acts.approved ?? run.acts.rejected ?? run.acts.interpreted;
  return {
    status: STATUS[resultsState(results)],
    ...effective(run),
    ...(issued && { issued: issued.at }),
  };
}

function observation(
  results: Results,
  {
    row,
    specimenId,
    sample,
  }: { readonly row: ExportRow; readonly specimenId: string; readonly sample: SampleResult | null },
): FhirObservation {
  const { run } = results;
  const state = resultsState(results);
  const absent = noResultReason(row, results);
  const component = [
    ...allelicComponent(absent === null ? row.diagnostic : null),
    ...(absent === null ? row.peaks.map(peakComponent) : []),
  ];
  return {
    resourceType: 'Observation',
    id: row.wellId,
    identifier: [uuidIdentifier(row.wellId), named('Well', row.position), ...runIdentifiers(run)],
    // An order has one result: that of the sample.
    ...(sample === null && ordered(row)),
    ...about(results),
    status: observationStatus(row, state),
    category: [LABORATORY, GENETICS],
    ...valued(results, row),
    performer: [refer(laboratoryId(run))],
    note: [...(sample === null ? [] : [replicateNote(sample)]), ...notesOn(results, row)].map((text) => ({
      text,
    })),
    method: { text: `Melting curve analysis, ${run.instrumentName}` },
    specimen: refer(specimenId),
    device: refer(softwareId(run)),
    // FHIR forbids empty lists.
    ...(component.length > 0 && { component }),
  };
}

const replicateNote = ({ name, wells }: SampleResult): string =>
  `One of ${wells.length} wells of sample ${name}, not a result of its own: see the observation derived from it.`;

const allelicComponent = (diagnostic: ExportRow['diagnostic']) => {
  const allelic = allelicState(diagnostic);
  return allelic ? [{ code: { coding: [ALLELIC_STATE] }, valueCodeableConcept: allelic }] : [];
};

/** The test with its result, or the reason why there is none. */
function valued(results: Results, row: ExportRow) {
  const state = resultsState(results);
  const absent = noResultReason(row, results);
  const diagnostic = absent === null ? row.diagnostic : null;
  const interpretation = interpretationOf(diagnostic);
  const isWithdrawn = state === 'rejected' || state === 'entered-in-error';
  return {
    code: testConcept(diagnostic, `Result of ${row.kit}, ${row.channel}`),
    ...(absent === null
      ? { valueCodeableConcept: diagnostic === null ? { text: row.result } : resultConcept(diagnostic) }
      : {
          dataAbsentReason: absentBecause(isWithdrawn ? 'error' : (row.noCall?.absent ?? 'unknown'), absent),
        }),
    ...(interpretation && { interpretation: [interpretation] }),
  };
}

interface SampleOf {
  readonly row: ResultRow;
  readonly sample: SampleResult;
  readonly specimenId: string;
}

/** The result of a sample, derived from the observations of its wells, which state their overrides and shapes. */
function sampleObservation(results: Results, { row, sample, specimenId }: SampleOf): FhirObservation {
  const { run } = results;
  const id = uuidOf(run, 'sample', ...sample.wells.map(({ wellId }) => wellId));
  const hasResult = noResultReason(row, results) === null;
  const component = hasResult
    ? [...allelicComponent(sample.result), ...sample.tms.flatMap(meanComponents)]
    : [];
  return {
    resourceType: 'Observation',
    id,
    identifier: [uuidIdentifier(id), named('Sample', sample.name), ...runIdentifiers(run)],
    ...ordered(row),
    ...about(results),
    status: observationStatus(row, resultsState(results)),
    category: [LABORATORY, GENETICS],
    ...valued(results, row),
    performer: [refer(laboratoryId(run))],
    note: [
      ...(hasResult || row.noCall !== null ? [sampleText(sample)] : []),
      ...notesOn(results, {
        ...row,
        changedBy: null,
        shape: null,
        description: { ...row.description, sentence: '' },
      }),
    ].map((text) => ({ text })),
    method: { text: `Melting curve analysis, ${run.instrumentName}` },
    specimen: refer(specimenId),
    device: refer(softwareId(run)),
    derivedFrom: sample.wells.map(({ wellId }) => refer(wellId)),
    ...(component.length > 0 && { component }),
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

/**
 * A result that could not be obtained is `cancelled`, never `final`.
 *
 * @see https://build.fhir.org/ig/HL7/v2-to-fhir/ConceptMap-table-hl70085-to-observation-status.html, code X
 */
const observationStatus = ({ noCall }: ExportRow, state: ResultsState) =>
  noCall !== null && state === 'final' ? 'cancelled' : STATUS[state];

function peakComponent({ phase, zone, tm }: ExportRow['peaks'][number]) {
  return {
    code: { text: `Melting temperature, ${phase}${zone === null ? '' : `, zone ${zone}`}` },
    valueQuantity: degrees(tm),
  };
}

const degrees = (value: number) => ({
  value: Number(value.toFixed(2)),
  unit: '°C',
  system: 'http://unitsofmeasure.org' as const,
  code: 'Cel',
});

function notesOn({ run, facts }: Results, row: ExportRow): string[] {
  const { changedBy, changeReason, suggested } = row;
  const runDate = runDateDoubt(run);
  return [
    `Kit ${row.kit}, reaction buffer ${row.reactionBuffer}, lot ${row.lot}.`,
    ...(row.description.sentence === '' ? [] : [row.description.sentence]),
    ...row.description.flags,
    ...(row.shape === null ? [] : [`Shape of the curve: ${row.shape}.`.replace(/\.\.$/, '.')]),
    ...(changedBy === null
      ? []
      : [`Overridden by ${changedBy}, suggested was ${suggested ?? ''}. ${changeReason ?? ''}`.trim()]),
    ...(row.controls.length === 0 ? [] : [`Controls of this kit and lot: ${controlsText(row.controls)}.`]),
    ...(runDate === null ? [] : [runDate]),
    ...run.files.map(({ name, sha256 }) => `File ${name}, SHA-256 ${sha256}.`),
    `Algorithm ${facts.algorithmVersion}, settings SHA-256 ${facts.configurationSha256}.`,
  ];
}
