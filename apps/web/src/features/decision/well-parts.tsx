import {
  comparePositions,
  isSample,
  samplesText,
  wellsText,
  type CheckedWell,
  type FoldedWells,
  type RunDoubts,
} from '@curvewell/domain';
import { Anchor, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { storeReviewedChannel } from '../../shared/navigation/reviewed-channel.ts';
import { ResultCode } from '../../shared/ui/badges/result-code.tsx';
import { wellsToAddress } from '../plate/selection/wells-in-address.ts';
import { useOpenCheck } from './check-context.ts';
import classes from './check.module.css';

const texts = text.decision;

/** “6 samples”, “6 wells of 2 samples”, “9 results in 8 wells” */
export function countedText(wells: readonly CheckedWell[], doubts: RunDoubts): string {
  const positions = new Set(wells.map(({ position }) => position)).size;
  if (positions !== wells.length || !wells.every(({ sampleType }) => isSample(sampleType)))
    return wellsText(wells);
  return samplesText(wells, doubts);
}

interface WellPartsProps {
  readonly well: CheckedWell;
  /** The previous result. */
  readonly from?: CheckedWell['found'];
  /** False below a row of the same well, which has the name: only a screen reader reads it again. */
  readonly isNamed?: boolean;
  readonly children: ReactNode;
}

/** Position, name, result and text at the start of a row. */
export function WellParts({ well, from, isNamed = true, children }: WellPartsProps) {
  return (
    <>
      <WellLink well={well} />
      <span className={classes['name']} title={well.name ?? undefined}>
        {isNamed ? well.name : <VisuallyHidden>{well.name}</VisuallyHidden>}
      </span>
      {from !== undefined && (
        <>
          <ResultCode result={from} />
          <IconArrowRight size={12} aria-hidden />
          <VisuallyHidden>{texts.changed.became}</VisuallyHidden>
        </>
      )}
      <ResultCode result={well.found} />
      <span className={classes['why']}>
        <OtherChannel well={well} />
        {children}
      </span>
    </>
  );
}

/** The channel of a well, except for the first channel. */
function OtherChannel({ well }: { readonly well: CheckedWell }) {
  const [first] = useOpenCheck().check.doubts.channels;
  return well.channel === first ? null : <b>{well.channel} </b>;
}

/** Whether two rows are about one well, in two channels. */
export function isOfSameWell(
  { wells }: FoldedWells<CheckedWell>,
  other: FoldedWells<CheckedWell> | undefined,
): boolean {
  return wells.length === 1 && other?.wells.length === 1 && other.wells[0].position === wells[0].position;
}

interface FoldedPartsProps {
  readonly folded: FoldedWells<CheckedWell>;
  readonly isNamed?: boolean;
}

/** One row for several wells: details of a single one, or the positions and count of several. */
export function FoldedParts({ folded, isNamed = true }: FoldedPartsProps) {
  const { wells, text: foldedText } = folded;
  const { doubts } = useOpenCheck().check;
  const [first, ...others] = wells;
  if (others.length === 0)
    return (
      <WellParts well={first} isNamed={isNamed}>
        {foldedText}
      </WellParts>
    );
  return (
    <>
      <span className={classes['fold']}>
        <WellsLink wells={wells} />
        <span>{countedText(wells, doubts)}</span>
      </span>
      <ResultCode result={first.found} />
      <span className={classes['why']}>
        <OtherChannel well={first} />
        {foldedText}
      </span>
    </>
  );
}

/** Up to this number wells are listed one by one. */
const NAMED = 3;

/** Links to several wells at once: “A1, B3”, “A1 … O18”. */
export function WellsLink({ wells }: { readonly wells: readonly CheckedWell[] }) {
  const { wellAddress } = useOpenCheck();
  const positions = [...new Set(wells.map(({ position }) => position))].sort(comparePositions);
  const [first = '', last = ''] = [positions[0], positions.at(-1)];
  return (
    <Anchor
      component={Link}
      to={wellAddress({ position: wellsToAddress(positions) })}
      className={classes['position'] ?? ''}
    >
      {positions.length <= NAMED ? positions.join(', ') : texts.fold(first, last)}
    </Anchor>
  );
}

export function WellLink({ well }: { readonly well: CheckedWell }) {
  const { wellAddress } = useOpenCheck();
  return (
    <Anchor
      component={Link}
      to={wellAddress(well)}
      className={classes['position'] ?? ''}
      onClick={() => storeReviewedChannel(well.channel)}
    >
      {well.position}
    </Anchor>
  );
}
