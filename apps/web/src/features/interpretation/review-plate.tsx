import {
  platePositions,
  type ChannelName,
  type Position,
  type Run,
  type SampleType,
} from '@curvewell/contracts';
import { Button, Kbd, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent, type RefObject } from 'react';

import { lookOf } from './result-look.ts';
import { resultGroups, type ReviewWell } from './review-wells.ts';
import { DiagnosticCaption } from '../plate/plate-caption.tsx';
import { PlateGrid } from '../plate/plate-grid.tsx';
import { PlateRoom } from '../plate/plate-room.tsx';
import { PlateAnnouncer, PlateStatus } from '../plate/plate-status.tsx';
import { positionOfPlace, type SelectionAction, type WellSelection } from '../plate/well-selection.ts';
import { WellsTable } from '../plate/wells-table.tsx';
import { interpretationTexts } from '../../locale/en-GB/interpretation.ts';
import { plateTexts } from '../../locale/en-GB/plate.ts';
import type { Scheme } from '../../shared/diagnostic-palette.ts';
import { PlateBar, PlatePanel } from '../../shared/ui/plate-layout.tsx';
import { wellRangesText } from '../../shared/well-ranges.ts';
import { resultFaces, reviewRows, reviewCardFacts, reviewFacts, reviewsAsText } from './review-faces.ts';
import classes from './interpretation-review.module.css';

interface ReviewPlateProps {
  readonly run: Run;
  readonly channels: readonly ChannelName[];
  readonly channel: ChannelName;
  readonly onChannel: (channel: ChannelName) => void;
  readonly reviews: ReadonlyMap<Position, ReviewWell>;
  readonly selection: WellSelection;
  readonly onAction: (action: SelectionAction) => void;
  readonly onSelect: (wells: Iterable<Position>) => void;
  readonly unresolvedCount: number;
  readonly onNextUnresolved: () => void;
  readonly hovered: Position | null;
  readonly onHover: (position: Position | null) => void;
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly scheme: Scheme;
}

/** The plate of results with its channel, its doubtful wells and its caption. */
export function ReviewPlate(props: ReviewPlateProps) {
  const { run, reviews, selection, scheme } = props;
  const [isTable, showTable] = useState(false);
  const faces = useMemo(() => resultFaces(run, { reviews, scheme }), [run, reviews, scheme]);
  const focused = positionOfPlace(selection.focus);
  const count = selection.selected.size;

  return (
    <PlatePanel aria-label={plateTexts.plate(faces.size)} id="plate" tabIndex={-1}>
      <ReviewTools {...props} isTable={isTable} onTable={showTable} />
      {isTable ? (
        <ReviewTable {...props} />
      ) : (
        <PlateRoom plateType={run.plateType} use="interpretation">
          {(geometry) => (
            <PlateGrid
              geometry={geometry}
              faces={faces}
              selection={selection}
              onAction={props.onAction}
              factsOf={(position) => reviewCardFacts(position, { review: reviews.get(position), scheme })}
              ringed={props.hovered}
              onHover={props.onHover}
              onKey={props.onKey}
              gridRef={props.gridRef}
              onCopy={(event) => {
                event.preventDefault();
                const chosen = [...reviews.values()].filter(({ position }) =>
                  selection.selected.has(position),
                );
                event.clipboardData.setData('text/plain', reviewsAsText(chosen, scheme));
              }}
            />
          )}
        </PlateRoom>
      )}
      <PlateStatus
        facts={focused === null ? [] : reviewFacts(focused, { review: reviews.get(focused), scheme })}
        selection={plateTexts.selected(count)}
      />
      <ReviewCaption {...props} />
      <PlateAnnouncer text={plateTexts.announceSelection(count, wellRangesText(selection.selected))} />
    </PlatePanel>
  );
}

/** The same wells, for who would rather read and sort. */
function ReviewTable({ run, reviews, selection, onAction, scheme }: ReviewPlateProps) {
  const rows = useMemo(() => reviewRows([...reviews.values()], scheme), [reviews, scheme]);
  return (
    <WellsTable
      label={plateTexts.plate(platePositions(run.plateType).length)}
      heads={interpretationTexts.tableHead}
      rows={rows}
      selected={selection.selected}
      onAction={onAction}
    />
  );
}

interface ReviewToolsProps extends ReviewPlateProps {
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

function ReviewTools(props: ReviewToolsProps) {
  const { isTable, onTable, channels, channel, onChannel, onAction, unresolvedCount } = props;
  return (
    <PlateBar data-print="none">
      {channels.length > 1 && (
        <SegmentedControl
          size="sm"
          aria-label={interpretationTexts.channel}
          data={channels.map((name, index) => ({
            value: name,
            label: interpretationTexts.channelOption(index + 1, name),
          }))}
          value={channel}
          onChange={(value) => {
            const wanted = channels.find((name) => name === value);
            if (wanted) onChannel(wanted);
          }}
        />
      )}
      <Button
        ml="auto"
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<IconTable size={15} stroke={1.6} />}
        aria-pressed={isTable}
        onClick={() => {
          onTable(!isTable);
        }}
      >
        {isTable ? plateTexts.showAsPlate : plateTexts.showAsTable}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLayoutGrid size={15} stroke={1.6} />}
        onClick={() => {
          onAction({ type: 'all' });
        }}
      >
        {plateTexts.selectAll}
      </Button>
      <Button
        size="xs"
        variant="outline"
        color={unresolvedCount === 0 ? 'success' : 'warning'}
        disabled={unresolvedCount === 0}
        className={unresolvedCount === 0 ? classes['resolved'] : undefined}
        leftSection={
          unresolvedCount === 0 ? (
            <IconCheck size={15} stroke={1.6} />
          ) : (
            <IconAlertTriangle size={15} stroke={1.6} />
          )
        }
        onClick={props.onNextUnresolved}
      >
        {unresolvedCount === 0 ? (
          interpretationTexts.allResolved
        ) : (
          <>
            {interpretationTexts.unresolved(unresolvedCount)}
            <Kbd size="xs" ml={6}>
              n
            </Kbd>
          </>
        )}
      </Button>
    </PlateBar>
  );
}

function ReviewCaption({ reviews, selection, onSelect, scheme }: ReviewPlateProps) {
  const [sampleType, setSampleType] = useState<SampleType | null>(null);
  const groups = useMemo(() => resultGroups([...reviews.values()], sampleType), [reviews, sampleType]);
  const isPicked = (positions: readonly Position[]): boolean =>
    positions.length > 0 &&
    positions.length === selection.selected.size &&
    positions.every((position) => selection.selected.has(position));
  return (
    <DiagnosticCaption
      entries={groups.map(({ key, diagnostic, positions }) => ({
        key,
        ...lookOf(diagnostic, scheme),
        count: positions.length,
        isPicked: isPicked(positions),
      }))}
      onPick={(key) => {
        const positions = groups.find((group) => group.key === key)?.positions ?? [];
        onSelect(isPicked(positions) ? [] : positions);
      }}
      sampleType={sampleType}
      onSampleType={setSampleType}
    />
  );
}
