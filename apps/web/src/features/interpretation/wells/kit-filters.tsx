import { Select } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import classes from './review-strip.module.css';
import type { KitChoice, KitLevel } from '../state/kit-filter.ts';

interface KitFiltersProps {
  readonly choices: readonly KitChoice[];
  /** Names of the lots of the shown wells. */
  readonly lots: readonly string[];
  readonly onChoose: (level: KitLevel, id: string | null) => void;
}

/** Kit, version and buffer of the shown wells, each as text or, with several options, as a select. */
export function KitFilters({ choices, lots, onChoose }: KitFiltersProps) {
  const texts = text.interpretation.filters;
  const nameOf = ({ options, value }: KitChoice): string =>
    options.find(({ id }) => id === value)?.name ?? text.interpretation.none;
  if (choices.every(({ options }) => options.length <= 1)) {
    const [kit = '', version = '', buffer = ''] = choices.map(nameOf);
    const [lot, ...others] = lots;
    return (
      <span className={classes['kit']}>
        {texts.kitInWords({ kit, version, buffer })}
        {lot !== undefined && others.length === 0 && (
          <>
            , {text.interpretation.card.lot('')}
            <span className="mono">{lot}</span>
          </>
        )}
        {others.length > 0 && `, ${texts.lots(lots.length)}`}
      </span>
    );
  }
  return (
    <div className={classes['filters']}>
      {choices.map((choice) =>
        choice.options.length > 1 ? (
          <Select
            key={choice.level}
            size="xs"
            aria-label={texts[choice.level]}
            placeholder={texts[choice.level]}
            data={choice.options.map(({ id, name }) => ({ value: id, label: name }))}
            value={choice.value}
            clearable
            onChange={(id) => onChoose(choice.level, id)}
          />
        ) : (
          <span key={choice.level} className={classes['kit']}>
            {nameOf(choice)}
          </span>
        ),
      )}
    </div>
  );
}
