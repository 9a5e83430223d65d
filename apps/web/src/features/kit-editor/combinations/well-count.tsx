import { Popover, UnstyledButton } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './combinations.module.css';
import { WellLinks } from '../well-links.tsx';
import type { CombinationWells } from './rule-counts.ts';

const words = text.kits.combinations;

interface WellCountProps {
  readonly label: string;
  readonly counts: CombinationWells;
  readonly isListed: boolean;
  readonly onListed: (isListed: boolean) => void;
}

/** Number of the run's wells with a combination, and the difference from before. Opens a list of them. */
export function WellCount({ label, counts, isListed, onListed }: WellCountProps) {
  const { evaluated } = useKitEditing();
  if (evaluated === null) return <span />;
  const { wells, change, outside } = counts;
  const figures = (
    <>
      {wells.length}
      {change !== 0 && <small>{change > 0 ? `+${change}` : `−${-change}`}</small>}
      {outside > 0 && <small data-outside>{words.outside(outside)}</small>}
    </>
  );
  const look = { 'data-none': wells.length === 0 || undefined, 'data-old': evaluated.isOld || undefined };
  if (wells.length === 0) {
    return (
      <div className={styles['count']} {...look}>
        {figures}
      </div>
    );
  }
  return (
    <Popover
      opened={isListed}
      onChange={onListed}
      position="left"
      shadow="md"
      trapFocus
      returnFocus
      width={240}
    >
      <Popover.Target>
        <UnstyledButton
          className={styles['count'] ?? ''}
          {...look}
          tabIndex={-1}
          onClick={() => onListed(!isListed)}
        >
          {figures}
          <span className="visually-hidden"> {words.listWells(label)}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.wellsList(label)} p={8}>
        <WellLinks positions={wells.map(({ position }) => position)} />
      </Popover.Dropdown>
    </Popover>
  );
}
