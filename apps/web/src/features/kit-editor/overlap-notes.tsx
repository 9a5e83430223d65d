import { diagnosticText, ruleOverlaps } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { flatRules } from './draft/kit-draft.ts';
import { useKitEditing } from './kit-editor-context.ts';
import styles from './kit-editor.module.css';

const words = text.kits.overlaps;
const MAX_ROWS = 4;

/**
 * Names what one well could match twice: references whose shapes are within the border of each other on the shown run,
 * and rules that do not exclude each other. The live region is always mounted, so that new notes are announced.
 */
export function OverlapNotes() {
  const { draft, diagnostics, evaluated } = useKitEditing();
  const labels = new Map(diagnostics.map(({ id, diagnosticLabel }) => [id, diagnosticLabel]));
  const alike = (evaluated?.wells ?? []).flatMap(({ shape }) =>
    shape?.fault === 'references-alike' ? [words.alike(shape.faultOf.map(diagnosticText))] : [],
  );
  const overlaps = ruleOverlaps(
    flatRules(draft).map(({ label, expressions, diagnosticColor }) => ({
      label,
      expressions,
      diagnostic: (diagnosticColor && labels.get(diagnosticColor.id)) ?? null,
    })),
  ).map(words.rules);
  const notes = [...new Set([...alike, ...overlaps])];
  return (
    <div role="status">
      {notes.length > 0 && (
        <>
          <h4 className={styles['missing-title']}>{words.title}</h4>
          <ul>
            {notes.slice(0, MAX_ROWS).map((note) => (
              <li key={note} className={styles['missing-row']}>
                {note}
              </li>
            ))}
          </ul>
          {notes.length > MAX_ROWS && <p>{words.more(notes.length - MAX_ROWS)}</p>}
        </>
      )}
    </div>
  );
}
