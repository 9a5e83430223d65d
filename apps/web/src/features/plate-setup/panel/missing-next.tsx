import { missingControlText, plateDoubtText, type MissingItem } from '@curvewell/domain';
import { UnstyledButton } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { wellRangesText } from '../../../shared/format/well-ranges.ts';
import { DoubtWords, MissingControlWords } from '../doubt-rows.tsx';
import classes from '../parts.module.css';
import { usePlateSetup } from '../plate-setup-context.ts';

interface MissingNextProps {
  /** Number of usable wells: those with a curve in the files. */
  readonly wellCount: number;
}

/** “kit”, “expected result (FAM)”. */
export function itemText(item: MissingItem): string {
  return item.item === 'expectedDiagnostic'
    ? text.wells.items.expectedDiagnostic(item.label ?? item.channel)
    : text.wells.items[item.item];
}

/** A row for each missing field; a click selects the wells without it. */
export function MissingNext({ wellCount }: MissingNextProps) {
  const { state, doubts, lacking, act, backToPlate, showMissing } = usePlateSetup();
  const texts = text.wells;
  const notSet = wellCount - state.setCount;
  return (
    <section className={classes['next']} aria-label={texts.missingNext}>
      <h3>{texts.missingNext}</h3>
      {state.rows.map(({ key, item, positions }) => (
        <UnstyledButton
          key={key}
          className={classes['next-row']}
          onClick={() => showMissing(positions, item)}
        >
          <b>{texts.ofWells(positions.length)}</b> {itemText(item)}
          <span>{wellRangesText(positions, 2)}</span>
        </UnstyledButton>
      ))}
      {state.rows.length === 0 && state.setCount > 0 && <p>{texts.complete}</p>}
      {doubts.length + lacking.length > 0 && <h3>{texts.lookAt}</h3>}
      {lacking.map((missing) => (
        <UnstyledButton
          key={missingControlText(missing)}
          className={classes['doubt-row']}
          onClick={() => {
            act({ type: 'set', wells: missing.positions });
            backToPlate();
          }}
        >
          <MissingControlWords missing={missing} />
          <span>{texts.forSamples(wellRangesText(missing.positions, 2))}</span>
        </UnstyledButton>
      ))}
      {doubts.map((doubt) => (
        <UnstyledButton
          key={plateDoubtText(doubt)}
          className={classes['doubt-row']}
          onClick={() => {
            act({ type: 'set', wells: doubt.positions });
            backToPlate();
          }}
        >
          <DoubtWords doubt={doubt} />
          <span>{wellRangesText(doubt.positions, 2)}</span>
        </UnstyledButton>
      ))}
      {notSet > 0 && <p>{texts.notSet(notSet)}</p>}
    </section>
  );
}
