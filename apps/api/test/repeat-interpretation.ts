import {
  type CallExplanation,
  callExplanationSchema,
  canonicalJson,
  assayKey,
  configurationSnapshotSchema,
} from '@curvewell/domain';

import type { Db } from '../src/database/db.ts';
import { transaction } from '../src/database/db.ts';
import {
  type InterpretedPlate,
  interpretPlate,
} from '../src/features/interpretation/interpret/interpret-plate.ts';
import { loadExplanations } from '../src/features/interpretation/chart/stored-explanations.ts';
import { loadCurves, loadPlate } from '../src/features/interpretation/interpret/load-plate.ts';

interface Stored {
  readonly chart: Uint8Array;
  readonly slopes: readonly {
    readonly channel: string;
    readonly phase: string;
    readonly temperaturesSha256: string | null;
    readonly valuesSha256: string | null;
  }[];
  readonly explanations: ReadonlyMap<string, CallExplanation>;
}

/**
 * Interprets a stored run again with its stored settings, in this thread, and compares every byte of the
 * results, the slopes and the chart.
 *
 * @returns the differences
 */
export async function differencesOnRepeating(db: Db, runId: string): Promise<string[]> {
  const { analyserId } = await db.run.findUniqueOrThrow({ where: { id: runId } });
  const stored = await db.interpretation.findUniqueOrThrow({
    where: { runId },
    include: { chart: true, slopes: true, wells: true },
  });
  const snapshot = configurationSnapshotSchema.parse(stored.configuration);
  const read = new Set(snapshot.assays.map((assay) => assayKey(assay, assay.channel)));
  const plate = await transaction({ db }, (tx) => loadPlate(tx, { runId, analyserId }));
  const again: InterpretedPlate = interpretPlate({
    wells: plate.wells.filter((well) => read.has(assayKey(well, well.channel))),
    snapshot,
    curves: await loadCurves(db, runId),
    byName: stored.interpretedByName,
    at: stored.interpretedAt.toISOString(),
    resultIds: Object.fromEntries(stored.wells.map(({ id, wellId }): [string, string] => [wellId ?? '', id])),
  });
  const wellOf = new Map(stored.wells.map(({ id, wellId }) => [id, wellId ?? '']));
  const byWell = (explanations: Iterable<[string, unknown]>) =>
    new Map(
      Array.from(explanations, ([id, explanation]) => [
        wellOf.get(id) ?? id,
        callExplanationSchema.parse(explanation),
      ]),
    );
  return differences(
    {
      chart: stored.chart?.body ?? Buffer.alloc(0),
      slopes: stored.slopes,
      explanations: byWell(await loadExplanations(db, stored.id)),
    },
    {
      chart: again.chart,
      slopes: again.slopes,
      explanations: byWell(Object.entries(JSON.parse(again.explanations) as Record<string, unknown>)),
    },
  );
}

function differences(stored: Stored, again: Stored): string[] {
  const wells = new Set([...stored.explanations.keys(), ...again.explanations.keys()]);
  const texts = ({ explanations }: Stored, id: string) => canonicalJson(explanations.get(id) ?? null);
  return [
    ...(isEqual(stored.chart, again.chart) ? [] : ['the chart']),
    ...(canonicalJson(slopeTexts(stored)) === canonicalJson(slopeTexts(again)) ? [] : ['the slopes']),
    ...[...wells].filter((id) => texts(stored, id) !== texts(again, id)).map((id) => `the well ${id}`),
  ];
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const slopeTexts = ({ slopes }: Stored): string[] =>
  slopes
    .map(({ channel, phase, temperaturesSha256, valuesSha256 }) =>
      [channel, phase, temperaturesSha256, valuesSha256].join(' '),
    )
    .sort();
