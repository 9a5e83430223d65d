import { text } from '../../../locale/text.ts';
import { confirm } from '../../../shared/ui/dialogs/confirm.tsx';
import { isSameWell, replacedValues, copyWell, type WellChange, type WellDraft } from './plate-draft.ts';

/** Asks before different values are replaced; true if no confirmation is needed. */
export async function confirmReplace(wells: readonly WellDraft[], wanted: WellChange): Promise<boolean> {
  const values = replacedValues(wells, wanted);
  if (values.length === 0) return true;
  const words = values.map((value) =>
    wanted.field === 'sampleType'
      ? (Object.entries(text.sampleTypes).find(([type]) => type === value)?.[1] ?? value)
      : value,
  );
  const clears =
    wanted.field === 'kitVersion' || wanted.field === 'reactionBuffer' ? text.wells.clears[wanted.field] : '';
  return confirm({
    title: text.wells.replace(text.wells.changes[wanted.field], wells.length),
    text: `${text.wells.theyHave(words)}${clears}`,
    answers: 'yes-no',
    destroys: false,
  });
}

/** Asks before names are replaced. */
export async function confirmRename(
  wells: readonly WellDraft[],
  names: readonly (string | null)[],
): Promise<boolean> {
  const replaced = wells.flatMap(({ name }, index) => {
    const next = names[index] ?? null;
    return name === null || next === null || name === next ? [] : name;
  });
  if (replaced.length === 0) return true;
  return confirm({
    title: text.wells.replace(text.wells.changes.name, replaced.length),
    text: text.wells.theyHave([...new Set(replaced)].slice(0, 5)),
    answers: 'yes-no',
    destroys: false,
  });
}

/** Asks before different settings of wells are removed. Names do not count. */
export async function confirmOverwrite(wells: readonly WellDraft[], title: string): Promise<boolean> {
  const [first] = wells;
  const isDiffering = first && wells.some((well) => !isSameWell(copyWell(well)(first), first));
  return isDiffering ? confirm({ title, answers: 'yes-no', destroys: false }) : true;
}
