import { createHash } from 'node:crypto';

import { channelNameSchema } from '@curvewell/domain';
import { z } from 'zod';

import type { AmplificationCurve } from '../run-file.ts';
import { DistinctAxes, joined } from './distinct-axes.ts';
import { writeNumbers } from './number-columns.ts';
import { damaged, openBody, packBody, type PackedKind } from './packed-body.ts';
import { numbersSchema } from './packed-head.ts';

/** The amplification of one well, with its position as in the database. */
export type PlacedAmplification = Omit<AmplificationCurve, 'position'> & { readonly position: string };

/** One group for each channel and dye. `axes` are cycles; a well with only a Cq has an empty one. */
const headSchema = z.strictObject({
  axes: z.array(z.strictObject({ count: z.int().min(0), numbers: numbersSchema })),
  groups: z.array(
    z.strictObject({
      channel: channelNameSchema,
      dye: z.string(),
      positions: z.array(z.string()),
      /** The index of the axis of each curve. */
      axes: z.array(z.int().min(0)),
      cqs: z.array(z.union([z.number().positive(), z.literal('none'), z.null()])),
      numbers: numbersSchema,
    }),
  ),
});
type Head = z.infer<typeof headSchema>;

const AMPLIFICATION: PackedKind<Head> = {
  /** “CWPA” */
  magic: Uint8Array.of(0x43, 0x57, 0x50, 0x41),
  version: 2,
  headSchema,
};

/** Packs the amplification of a plate into one value without loss: docs/packed-curves.md. */
export function packAmplification(curves: readonly PlacedAmplification[]): Uint8Array<ArrayBuffer> {
  const axes = new DistinctAxes();
  const grouped = [...Map.groupBy(curves, ({ channel, dye }) => `${channel} ${dye}`).values()].map(
    (group) => {
      const [{ channel, dye }] = group as [PlacedAmplification, ...PlacedAmplification[]];
      const column = writeNumbers(
        joined(group.map(({ value }) => value)),
        group.map(({ value }) => value.length),
      );
      const head = {
        channel,
        dye,
        positions: group.map(({ position }) => position),
        axes: group.map(({ cycle }) => axes.indexOf(cycle)),
        cqs: group.map(({ cq }) => cq),
        numbers: column.numbers,
      };
      return { head, column };
    },
  );
  const axisColumns = axes.all.map((axis) => writeNumbers(axis, [axis.length]));
  const head: Head = {
    axes: axisColumns.map(({ numbers }, index) => ({ count: axes.all[index]?.length ?? 0, numbers })),
    groups: grouped.map((group) => group.head),
  };
  return packBody(AMPLIFICATION, head, [...axisColumns, ...grouped.map(({ column }) => column)]);
}

/**
 * Unpacks amplification bit by bit. Curves with the same axis share it.
 *
 * @throws Error with the fault in the bytes
 */
export function unpackAmplification(packed: Uint8Array): PlacedAmplification[] {
  const { head, columns } = openBody(AMPLIFICATION, packed);
  const axes = head.axes.map(({ count, numbers }) => columns.next(numbers, [count]));
  const curves = head.groups.flatMap(({ channel, dye, positions, axes: axisOf, cqs, numbers }) => {
    if (positions.length !== axisOf.length || positions.length !== cqs.length)
      throw damaged('do not name as many wells as curves');
    const cycles = axisOf.map((index) => {
      const axis = axes[index];
      if (axis === undefined) throw damaged(`refer to cycles ${index}, which they do not have`);
      return axis;
    });
    const values = columns.next(
      numbers,
      cycles.map(({ length }) => length),
    );
    let end = 0;
    return cycles.map((cycle, index): PlacedAmplification => {
      const start = end;
      end += cycle.length;
      const value = values.subarray(start, end);
      return { channel, dye, position: positions[index] ?? '', cycle, value, cq: cqs[index] ?? null };
    });
  });
  columns.end();
  return curves;
}

/**
 * The SHA-256 of what amplification says, independent of its compression: for each curve its channel, dye, position, Cq
 * and number of cycles as JSON, then its cycles and values as Float64, little-endian.
 */
export function amplificationSha256(curves: readonly PlacedAmplification[]): string {
  const hash = createHash('sha256');
  for (const { channel, dye, position, cq, cycle, value } of curves) {
    hash.update(JSON.stringify([channel, dye, position, cq, cycle.length]));
    for (const { buffer, byteOffset, byteLength } of [cycle, value])
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest('hex');
}
