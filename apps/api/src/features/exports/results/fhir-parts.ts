import { createHash } from 'node:crypto';

import {
  amplificationFigures,
  cqText,
  knownRunDate,
  runDateDoubt,
  upperFirst,
  type Run,
} from '@curvewell/domain';

import { controlsText } from '../explanation-text.ts';
import type { ExportRow } from '../export-rows.ts';
import {
  absentBecause,
  ALLELIC_STATE,
  allelicState,
  interpretationOf,
  resultConcept,
  testConcept,
  UNKNOWN_VALUE,
} from './fhir-codes.ts';
import { isWithdrawn, noResultReason, resultsState, type Results, type ResultsState } from './result-rows.ts';
import type { ResultRow } from './sample-rows.ts';

export const urlOf = (id: string): string => `urn:uuid:${id}`;
export const refer = (id: string) => ({ reference: urlOf(id) });

/** A UUID is an identifier without a naming system of its own. */
export const uuidIdentifier = (id: string) => ({ system: 'urn:ietf:rfc:3986', value: urlOf(id) });
export const named = (type: string, value: string) => ({ type: { text: type }, value });

/**
 * A stable UUID for an object of a run, so that receivers recognise repeated messages. UUID version 8 from a
 * hash.
 */
export function uuidOf(run: Pick<Run, 'id'>, ...of: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([run.id, ...of]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

export const laboratoryId = (run: Run): string => uuidOf(run, 'laboratory');
export const softwareId = (run: Run): string => uuidOf(run, 'software');

export const runIdentifiers = (run: Run) => [
  named('Run', run.id),
  named('Run number', String(run.businessId)),
  ...(run.plateId === null ? [] : [named('Plate', run.plateId)]),
];

/** The order belongs to another system, so it is referenced by identifier. */
export const ordered = ({ orderId }: Pick<ExportRow, 'orderId'>) =>
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
export function about(results: Results) {
  const { run } = results;
  const issued = run.acts.approved ?? run.acts.rejected ?? run.acts.interpreted;
  return {
    status: STATUS[resultsState(results)],
    ...effective(run),
    ...(issued && { issued: issued.at }),
  };
}

export const allelicComponent = (diagnostic: ExportRow['diagnostic']) => {
  const allelic = allelicState(diagnostic);
  return allelic ? [{ code: { coding: [ALLELIC_STATE] }, valueCodeableConcept: allelic }] : [];
};

const isCombined = (row: ExportRow | ResultRow): boolean => 'combined' in row && row.combined !== null;

/**
 * The test with its result, or the reason why there is none. A part of the result of a sample has no code of a test:
 * a receiver that looks for the code would file it as the result, also if the sample has none.
 */
export function valued(results: Results, row: ExportRow, isPart: boolean) {
  const absent = noResultReason(row, results);
  const diagnostic = absent === null ? row.diagnostic : null;
  const interpretation = interpretationOf(diagnostic);
  const test = `Result of ${row.kit}${isCombined(row) ? '' : `, ${row.channel}`}`;
  return {
    code: isPart ? { text: test } : testConcept(diagnostic, test),
    ...(absent === null
      ? { valueCodeableConcept: diagnostic === null ? { text: row.result } : resultConcept(diagnostic) }
      : {
          dataAbsentReason: absentBecause(
            isWithdrawn(results) ? 'error' : (row.noCall?.absent ?? 'unknown'),
            absent,
          ),
        }),
    ...(interpretation && { interpretation: [interpretation] }),
  };
}

/**
 * A result that could not be obtained is `cancelled`, never `final`.
 *
 * @see https://build.fhir.org/ig/HL7/v2-to-fhir/ConceptMap-table-hl70085-to-observation-status.html, code X
 */
export const observationStatus = ({ noCall }: ExportRow, state: ResultsState) =>
  noCall !== null && state === 'final' ? 'cancelled' : STATUS[state];

export const degrees = (value: number) => ({
  value: Number(value.toFixed(2)),
  unit: '°C',
  system: 'http://unitsofmeasure.org' as const,
  code: 'Cel',
});

/** The Cq of a channel, or why there is none. Its method and source are part of its name. */
export function cqComponent(answer: ExportRow['cqs'][number]) {
  const { channel, cq, source, outcome, latestCycle } = answer;
  const from = source === null ? '' : `, ${source === 'file' ? 'from the file' : CQ_METHOD}`;
  // A Cq after the latest cycle must not be read as an amplification.
  const late = cq === null || outcome === 'amplified' ? '' : `, later than ${latestCycle}: not amplified`;
  const code = { text: `Cq, ${channel}${from}${late}; not a quantification` };
  if (source === null)
    return {
      code,
      dataAbsentReason: absentBecause('unknown', upperFirst(`${amplificationFigures(answer)}.`)),
    };
  return cq === null
    ? { code, valueCodeableConcept: { text: 'No Cq' } }
    : { code, valueQuantity: cycles(cq) };
}

const CQ_METHOD = 'computed from the curve, maximum of the second derivative';

/** UCUM has no unit for cycles: an annotation of the unit one. */
const cycles = (value: number) => ({
  value: Number(cqText(value)),
  unit: 'cycles',
  system: 'http://unitsofmeasure.org' as const,
  code: '{cycles}',
});

export function notesOn(results: Results, row: ExportRow | ResultRow): string[] {
  const { run, facts } = results;
  const runDate = runDateDoubt(run);
  return [
    `Kit ${row.kit}, reaction buffer ${row.reactionBuffer}, lot ${row.lot}.`,
    ...(isWithdrawn(results) ? [] : resultNotes(row)),
    ...(runDate === null ? [] : [runDate]),
    ...run.files.map(({ name, sha256 }) => `File ${name}, SHA-256 ${sha256}.`),
    `Algorithm ${facts.algorithmVersion}, settings SHA-256 ${facts.configurationSha256}.`,
  ];
}

/** “Overridden by Tara Holm, 30-11-2026 09:37 (Europe/Stockholm), suggested was Negative. Peak seen”; null: it was not. */
const overrideNote = ({ changedBy, changeReason, suggested }: ExportRow): string | null =>
  changedBy === null
    ? null
    : `Overridden by ${changedBy}, suggested was ${suggested ?? ''}. ${changeReason ?? ''}`.trim();

/** The overrides of the wells behind the result of a sample, each with its place. */
export const overrideNotes = (results: Results, { members }: ResultRow): string[] =>
  isWithdrawn(results)
    ? []
    : members.flatMap((member) => {
        const note = overrideNote(member);
        return note === null ? [] : [`${member.position}, ${member.channel}: ${note}`];
      });

/** What the notes say of the result of a well. */
function resultNotes(row: ExportRow | ResultRow): string[] {
  const override = overrideNote(row);
  return [
    ...(row.description.sentence === '' ? [] : [row.description.sentence]),
    ...row.description.flags,
    ...(row.shape === null ? [] : [`Shape of the curve: ${row.shape}.`.replace(/\.\.$/, '.')]),
    ...(override === null ? [] : [override]),
    ...controlNotes('members' in row ? row.members : [row]),
  ];
}

/** The controls that support a result, of each of its channels. */
function controlNotes(wells: readonly ExportRow[]): string[] {
  const ofChannels = Map.groupBy(wells, ({ channel }) => channel);
  return [...ofChannels].flatMap(([channel, of]) => {
    const controls = of.flatMap((well) => well.controls);
    const where = ofChannels.size === 1 ? '' : `, ${channel}`;
    return controls.length === 0 ? [] : [`Controls of this kit and lot${where}: ${controlsText(controls)}.`];
  });
}
