import {
  comparePositions,
  percentText,
  shapeFaultReason,
  shapeGroupText,
  shapeInWords,
  type WellShape,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';

const words = text.kits.checks.shapes;
const MOST_WELLS = 48;

interface Placed {
  readonly position: string;
  readonly shape: WellShape;
}

/**
 * The groups into which the draft puts the wells of the shown run, with the distance of each to its reference. It follows
 * the regions while they are dragged, because the server evaluates each draft.
 */
export function ShapePreview() {
  const { evaluated, diagnostics } = useKitEditing();
  const ofKit = new Map(diagnostics.map((one) => [one.diagnostic.name, one.diagnosticLabel]));
  const placed = (evaluated?.wells ?? []).flatMap(({ position, shape }): Placed[] =>
    shape === undefined ? [] : [{ position, shape: shapeInWords(shape, ofKit) }],
  );
  const groups = [...Map.groupBy(placed, ({ shape }) => groupOf(shape))];
  if (groups.length === 0) return null;
  const crossing = placed.filter(({ shape }) => shape.fault === 'backgrounds-cross').length;
  const outcomes = [...Map.groupBy(placed, ({ shape }) => shapeGroupText(shape))];
  return (
    <>
      <p aria-live="polite">
        {words.onRun(outcomes.map(([outcome, { length }]) => `${outcome} ${length}`).join(', '))}
      </p>
      {crossing > 0 && <p>{words.crossing(crossing)}</p>}
      <table className={styles['shape-groups']} aria-busy={evaluated?.isOld === true}>
        <caption>{words.groups}</caption>
        <thead>
          <tr>
            <th scope="col">{words.group}</th>
            <th scope="col">{words.wells}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(([group, wells]) => (
            <tr key={group}>
              <th scope="row">{group}</th>
              <td>{wellsText(wells)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const groupOf = (shape: WellShape): string =>
  shape.outcome === 'not-known' ? words.notKnown(shapeFaultReason(shape)) : shapeGroupText(shape);

/** “A1 0.31 %, A2 0.40 / 1.20 %” */
function wellsText(wells: readonly Placed[]): string {
  const sorted = [...wells].sort((a, b) => comparePositions(a.position, b.position));
  const listed = sorted.slice(0, MOST_WELLS).map(({ position, shape: { outcome, references } }) => {
    const distances = references.slice(0, outcome === 'between' ? 2 : 1).map(({ distance }) => distance);
    const text = distances.map(percentText).join(' / ');
    return text === '' ? position : `${position} ${text}`;
  });
  const more = wells.length - listed.length;
  return more > 0 ? `${listed.join(', ')} ${words.moreWells(more)}` : listed.join(', ');
}
