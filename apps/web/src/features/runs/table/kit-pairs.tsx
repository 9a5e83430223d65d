import type { RunSummary } from '@curvewell/domain';
import { Popover, UnstyledButton } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { FullText, useHoverPopover } from '../../../shared/ui/lists/full-text.tsx';
import styles from './run-list.module.css';

const SHOWN = 2;

type Pairs = RunSummary['usedKitReactionBufferPairs'];

const wordsOf = (pairs: Pairs): readonly string[] => [
  ...new Set(
    pairs.map(({ kitVersion, reactionBuffer }) =>
      text.runs.kitPair(kitVersion.kit.name, reactionBuffer.name),
    ),
  ),
];

/** The kits of a run with their reaction buffers; more than two go into a popover. */
export function KitPairs({ pairs }: { readonly pairs: Pairs }) {
  const all = wordsOf(pairs);
  const { opened, target, dropdown } = useHoverPopover();
  const shown = all.slice(0, SHOWN).join(', ');
  if (all.length <= SHOWN) return <FullText full={shown} />;
  return (
    <span className={styles['kits']}>
      <span className={styles['cut']}>{shown}</span>
      <Popover opened={opened} position="bottom-start" shadow="md" withRoles={false}>
        <Popover.Target>
          <UnstyledButton
            className={styles['more'] ?? ''}
            aria-label={`${text.runs.allKits(all.length)}: ${all.join(', ')}`}
            {...target}
          >
            {text.runs.moreKits(all.length - SHOWN)}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown {...dropdown} className={styles['allKits'] ?? ''} aria-hidden>
          {all.map((pair) => (
            <div key={pair}>{pair}</div>
          ))}
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}
