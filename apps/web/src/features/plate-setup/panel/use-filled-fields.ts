import type { Position } from '@curvewell/domain';

import { type FilledField, filledField, type FilledFrom } from '../../../shared/ui/fields/filled-field.tsx';
import { isTypeOfFile } from '../draft/from-file.ts';
import { EMPTY_WELL, type FilledPart } from '../draft/plate-draft.ts';
import { usePlateSetup } from '../plate-setup-context.ts';

/** Label of a field of the selected wells, with a mark if its value was filled in. */
export type FieldOf = (name: string, part: FilledPart) => FilledField;

/** A field is marked if its value was filled in for all selected wells. */
export function useFilledFields(positions: readonly Position[]): FieldOf {
  const { run, editor } = usePlateSetup();
  const wellAt = (position: Position) => editor.plate.get(position) ?? EMPTY_WELL;
  const fromOf = (part: FilledPart): FilledFrom | null => {
    if (positions.every((position) => wellAt(position).filled?.includes(part))) return 'answer';
    const isRead =
      part === 'sampleType' &&
      positions.every((position) => isTypeOfFile(run, { position, sampleType: wellAt(position).sampleType }));
    return isRead ? 'file' : null;
  };
  return (name, part) => {
    const from = fromOf(part);
    if (from === null) return { label: name };
    return filledField(name, from, () => editor.pass(positions, part));
  };
}
