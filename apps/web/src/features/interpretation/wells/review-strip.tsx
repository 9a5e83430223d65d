import { ActionIcon, Button, Kbd, Progress } from '@mantine/core';
import { IconChevronLeft, IconX } from '@tabler/icons-react';

import { flushSync } from 'react-dom';

import { text } from '../../../locale/text.ts';
import { WellMark } from '../../../shared/ui/plate/well-mark.tsx';
import { focusPlate } from '../../plate/grid/plate-grid.tsx';
import { KitFilters } from './kit-filters.tsx';
import { useReview } from '../state/review-context.ts';
import classes from './review-strip.module.css';

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
