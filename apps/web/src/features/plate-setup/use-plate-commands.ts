import type { Position } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { useStable } from '../../shared/hooks/use-stable.ts';
import { wellRangesText } from '../../shared/format/well-ranges.ts';
import { confirmOverwrite } from './draft/ask-replace.ts';
import { EMPTY_WELL, isSameWell, clearWell, copyWell, type WellDraft } from './draft/plate-draft.ts';
import type { QuickPick } from './panel/quick-offers.ts';
import { usePlateSetup } from './plate-setup-context.ts';
import { plateFromTemplate } from './templates/template-plate.ts';

/** Commands on the selected wells in fill order. Each is one undo step. */
export function usePlateCommands(wellsNow: () => readonly Position[]) {
  const { run, assays, editor } = usePlateSetup();
  const wellAt = (position: Position): WellDraft => editor.plate.get(position) ?? EMPTY_WELL;
  const isBare = (position: Position): boolean => {
    const well = wellAt(position);
    return isSameWell(well, clearWell(well));
  };

  const clear = useStable(async (): Promise<void> => {
    const set = wellsNow().filter((position) => !isBare(position));
    if (set.length === 0 || !(await confirmOverwrite(set.map(wellAt), text.wells.clear(set.length)))) return;
    editor.updateWells(set, clearWell, text.wells.on(text.wells.changes.cleared, set.length));
  });

  const copyDown = useStable(async (): Promise<void> => {
    const [first, ...others] = wellsNow();
    if (first === undefined || others.length === 0) return;
    const replaced = others.filter((position) => !isBare(position));
    const wells = [first, ...replaced].map(wellAt);
    if (!(await confirmOverwrite(wells, text.wells.copyOver(replaced.length)))) return;
    editor.updateWells(
      others,
      copyWell(wellAt(first)),
      text.wells.on(text.wells.changes.copied, others.length),
    );
  });

  const fill = useStable(async (pick: QuickPick): Promise<boolean> => {
    switch (pick.kind) {
      case 'change':
        return editor.change(wellsNow(), pick.change);
      case 'names':
        return editor.rename(wellsNow(), pick.names);
      case 'template':
        editor.put(
          plateFromTemplate(editor.plate, { template: pick.template, run, assays }),
          text.templates.loadedStep(pick.template.name),
        );
        return true;
    }
  });

  /** Sets a name typed on the plate. Warns if another well has it. */
  const nameWell = useStable(async (position: Position, name: string): Promise<void> => {
    // A change clears announcements, so warn after it. The warning stays visible after the Enter of a
    // scanner.
    if (name !== (wellAt(position).name ?? ''))
      await editor.change([position], { field: 'name', value: name });
    const duplicates = [...editor.plate]
      .filter(([other, well]) => well.name === name && other !== position)
      .map(([other]) => other);
    if (name === '' || duplicates.length === 0) return;
    editor.announce({
      text: text.wells.nameTwice(name, wellRangesText(duplicates)),
      wells: [...duplicates, position],
    });
  });

  return { clear, copyDown, fill, nameWell };
}
