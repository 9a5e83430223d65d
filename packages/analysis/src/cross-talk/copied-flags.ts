import type { CallExplanation, CallFlag, ChannelName, Peak, Position } from '@curvewell/contracts';

import { COPY } from '../plate-settings.ts';

interface Called {
  readonly position: Position;
  readonly explanation: CallExplanation;
}

const LETTER_A = 65;

const rowOf = (position: Position): number => position.charCodeAt(0) - LETTER_A;
const columnOf = (position: Position): number => Number(position.slice(1));

/** Whether light of the one can come into the reading of the other: another channel of the well, or a well beside it. */
function isBeside(a: Called, b: Called): boolean {
  if (a.explanation.channel !== b.explanation.channel) return a.position === b.position;
  const rows = Math.abs(rowOf(a.position) - rowOf(b.position));
  const columns = Math.abs(columnOf(a.position) - columnOf(b.position));
  return Math.max(rows, columns) === 1;
}

/** Whether a peak is a small part of another at the same temperature. */
function isCopy(peak: Peak, { accepted, height, tm, tmError }: Peak): boolean {
  if (!accepted || peak.height > COPY.part * height) return false;
  const error = Math.hypot(peak.tmError ?? 0, tmError ?? 0);
  return Math.abs(peak.tm - tm) <= Math.max(COPY.tm, COPY.tmErrors * error);
}

interface Source {
  readonly position: Position;
  readonly channel: ChannelName;
  readonly peak: Peak;
}

/** The highest peak around a well of which a peak may be a copy. */
function sourceOf(
  { type, peak }: { readonly type: string; readonly peak: Peak },
  beside: readonly Called[],
): Source | null {
  const sources = beside.flatMap(({ position, explanation: { channel, phases } }) =>
    phases
      .filter((phase) => phase.type === type)
      .flatMap(({ peaks }) => peaks.filter((one) => isCopy(peak, one)))
      .map((one): Source => ({ position, channel, peak: one })),
  );
  return sources.reduce<Source | null>(
    (best, one) => (best === null || one.peak.height > best.peak.height ? one : best),
    null,
  );
}

/** Small peaks that may be light of the channels and wells around. */
function copiedFlags({ explanation }: Called, beside: readonly Called[]): CallFlag[] {
  return explanation.phases.flatMap(({ type, peaks }) =>
    peaks.flatMap((peak): CallFlag[] => {
      const source = peak.accepted ? sourceOf({ type, peak }, beside) : null;
      if (source === null) return [];
      const { position, channel } = source;
      const about = { phase: type, zone: peak.zone, temperature: peak.tm };
      const measured = peak.height / source.peak.height;
      return [{ ...about, code: 'copied-melt', measured, limit: COPY.part, source: { position, channel } }];
    }),
  );
}

/** The calls of a plate; peaks that may be cross-talk are told. */
export function withCopiedFlags<Call extends Called>(plate: readonly (readonly Call[])[]): Call[][] {
  const all = plate.flat();
  const byPlace = Map.groupBy(all, ({ position }) => position);
  const around = ({ position }: Called): Call[] => {
    const found: Call[] = [];
    for (let row = -1; row <= 1; row++)
      for (let column = -1; column <= 1; column++) {
        const letter = String.fromCharCode(position.charCodeAt(0) + row);
        found.push(...(byPlace.get(`${letter}${columnOf(position) + column}`) ?? []));
      }
    return found;
  };
  return plate.map((calls) =>
    calls.map((call) => {
      const { explanation } = call;
      if (!explanation.phases.some(({ peaks }) => peaks.some(({ accepted }) => accepted))) return call;
      const added = copiedFlags(
        call,
        around(call).filter((other) => isBeside(call, other)),
      );
      if (added.length === 0) return call;
      return { ...call, explanation: { ...explanation, flags: [...explanation.flags, ...added] } };
    }),
  );
}
