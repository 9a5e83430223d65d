import type { ExportRequest } from '@curvewell/contracts';
import { EXPORT_ENDING, exportTitle, isSample, type ExportFormat, type Run } from '@curvewell/domain';

import type { ReviewWell } from '../state/review-wells.ts';

/** Which wells to export. */
export type ExportScope = 'plate' | 'selection' | 'by-name' | 'sample';

export interface ExportedSample {
  readonly name: string;
  readonly wellId: string;
}

export interface ExportChoice {
  readonly format: ExportFormat;
  readonly scope: ExportScope;
  readonly asPlate: boolean;
  /** With the table by sample. */
  readonly bySample: boolean;
  readonly sort: 'ROW' | 'COLUMN';
  readonly delimiter: ';' | ',' | '|';
  readonly withoutTrailing: boolean;
  /** Keys of kit and buffer pairs to exclude. */
  readonly leftOut: ReadonlySet<string>;
}

export const DEFAULT_EXPORT: ExportChoice = {
  format: 'PDF',
  scope: 'plate',
  asPlate: false,
  bySample: false,
  sort: 'ROW',
  delimiter: ';',
  withoutTrailing: false,
  leftOut: new Set(),
};

interface KitPair {
  readonly key: string;
  readonly name: string;
  readonly kitId: string;
  readonly reactionBufferId: string;
}

/** The kits on the plate with their buffers. */
export function kitPairs(run: Run): readonly KitPair[] {
  const pairs = run.usedKitReactionBufferPairs.map(({ kitVersion: { kit }, reactionBuffer }) => ({
    key: `${kit.id} ${reactionBuffer.id}`,
    name: `${kit.name} (${reactionBuffer.name})`,
    kitId: kit.id,
    reactionBufferId: reactionBuffer.id,
  }));
  return [...new Map(pairs.map((pair) => [pair.key, pair])).values()];
}

/** A report or workbook has the table by sample in any case where a kit has channel rules. */
export const canBeBySample = ({ format, asPlate }: ExportChoice, { channelRules = [] }: Run): boolean =>
  format !== 'CSV' && !(format === 'PDF' && asPlate) && channelRules.length === 0;

/** A plate layout is possible only for a PDF of the whole plate. */
export const canBePlate = ({ format, scope }: ExportChoice): boolean =>
  format === 'PDF' && scope !== 'by-name' && scope !== 'sample';

interface ExportOf {
  readonly run: Run;
  readonly selectedWellIds: readonly string[];
  /** The sample of the selection; null: none, or several. */
  readonly sample: ExportedSample | null;
}

/** The request for a choice; null if no well remains. */
export function exportRequest(
  choice: ExportChoice,
  { run, selectedWellIds, sample }: ExportOf,
): ExportRequest | null {
  if (choice.scope === 'sample' && sample === null) return null;
  if (choice.scope === 'selection' && selectedWellIds.length === 0) return null;
  const pairs = kitPairs(run);
  const wanted = pairs.filter(({ key }) => !choice.leftOut.has(key));
  if (choice.scope === 'plate' && pairs.length > 0 && wanted.length === 0) return null;
  const isNarrowed = choice.scope === 'plate' && wanted.length < pairs.length;
  return {
    wellIds: choice.scope === 'selection' ? [...selectedWellIds] : [],
    kitReactionBuffers: isNarrowed
      ? wanted.map(({ kitId, reactionBufferId }) => ({ kitId, reactionBufferId }))
      : [],
    ...(choice.scope === 'sample' && sample !== null && { sampleWellId: sample.wellId }),
    format: choice.format,
    isExportAsPlate: canBePlate(choice) && choice.asPlate,
    sortDirection: choice.sort,
    csvDelimiter: choice.delimiter,
    csvShowTrailing: !choice.withoutTrailing,
    groupByWellName: choice.scope === 'by-name',
    isBySample: canBeBySample(choice, run) && choice.bySample,
  };
}

/** The sample that all of these wells contain; null: none, or several: another order is another sample. */
export function sampleOf(wells: readonly ReviewWell[]): ExportedSample | null {
  const name = wells[0]?.well.name ?? null;
  const orders = new Set(wells.flatMap(({ well }) => well.orderId ?? []));
  const isOne = wells.every(({ well, sampleType }) => well.name === name && isSample(sampleType));
  const chosen = wells.find(({ well }) => well.orderId !== null) ?? wells[0];
  return chosen === undefined || name === null || orders.size > 1 || !isOne
    ? null
    : { name, wellId: chosen.well.id };
}

/** The name of the exported file: `1284_LCT_plate-07_20261120.pdf`. */
export function exportFileName(
  run: Run,
  { choice, sample, day }: { choice: ExportChoice; sample: ExportedSample | null; day: string },
): string {
  const ending = choice.scope === 'by-name' ? 'zip' : EXPORT_ENDING[choice.format];
  const fileName = choice.scope === 'sample' && sample !== null ? `sample_${sample.name}` : undefined;
  return `${exportTitle(run, { fileName, day })}.${ending}`;
}
