import { Select, UnstyledButton } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import type { CurveMode } from '../../curves/curve-panel.tsx';
import { useReview } from '../state/review-context.ts';
import type { ShapeCurves } from '../state/use-shape-curves.ts';
import classes from './shape-groups.module.css';

const words = text.curves.shapes;

interface ReferenceSelectProps extends Pick<ShapeCurves, 'choices' | 'chosen' | 'choose'> {
  readonly mode: CurveMode;
}

/** The choice of the wells whose mean is subtracted, where the difference is shown. */
export function ReferenceSelect({ choices, chosen, choose, mode }: ReferenceSelectProps) {
  if (chosen === null || mode === 'normalised') return null;
  return (
    <Select
      size="xs"
      w={330}
      aria-label={words.differenceTo}
      leftSection={<span className={classes['to']}>{words.differenceTo}</span>}
      leftSectionWidth={96}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      allowDeselect={false}
      data={choices.map(({ key, label }) => ({ value: key, label }))}
      value={chosen.key}
      onChange={(key) => {
        if (key !== null) choose(key);
      }}
    />
  );
}

/** The suggested groups, which select their wells, and what the chart means for results. */
export function ShapeGroups({ groups, note }: ShapeCurves) {
  const { select } = useReview();
  return (
    <div className={classes['shapes']}>
      {groups.length > 0 && (
        <ul aria-label={words.groups}>
          {groups.map(({ name, positions }) => (
            <li key={name}>
              <UnstyledButton
                className={classes['group'] ?? ''}
                title={words.select(name)}
                onClick={() => select(positions)}
              >
                {name} <b>{positions.length}</b>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {note !== null && <p>{note}</p>}
    </div>
  );
}
