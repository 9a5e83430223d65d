import { Button, Group } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { CompareList } from '../../../shared/ui/alerts/compare-list.tsx';
import { PlatePanel } from '../../../shared/ui/plate/plate-layout.tsx';
import { wellRangesText } from '../../../shared/format/well-ranges.ts';
import classes from '../panel/well-panel.module.css';
import { usePlateSetup } from '../plate-setup-context.ts';
import type { WellField } from './compare-plates.ts';

function fieldText(of: WellField): string {
  return of.field === 'expected' ? text.wells.fields.expectedIn(of.channel) : text.wells.fields[of.field];
}

const sampleTypeWords: Readonly<Record<string, string>> = text.sampleTypes;

function valueText(value: string | null, { field }: WellField): string | null {
  return value !== null && field === 'sampleType' ? (sampleTypeWords[value] ?? value) : value;
}

/** Compares the wells that two users changed, with a switch for each difference, and saves the result. */
export function ComparePanel() {
  const { comparison, panelRef, isSaving, saveCompared } = usePlateSetup();
  if (!comparison) return null;
  const { differences, contested, resolvedAsTheirs, turn: onSwitch } = comparison;
  const words = text.compare;
  return (
    <PlatePanel ref={panelRef} role="complementary" aria-label={text.wells.comparePanel}>
      <div className={classes['head']}>
        <h2>{text.wells.comparePanel}</h2>
      </div>
      <div className={classes['body']}>
        <p className={classes['note']}>{text.wells.contested(contested.size)}</p>
        {differences.length > 1 && (
          <Group gap={8} grow>
            <Button size="xs" variant="default" onClick={() => onSwitch(new Set())}>
              {words.allMine}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => onSwitch(new Set(differences.map(({ key }) => key)))}
            >
              {words.allTheirs}
            </Button>
          </Group>
        )}
        <CompareList
          comparisons={differences.map(({ key, of, mine, theirs, positions }) => ({
            key,
            what: fieldText(of),
            where: `${text.wells.ofWells(positions.length)} ${wellRangesText(positions)}`,
            mine: valueText(mine, of),
            theirs: valueText(theirs, of),
          }))}
          resolvedAsTheirs={resolvedAsTheirs}
          onSwitch={onSwitch}
        />
        <Button loading={isSaving} onClick={saveCompared}>
          {words.save}
        </Button>
      </div>
    </PlatePanel>
  );
}
