import {
  type CallExplanation,
  type ChannelName,
  compensatedCurves,
  compensationNotes,
  type DyeCompensation,
  dyeCompensationSchema,
  isCompensated,
  type Position,
} from '@curvewell/domain';
import type { RunCurve } from '@curvewell/instruments';

import { InputError, jsonRead } from './read-input.ts';

/** The shares in a profile, in the settings of an interpretation, or in a plain list. */
const sharesIn = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'compensation' in json ? json.compensation : json;

/**
 * Reads cross-talk shares from an analyser profile or a plain list.
 *
 * @throws InputError
 */
export async function compensationRead(path: string): Promise<DyeCompensation> {
  const parsed = dyeCompensationSchema.safeParse(sharesIn(await jsonRead(path)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw new InputError(
    `${path}: no cross-talk shares found. Expected a profile with “compensation” or a list of {"from", "into", "share"} (${place}${issue?.message ?? ''})`,
  );
}

/** Subtracts cross-talk from the curves of a run as the server does, and says for which wells. */
export function withoutOtherDyes(
  curves: readonly RunCurve[],
  shares: DyeCompensation | undefined,
): {
  readonly curves: readonly RunCurve[];
  readonly compensationOf: (well: Pick<RunCurve, 'channel' | 'position'>) => DyeCompensation | undefined;
} {
  if (shares === undefined) return { curves, compensationOf: () => undefined };
  const phases = [...Map.groupBy(curves, ({ channel, phase }) => `${channel} ${phase}`).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              channel: first.channel,
              phase: first.phase,
              curves: new Map([first, ...others].map((curve) => [curve.position, curve])),
            },
          ],
  );
  const clean = compensatedCurves(phases, shares);
  const valueOf = ({ channel, phase, position, value }: RunCurve): Float64Array =>
    clean.find((one) => one.channel === channel && one.phase === phase)?.curves.get(position)?.value ?? value;
  return {
    curves: curves.map((curve) => ({ ...curve, value: valueOf(curve) })),
    compensationOf: ({ channel, position }) =>
      isCompensated(phases, { channel, position, shares }) ? shares : undefined,
  };
}

interface Called {
  readonly position: Position;
  readonly channel: ChannelName;
  readonly explanation: CallExplanation;
}

/** The subtracted shares, and the wells without correction, as one line each. */
export function compensationRemarks(wells: readonly Called[], shares: DyeCompensation | undefined): string {
  if (shares === undefined) return '';
  const notes = compensationNotes(
    wells.map(({ position, channel, explanation }) => ({
      well: { position },
      called: { channel, explanation },
    })),
  );
  if (notes.length === 0)
    return 'note: Not compensated: no well was read in all channels of the shares at the same temperatures.\n';
  return notes
    .map(
      ({ text, positions }) => `note: ${text}${positions.length === 0 ? '' : `: ${positions.join(', ')}`}.\n`,
    )
    .join('');
}
