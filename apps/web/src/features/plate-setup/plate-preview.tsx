import { isWellSet, type PlateType, type Position } from '@curvewell/domain';
import { useMemo } from 'react';

import { text } from '../../locale/text.ts';
import { MiniPlate } from '../../shared/ui/plate/mini-plate.tsx';
import type { PlateDraft } from './draft/plate-draft.ts';

interface PlatePreviewProps {
  readonly plateType: PlateType;
  readonly plate: PlateDraft;
  readonly changed: readonly Position[];
}

export function PlatePreview({ plateType, plate, changed }: PlatePreviewProps) {
  const wells = useMemo(
    () =>
      new Map(
        [...plate].map(([position, well]) => [
          position,
          { sampleType: well.sampleType, isSet: isWellSet(well) },
        ]),
      ),
    [plate],
  );
  return (
    <MiniPlate
      plateType={plateType}
      wells={wells}
      marked={new Set(changed)}
      label={text.wells.willChange(changed.length)}
    />
  );
}
