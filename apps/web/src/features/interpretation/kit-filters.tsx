import { Select } from '@mantine/core';

import { text } from '../../locale/text.ts';
import classes from './interpretation.module.css';
import type { KitChoice, KitLevel } from './review-wells.ts';

interface KitFiltersProps {
  readonly choices: readonly KitChoice[];
  readonly onChoose: (level: KitLevel, id: string | null) => void;
}

/** Kit, version and buffer of the shown wells; plain text where there is nothing to choose. */
export function KitFilters({ choices, onChoose }: KitFiltersProps) {
  const texts = text.interpretation.filters;
  return (
    <div className={classes['filters']}>
      {choices.map(({ level, options, value }) =>
        options.length > 1 ? (
          <Select
            key={level}
            size="xs"
            label={texts[level]}
            placeholder={texts.choose}
            data={options.map(({ id, name }) => ({ value: id, label: name }))}
            value={value}
            clearable
            onChange={(id) => {
              onChoose(level, id);
            }}
          />
        ) : (
          <div key={level} className={classes['filter']}>
            <span>{texts[level]}</span>
            <b>{options[0]?.name ?? text.interpretation.none}</b>
          </div>
        ),
      )}
    </div>
  );
}
