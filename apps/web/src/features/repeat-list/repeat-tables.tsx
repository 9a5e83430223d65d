import type { RepeatEntry } from '@curvewell/domain';
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { useRemoveRepeats } from '../../data/repeat-list.ts';
import { text } from '../../locale/text.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { formatDateTime, today } from '../../shared/format/format.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { ColumnHeads } from '../../shared/ui/lists/column-heads.tsx';
import { repeatsAsCsv } from './repeat-file.ts';
import classes from './repeat-list.module.css';

const words = text.repeatList;
const { head } = words;

interface EntriesProps {
  readonly entries: readonly RepeatEntry[];
}

/** What waits to be repeated, oldest first. */
export function OpenRepeats({ entries }: EntriesProps) {
  const remove = useRemoveRepeats();
  const removeEntry = async ({ id, name }: RepeatEntry): Promise<void> => {
    try {
      await remove.mutateAsync([id]);
      toastSuccess(words.removed(name));
    } catch (error) {
      toastError(words.notRemoved, error);
    }
  };
  return (
    <section className={classes['part']}>
      <div className={classes['bar']}>
        <h3 id="repeats-open">{words.open(entries.length)}</h3>
        {entries.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} stroke={1.6} />}
            onClick={() =>
              saveFile({
                blob: new Blob([repeatsAsCsv(entries)], { type: 'text/csv;charset=utf-8' }),
                fileName: words.file(today().replaceAll('-', '')),
              })
            }
          >
            {words.saveCsv}
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <p className={classes['note']}>{words.noneOpen}</p>
      ) : (
        <>
          <p className={classes['note']}>{words.how}</p>
          <RepeatTable
            labelledBy="repeats-open"
            heads={[head.sample, head.kit, head.reason, head.from, head.by, head.remove]}
          >
            {entries.map((entry) => (
              <tr key={entry.id}>
                <SampleCells entry={entry} />
                <td>{words.addedBy(entry.addedByName, formatDateTime(entry.addedAt))}</td>
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.remove(entry.name)}
                    disabled={remove.isPending}
                    onClick={() => void removeEntry(entry)}
                  >
                    <IconX size={16} stroke={1.6} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </RepeatTable>
        </>
      )}
    </section>
  );
}

interface PlacedRepeatsProps extends EntriesProps {
  readonly id: string;
  readonly title: string;
}

/** What was repeated, newest first, with the run where it went. */
export function PlacedRepeats({ id, title, entries }: PlacedRepeatsProps) {
  return (
    <section className={classes['part']}>
      <h3 id={id}>{title}</h3>
      <RepeatTable labelledBy={id} heads={[head.sample, head.kit, head.reason, head.from, head.placedOn]}>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <SampleCells entry={entry} />
            <td>{entry.placed && <RunPlace {...entry.placed} />}</td>
          </tr>
        ))}
      </RepeatTable>
    </section>
  );
}

interface RepeatTableProps {
  readonly labelledBy: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}

function RepeatTable({ labelledBy, heads, children }: RepeatTableProps) {
  return (
    <div className={classes['scroll']} role="region" aria-labelledby={labelledBy} tabIndex={0}>
      <table className={classes['table']}>
        <ColumnHeads heads={heads} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function SampleCells({ entry }: { readonly entry: RepeatEntry }) {
  const { name, orderId, kit, reason, note, from } = entry;
  return (
    <>
      <th scope="row">
        {name}
        {orderId !== null && <span className={classes['under']}>{orderId}</span>}
      </th>
      <td>{kit.name}</td>
      <td>
        {words.reasons[reason]}
        {note !== null && <span className={classes['under']}>{note}</span>}
      </td>
      <td>
        <RunPlace {...from} />
      </td>
    </>
  );
}

/** A deleted run has no link. */
function RunPlace({ id, businessId, position }: RepeatEntry['from']) {
  const place = words.from(businessId, position);
  if (id === null) return place;
  return (
    <Anchor component={Link} to={`${paths.runInterpretation(id)}?wells=${position}`} size="sm">
      {place}
    </Anchor>
  );
}
