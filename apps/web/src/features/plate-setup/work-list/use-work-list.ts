import { lotDay, type Position, type RepeatEntry, type WorkListField } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { repeatListQueries } from '../../../data/repeat-list.ts';
import { useStoreColumns, workListQueries } from '../../../data/work-lists.ts';
import { text } from '../../../locale/text.ts';
import { toastError } from '../../../shared/ui/messages/toast.tsx';
import { usePlateSetup } from '../plate-setup-context.ts';
import { MAX_WORK_LIST_BYTES, readWorkList, type WorkList } from './read-work-list.ts';
import { repeatsAsList, repeatsFor, REPEATS_READING, withKits } from './repeats-as-list.ts';
import { columnsToKeep, guessedReading, type WorkListReading } from './work-list-columns.ts';
import { plateFromWorkList } from './work-list-plate.ts';

interface Opened {
  readonly file: File | null;
  readonly list: WorkList | null;
  readonly refusal: string | null;
  /** null if no reading was stored. */
  readonly reading: WorkListReading | null;
  /** The entries of the repeat list that are taken over; null: the list is a file. */
  readonly repeats: readonly RepeatEntry[] | null;
}

const NOTHING: Opened = { file: null, list: null, refusal: null, reading: null, repeats: null };

/** State of the work list dialog. Nothing is stored before the list is applied. */
export function useWorkList({
  first,
  slots,
}: {
  readonly first: File | null;
  readonly slots: readonly Position[];
}) {
  const { run, editor } = usePlateSetup();
  const { data: kept, isPending } = useQuery(workListQueries.columns);
  const { data: repeatList } = useQuery(repeatListQueries.list);
  const { mutateAsync: keepColumns } = useStoreColumns();
  const [opened, open] = useState<Opened>({ ...NOTHING, file: first });
  const { list, repeats } = opened;
  const offered = useMemo(() => repeatsFor(run, repeatList?.open ?? []), [run, repeatList]);

  const { file } = opened;
  useEffect(() => {
    if (file === null) return;
    void readFile(file).then((read) => open((now) => (now.file === file ? { ...now, ...read } : now)));
  }, [file]);

  const reading = useMemo(
    () => opened.reading ?? (list === null || isPending ? null : guessedReading(list, kept ?? null)),
    [opened.reading, list, kept, isPending],
  );
  const { plate } = editor;
  const preview = useMemo(() => {
    if (!list || !reading) return null;
    const day = lotDay(run);
    const filled = plateFromWorkList({ list, reading, run, plate, slots, day });
    return repeats === null ? filled : withKits(filled, { entries: repeats, run, plate, slots, day });
  }, [list, reading, run, plate, slots, repeats]);
  const change = (changes: Partial<WorkListReading>): void => {
    if (reading) open((now) => ({ ...now, reading: { ...reading, ...changes } }));
  };
  const fillIn = (): void => {
    if (!list || !reading || !preview) return;
    editor.put(preview.after, text.wells.on(text.workList.step, preview.changed.length));
    const columns = repeats === null ? columnsToKeep(list, reading) : null;
    if (columns === null || JSON.stringify(columns) === JSON.stringify(kept)) return;
    keepColumns(columns).catch((error: unknown) => toastError(text.workList.notKept, error));
  };

  return {
    file,
    refusal: opened.refusal,
    list,
    reading,
    preview,
    fillIn,
    repeats,
    /** Open entries of the repeat list: for the kits of this run, and all. */
    offered: { ofKits: offered, all: repeatList?.open.length ?? 0 },
    takeRepeats: () =>
      open({ ...NOTHING, list: repeatsAsList(offered), reading: REPEATS_READING, repeats: offered }),
    choose: (chosen: File | null) => open({ ...NOTHING, file: chosen }),
    setHeads: (hasHeads: boolean) => change({ hasHeads }),
    setColumn: (field: WorkListField, index: number | null) => {
      const { [field]: _previous, ...others } = reading?.columns ?? {};
      change({ columns: index === null ? others : { ...others, [field]: index } });
    },
  };
}

/** Checks the size before reading. */
async function readFile(file: File): Promise<Pick<Opened, 'list' | 'refusal'>> {
  const { refusals } = text.workList;
  if (file.size > MAX_WORK_LIST_BYTES) return { list: null, refusal: refusals.tooLarge(MAX_WORK_LIST_BYTES) };
  const read = readWorkList(new Uint8Array(await file.arrayBuffer()));
  return 'refusal' in read ? { list: null, refusal: read.refusal } : { list: read, refusal: null };
}
