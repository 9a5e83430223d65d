import { type TemperatureRange, wholeRange } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';

const words = text.kits.checks.range;

/** The range that each phase of the channel must read, which follows from its zones, and the range of the run. */
export function RangeField() {
  const { channel, draft, curves } = useKitEditing();
  return (
    <fieldset className={styles['checks-wide']}>
      <legend>{words.title}</legend>
      {draft.phases.map(({ phaseType, zones }) => {
        const needed = wholeRange(
          zones.flatMap(({ minTemp, maxTemp }): TemperatureRange[] =>
            minTemp === null || maxTemp === null ? [] : [[minTemp, maxTemp]],
          ),
        );
        const read = curves?.get(phaseType)?.domain.x ?? null;
        return <p key={phaseType}>{words.ofPhase({ phase: `${channel} ${phaseType}`, needed, read })}</p>;
      })}
      <p>{words.text}</p>
    </fieldset>
  );
}
