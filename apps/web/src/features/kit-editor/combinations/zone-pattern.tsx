import { useKitEditing } from '../kit-editor-context.ts';
import styles from './combinations.module.css';

/** Up to this many zones fit on one line; more use one line per phase. */
const ONE_LINE = 5;

/** The zones of the channel as boxes, dark where there is a peak. The label has the same content. */
export function ZonePattern({ hit }: { readonly hit: readonly string[] }) {
  const { draft } = useKitEditing();
  const count = draft.phases.reduce((sum, { zones }) => sum + zones.length, 0);
  return (
    <span className={styles['pattern']} data-stacked={count > ONE_LINE || undefined} aria-hidden>
      {draft.phases.map(({ phaseType, zones }) => (
        <span key={phaseType}>
          {zones.map(({ name }, index) => (
            <i key={index} data-hit={hit.includes(name) || undefined}>
              {name}
            </i>
          ))}
        </span>
      ))}
    </span>
  );
}
