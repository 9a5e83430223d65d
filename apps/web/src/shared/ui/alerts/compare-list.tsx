import { SegmentedControl } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import classes from './compare-list.module.css';

export interface Comparison {
  readonly key: string;
  /** What differs, and where: “lot”, “8 wells E3 to E10”. */
  readonly what: string;
  readonly where?: string;
  readonly mine: string | null;
  readonly theirs: string | null;
}

interface CompareListProps {
  readonly comparisons: readonly Comparison[];
  /** Keys of differences resolved in favour of the other user. */
  readonly resolvedAsTheirs: ReadonlySet<string>;
  readonly onSwitch: (resolvedAsTheirs: ReadonlySet<string>) => void;
}

/** My changes beside the other user's, with a switch for each difference. */
export function CompareList({ comparisons, resolvedAsTheirs, onSwitch }: CompareListProps) {
  const words = text.compare;
  const turn = (key: string, way: string): void => {
    const others = [...resolvedAsTheirs].filter((other) => other !== key);
    onSwitch(new Set(way === 'theirs' ? [...others, key] : others));
  };
  return (
    <ul className={classes['list']} aria-label={words.list}>
      {comparisons.map(({ key, what, where, mine, theirs }) => (
        <li key={key}>
          <div className={classes['what']}>
            <b>{what}</b>
            {where !== undefined && <span>{where}</span>}
          </div>
          <dl className={classes['sides']}>
            <div data-chosen={!resolvedAsTheirs.has(key) || undefined}>
              <dt>{words.mine}</dt>
              <dd>{mine ?? words.none}</dd>
            </div>
            <div data-chosen={resolvedAsTheirs.has(key) || undefined}>
              <dt>{words.theirs}</dt>
              <dd>{theirs ?? words.none}</dd>
            </div>
          </dl>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={words.choose(where === undefined ? what : `${what}, ${where}`)}
            data={[
              { value: 'mine', label: words.keepMine },
              { value: 'theirs', label: words.takeTheirs },
            ]}
            value={resolvedAsTheirs.has(key) ? 'theirs' : 'mine'}
            onChange={(way) => turn(key, way)}
          />
        </li>
      ))}
    </ul>
  );
}
