import {
  type CallExplanation,
  callExplanationSchema,
  canonicalJson,
  assayKey,
  configurationSnapshotSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import type { Db } from '../src/database/db.ts';
import { transaction } from '../src/database/db.ts';
import {
  type InterpretedPlate,
  interpretPlate,
} from '../src/features/interpretation/interpret/interpret-plate.ts';
import type { PackedResults } from '../src/features/interpretation/results/packed-results.ts';
import { explanationOf, loadResults } from '../src/features/interpretation/results/load-results.ts';
import { loadPlate, loadReadings } from '../src/features/interpretation/interpret/load-plate.ts';

const explanationsSchema = z.record(z.string(), callExplanationSchema);

/** Explanations by well, as JSON with its figures. */
function explanationsOf({ explanationText, explanationFigures }: PackedResults) {
  const figures = explanationFigures.slice(1, -1).split(',');
  const json = explanationText
    .split('\u0001')
    .reduce((text, part, place) => `${text}${figures[place - 1] ?? ''}${part}`);
  return explanationsSchema.parse(JSON.parse(json));
}

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
    include: { chart: true, slopes: true },
  });
  const snapshot = configurationSnapshotSchema.parse(stored.configuration);
  const read = new Set(snapshot.assays.map((assay) => assayKey(assay, assay.channel)));
  const plate = await transaction({ db }, (tx) => loadPlate(tx, { runId, analyserId }));
  const again: InterpretedPlate = interpretPlate({
    wells: plate.wells.filter((well) => read.has(assayKey(well, well.channel))),
    snapshot,
    ...(await loadReadings(db, runId)),
    byName: stored.interpretedByName,
    at: stored.interpretedAt.toISOString(),
  });
  return differences(
    {
      chart: stored.chart?.body ?? Buffer.alloc(0),
      slopes: stored.slopes,
      explanations: new Map(
        (await loadResults(db, stored.id)).map((result) => [result.wellId, explanationOf(result)]),
      ),
    },
    {
      chart: again.chart,
      slopes: again.slopes,
      explanations: new Map(Object.entries(explanationsOf(again.packed))),
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
