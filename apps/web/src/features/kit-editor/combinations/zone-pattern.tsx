import { useKitEditing } from '../kit-editor-context.ts';
import styles from '../kit-editor.module.css';

/** So many zones stand in one line; more take a line for each phase, so that these pair up. */
const ONE_LINE = 5;

/** The zones of the channel as boxes, dark when they are hit. The label beside it says the same. */
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
