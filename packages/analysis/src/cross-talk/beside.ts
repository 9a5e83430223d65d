import type { CallExplanation, Position } from '@curvewell/domain';

/** A well in one channel. */
export interface Called {
  readonly position: Position;
  readonly explanation: CallExplanation;
}

/** Two wells, or two channels of one well, between which cross-talk is possible. */
export interface Beside {
  /** The source of the signal. */
  readonly source: Called;
  /** The well or channel with the leaked signal. */
  readonly target: Called;
  /** The same for all pairs in one direction or its opposite, or with the same two channels. */
  readonly axis: string;
}

const LETTER_A = 65;

const rowOf = (position: Position): number => position.charCodeAt(0) - LETTER_A;
const columnOf = (position: Position): number => Number(position.slice(1));

/** Null: no cross-talk is possible from one to the other. */
function axisOf(source: Called, target: Called): string | null {
  const [from, into] = [source.explanation.channel, target.explanation.channel];
  if (from !== into) return source.position === target.position ? `${from} in ${into}` : null;
  const rows = rowOf(target.position) - rowOf(source.position);
  const columns = columnOf(target.position) - columnOf(source.position);
  if (Math.max(Math.abs(rows), Math.abs(columns)) !== 1) return null;
  const side = rows < 0 || (rows === 0 && columns < 0) ? -1 : 1;
  return `${from} ${side * rows} ${side * columns}`;
}

/** The pairs of wells by their target. */
export function pairsBeside(calls: readonly Called[]): (target: Called) => Beside[] {
  const byPlace = Map.groupBy(calls, ({ position }) => position);
  return (target) => {
    const { position } = target;
    const pairs: Beside[] = [];
    for (let row = -1; row <= 1; row++)
      for (let column = -1; column <= 1; column++) {
        const letter = String.fromCharCode(position.charCodeAt(0) + row);
        for (const source of byPlace.get(`${letter}${columnOf(position) + column}`) ?? []) {
          const axis = axisOf(source, target);
          if (axis !== null) pairs.push({ source, target, axis });
        }
      }
    return pairs;
  };
}
