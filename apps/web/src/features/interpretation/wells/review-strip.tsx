import { ActionIcon, Button, Kbd, Progress, Select } from '@mantine/core';
import { IconChevronLeft, IconX } from '@tabler/icons-react';
import { flushSync } from 'react-dom';

import { text } from '../../../locale/text.ts';
import { WellMark } from '../../../shared/ui/plate/well-mark.tsx';
import { focusPlate } from '../../plate/grid/plate-grid.tsx';
import { useReview } from '../state/review-context.ts';
import classes from './review-strip.module.css';
import type { KitChoice, KitLevel } from '../state/kit-filter.ts';

const texts = text.interpretation.border;

/** Above the chart: the shown kit, or the progress of the borderline review. */
export function ReviewStrip() {
  const { border, choices, choose, wells, selected, gridRef, panelRef } = useReview();
  if (border.isOpen) return <BorderStrip />;
  const notSeen = border.wells.length - border.seenCount;
  const lots = new Set((selected.length > 0 ? selected : wells).flatMap(({ well }) => well.lot?.name ?? []));
  return (
    <div className={classes['strip']}>
      <KitFilters choices={choices} lots={[...lots]} onChoose={choose} />
      {border.wells.length > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<WellMark mark={notSeen === 0 ? 'near-seen' : 'near'} size={15} />}
          onClick={() => {
            flushSync(() => border.go(false));
            // The button disappears with the strip, so move the focus to the well, where the shortcuts work.
            focusPlate(gridRef.current ?? panelRef.current);
          }}
        >
          {notSeen === 0 ? texts.again(border.seenCount) : texts.start(notSeen)}
          <Kbd size="xs" ml={6}>
            v
          </Kbd>
        </Button>
      )}
    </div>
  );
}

function BorderStrip() {
  const { border, selection, channel, chartKeys, onButtonKey } = useReview();
  const count = border.wells.length;
  const place = border.wells.findIndex(
    ({ position, interpreted }) =>
      selection.selected.size === 1 && selection.selected.has(position) && interpreted.channel === channel,
  );
  const shown = border.wells[place];
  const progress = texts.progress(border.seenCount, count);
  return (
    <div className={classes['strip']} data-reviewing>
      <WellMark mark="near" size={15} />
      <b className={classes['title']}>{texts.title}</b>
      <Progress.Root size={6} className={classes['bar']}>
        <Progress.Section value={(border.seenCount / count) * 100} aria-label={progress} />
      </Progress.Root>
      <b>{progress}</b>
      <ActionIcon
        className={classes['first']}
        variant="subtle"
        color="gray"
        aria-label={texts.previous}
        onKeyDown={onButtonKey}
        onClick={() => border.go(true)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </ActionIcon>
      <Button size="xs" variant="default" onKeyDown={onButtonKey} onClick={() => border.go(false)}>
        {texts.next}
        <Kbd size="xs" ml={6}>
          v
        </Kbd>
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.close}
        onClick={() => {
          border.close();
          // The button disappears with the strip, so move the focus to the chart.
          chartKeys.current?.focus();
        }}
      >
        <IconX size={18} stroke={1.6} />
      </ActionIcon>
      <span role="status" className="visually-hidden">
        {shown?.near &&
          texts.announcement({ place: place + 1, count, position: shown.position, near: shown.near.text })}
      </span>
    </div>
  );
}

interface KitFiltersProps {
  readonly choices: readonly KitChoice[];
  /** Names of the lots of the shown wells. */
  readonly lots: readonly string[];
  readonly onChoose: (level: KitLevel, id: string | null) => void;
}

/** Kit, version and buffer of the shown wells, each as text or, with several options, as a select. */
function KitFilters({ choices, lots, onChoose }: KitFiltersProps) {
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
