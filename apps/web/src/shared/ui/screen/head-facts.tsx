import { Button, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { FactList, FactValue, type Fact } from './fact-list.tsx';
import classes from './fact-list.module.css';

interface HeadFactsProps {
  readonly facts: readonly Fact[];
  /** Terms of the facts to keep in a narrow window, most important first. */
  readonly kept: readonly string[];
}

/** A narrow or low window, where the header is a single line. */
const ONE_LINE = '(width < 80em) or (height < 53.75em)';
/** Where times and codes of more than `MANY` facts do not fit. */
const MIDDLE = '(width < 100em)';
const MANY = 6;
const SHORT = '(width < 80em)';
const AT_ONCE = { getInitialValueInEffect: false } as const;

/** The facts of a run beside its title: all of them, or only `kept` with a button for the rest. */
export function HeadFacts({ facts, kept }: HeadFactsProps) {
  const isOneLine = useMediaQuery(ONE_LINE, undefined, AT_ONCE);
  const isShort = useMediaQuery(SHORT, undefined, AT_ONCE);
  const isMiddle = useMediaQuery(MIDDLE, undefined, AT_ONCE);
  const areMany = facts.filter(({ value }) => value !== null).length > MANY;
  if (!isOneLine && !(isMiddle && areMany)) return <FactList facts={facts} />;
  const shownFacts = kept
    .flatMap((term) => facts.filter((fact) => fact.term === term && fact.value !== null))
    .slice(0, isShort ? 1 : 2);
  return (
    <>
      <div className={classes['line']}>
        {shownFacts.map(({ term, value, at, isCode }) => (
          <span key={term} className={classes['fact']}>
            {/* The code alone says what it is, and stays whole. */}
            <span className={isShort && isCode === true ? 'visually-hidden' : ''}>{term}</span>{' '}
            <b
              className={isCode === true ? 'mono' : classes['cuttable']}
              title={isCode === true ? undefined : (value ?? undefined)}
            >
              {at === undefined && isCode !== true ? (
                <span className={classes['value']}>{value}</span>
              ) : (
                <FactValue value={value} at={at} />
              )}
            </b>
          </span>
        ))}
      </div>
      <Popover position="bottom-end" withArrow shadow="md">
        <Popover.Target>
          <Button
            size="xs"
            variant="subtle"
            flex="none"
            rightSection={<IconChevronDown size={14} stroke={1.6} />}
          >
            {text.common.details}
          </Button>
        </Popover.Target>
        <Popover.Dropdown maw="min(40rem, 90vw)">
          <FactList facts={facts} />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
