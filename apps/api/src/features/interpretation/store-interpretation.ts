import { randomUUID } from 'node:crypto';

import type { PlateCall, PlateWellCall } from '@curvewell/analysis';
import type { DiagnosticColor, PhaseType } from '@curvewell/contracts';

import type { Tx } from '../../db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { packCurves } from '../plate/index.ts';
import type { ReadAssay } from './assays.ts';
import { colorNamed } from './configuration.ts';

interface Results {
  readonly actor: LaboratoryCaller;
  readonly at: Date;
  readonly interpretationId: string;
  readonly assays: readonly ReadAssay[];
  /** Of each assay, in the order of its wells. */
  readonly calls: PlateCall;
  readonly controls: readonly DiagnosticColor[];
}

/** Stores what every well was called, why, and the slopes to draw: a few statements, however many wells. */
export async function storeInterpretation(tx: Tx, results: Results): Promise<void> {
  const { actor, at, interpretationId, controls } = results;
  const laboratoryId = actor.laboratory.id;
  const called = pairs(results).map((pair) => ({
    ...pair,
    id: randomUUID(),
    color: colorNamed(pair.call.explanation.diagnostic, pair.assay.configuration, controls),
  }));

  await tx.interpretedWell.createMany({
    data: called.map(({ id, well, call }) => ({
      id,
      interpretationId,
      laboratoryId,
      wellId: well.id,
      explanation: call.explanation,
    })),
  });
  await tx.interpretedWellDiagnostic.createMany({
    data: called.map(({ id, color }) => ({
      interpretedWellId: id,
      laboratoryId,
      state: 'INITIAL' as const,
      diagnosticColor: color ?? Prisma.DbNull,
      byId: actor.userId,
      byName: actor.name,
      at,
    })),
  });
  const found = called.map(({ well, call }) => ({
    id: well.id,
    result: call.explanation.diagnostic,
    score: call.explanation.score,
  }));
  await tx.$executeRaw`
    UPDATE well w SET result = d.result, score = d.score
    FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS d(id uuid, result text, score float8)
    WHERE w.id = d.id`;
  await storeSlopes(tx, { interpretationId, laboratoryId, called });
}

function pairs({ assays, calls }: Results) {
  return assays.flatMap((assay, index) =>
    assay.wells.map((well, place) => {
      const call = calls[index]?.[place];
      if (call === undefined) throw new Error('the analysis answered fewer wells than it was given');
      return { assay, well, call };
    }),
  );
}

async function storeSlopes(
  tx: Tx,
  {
    interpretationId,
    laboratoryId,
    called,
  }: {
    readonly interpretationId: string;
    readonly laboratoryId: string;
    readonly called: readonly { readonly call: PlateWellCall }[];
  },
): Promise<void> {
  const slopes = called.flatMap(({ call }) =>
    call.phases.map(({ type, temperature, slope }) => ({
      channel: call.explanation.channel,
      phase: type,
      curve: { position: call.position, temperature, value: slope },
    })),
  );
  const byPlace = Map.groupBy(slopes, ({ channel, phase }) => `${channel} ${phase satisfies PhaseType}`);
  await tx.interpretedSlopes.createMany({
    data: [...byPlace.values()].flatMap((ofPlace) => {
      const [first] = ofPlace;
      if (first === undefined) return [];
      const { channel, phase } = first;
      return [
        {
          interpretationId,
          laboratoryId,
          channel,
          phase,
          ...packCurves(
            ofPlace.map(({ curve }) => curve),
            'float32',
          ),
        },
      ];
    }),
  });
}
