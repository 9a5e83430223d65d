import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { plateQueries } from '../../../data/plate.ts';
import { text } from '../../../locale/text.ts';
import type { FilledField } from '../../../shared/ui/fields/filled-field.tsx';
import { SampleShape } from '../../../shared/ui/plate/sample-shape.tsx';
import type { WellChange, WellDraft } from '../draft/plate-draft.ts';
import classes from '../parts.module.css';

interface SampleTypeTilesProps extends Pick<FilledField, 'label' | 'onBlur'> {
  readonly wells: readonly WellDraft[];
  readonly set: (change: WellChange) => void;
  readonly isLocked: boolean;
}

export function SampleTypeTiles({ wells, set, isLocked, label, onBlur }: SampleTypeTilesProps) {
  const { data = [], isError, refetch } = useQuery(plateQueries.sampleTypes);
  const chosen = new Set(wells.map(({ sampleType }) => sampleType));
  const value = chosen.size === 1 ? [...chosen][0] : null;
  return (
    <fieldset
      className={classes['tiles-field']}
      disabled={isLocked}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur?.();
      }}
    >
      <legend>{label}</legend>
      {isError && (
        <p role="alert" className={classes['missing-lot']}>
          {text.step1.failed.sampleType}
          <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
            {text.common.tryAgain}
          </Button>
        </p>
      )}
      <div className={classes['tiles']}>
        {data.map(({ name }) => (
          <label key={name} className={classes['tile']} data-checked={name === value || undefined}>
            <input
              type="radio"
              className="visually-hidden"
              name="sample-type"
              checked={name === value}
              onChange={() => set({ field: 'sampleType', value: name })}
            />
            <SampleShape type={name} size={16} />
            {text.sampleTypes[name]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
