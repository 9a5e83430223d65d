import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

import { text } from '../../locale/text.ts';
import { DiagnosticCode } from '../../shared/ui/badges/diagnostic-code.tsx';
import classes from './curve-chart.module.css';
import { type CurveGroup, isSummed } from './curve-groups.ts';

const words = text.curves.groups;

/** Keys of the groups that are not drawn. */
export type HiddenGroups = ReadonlySet<string>;

/** The hidden groups after a press: one more or one less, or all but one; alone again shows all. */
function afterPress(
  hidden: HiddenGroups,
  {
    key,
    keys,
    isAlone,
  }: { readonly key: string; readonly keys: readonly string[]; readonly isAlone: boolean },
): HiddenGroups {
  const others = keys.filter((other) => other !== key);
  if (isAlone) {
    const wasAlone = !hidden.has(key) && others.every((other) => hidden.has(other));
    return new Set(wasAlone ? [] : others);
  }
  return hidden.has(key) ? new Set([...hidden].filter((other) => other !== key)) : new Set([...hidden, key]);
}

interface CurveLegendProps {
  readonly groups: readonly CurveGroup[];
  readonly hidden: HiddenGroups;
  readonly onHide: (hidden: HiddenGroups) => void;
  /** What the curves are compared with. */
  readonly children?: ReactNode;
}

/** Each result with its count, to show or hide its curves. */
export function CurveLegend({ groups, hidden, onHide, children }: CurveLegendProps) {
  const keys = groups.map(({ key }) => key);
  const press = (key: string, isAlone: boolean): void => onHide(afterPress(hidden, { key, keys, isAlone }));
  const hasSummary = groups.some((group) => !hidden.has(group.key) && isSummed(group));
  return (
    <div className={classes['legend']} role="group" aria-label={words.label}>
      {groups.length > 1 &&
        groups.map(({ key, look, curves }) => (
          <UnstyledButton
            key={key}
            className={classes['chip']}
            aria-pressed={!hidden.has(key)}
            title={words.alone}
            onClick={(event) => press(key, event.altKey)}
            onKeyDown={(event) => {
              // With Alt, keys do not click in every browser.
              if (!event.altKey || (event.key !== 'Enter' && event.key !== ' ')) return;
              event.preventDefault();
              press(key, true);
            }}
          >
            <DiagnosticCode look={look} small /> <b>{curves.length}</b>
            <span className="visually-hidden">{words.chip(look.name, curves.length)}</span>
          </UnstyledButton>
        ))}
      {children}
      {hasSummary && <span className={classes['legend-note']}>{words.summed}</span>}
    </div>
  );
}
