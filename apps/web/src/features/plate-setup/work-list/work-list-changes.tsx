import type { Position } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { EMPTY_WELL, type PlateDraft, type WellDraft } from '../draft/plate-draft.ts';
import { cellOf } from '../paste/wells-text.ts';
import classes from './work-list.module.css';
import { ColumnHeads } from '../../../shared/ui/lists/column-heads.tsx';

const words = text.workList;
const SHOWN_LINES = 6;

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
}

export function WorkListLines({ title, lines }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title} className={classes['lines']}>
      <h3>{title}</h3>
      <ul>
        {lines.slice(0, SHOWN_LINES).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > SHOWN_LINES && <li>{words.more(lines.length - SHOWN_LINES)}</li>}
      </ul>
    </section>
  );
}

interface ChangesProps {
  readonly before: PlateDraft;
  readonly after: PlateDraft;
  readonly changed: readonly Position[];
}

const COLUMNS = ['name', 'sampleType', 'orderId'] as const;

/** The old and new values of each well. */
export function WorkListChanges({ before, after, changed }: ChangesProps) {
  return (
    <div className={classes['scroll']} role="region" aria-label={words.changes} tabIndex={0}>
      <table className={classes['table']}>
        <ColumnHeads heads={(['position', ...COLUMNS] as const).map((column) => words.fields[column])} />
        <tbody>
          {changed.map((position) => (
            <tr key={position}>
              <th scope="row">{position}</th>
              {COLUMNS.map((column) => (
                <td key={column}>
                  <Change
                    before={before.get(position) ?? EMPTY_WELL}
                    after={after.get(position) ?? EMPTY_WELL}
                    position={position}
                    column={column}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChangeProps {
  readonly position: Position;
  readonly column: (typeof COLUMNS)[number];
  readonly before: WellDraft;
  readonly after: WellDraft;
}

function Change({ before, after, position, column }: ChangeProps) {
  const [was, is] = [before, after].map((well) => cellOf(well, { position, column }));
  if (was === '' || was === is) return is;
  return (
    <>
      {is} <span className={classes['was']}>{words.was(was ?? '')}</span>
    </>
  );
}
