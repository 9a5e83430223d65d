import { platePositions, type Position, type SampleType } from '@curvewell/domain';
import { Button, Kbd, SegmentedControl } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { useObservable } from '../../../shared/hooks/observable.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { PlateBar, PlatePanel } from '../../../shared/ui/plate/plate-layout.tsx';
import { IconLabel } from '../../../shared/ui/screen/icon-label.tsx';
import { WaitingRows } from '../../../shared/ui/screen/waiting.tsx';
import { WellMark } from '../../../shared/ui/plate/well-mark.tsx';
import { wellRangesText } from '../../../shared/format/well-ranges.ts';
import { SelectAllButton, TableButton } from '../../plate/layout/plate-buttons.tsx';
import { DiagnosticCaption, type CaptionEntry } from '../../plate/layout/plate-caption.tsx';
import { PlateGrid } from '../../plate/grid/plate-grid.tsx';
import { PlateOutline } from '../../plate/grid/plate-outline.tsx';
import { PlateRoom } from '../../plate/layout/plate-room.tsx';
import { PlateAnnouncer, PlateStatus } from '../../plate/layout/plate-status.tsx';
import { useFocusOnArrival } from '../../plate/grid/use-focus-on-arrival.ts';
import { positionOfPlace } from '../../plate/selection/well-selection.ts';
import { captionGroups, type CaptionGroup } from './caption-groups.ts';
import { channelLineHeight } from './channel-line.ts';
import { ChannelTabs } from './channel-tabs.tsx';
import { lookOf } from '../result-look.ts';
import { useReview } from '../state/review-context.ts';
import { ResultTable } from '../table/result-table.tsx';
import { ROW_HEIGHT } from '../table/table-parts.tsx';
import { BesideChart } from '../wells/wells-panel.tsx';
import { resultFaces, reviewFacts, reviewsAsText, reviewSummary } from './review-faces.ts';
import classes from './review-plate.module.css';
import { WholePlateStrip } from './whole-plate-strip.tsx';

/** Beside a chart in a small window. */
const SMALL = '(62.5em <= width < 75em)';

/** The plate with its results, channels, doubtful wells and legend. */
export function ReviewPlate() {
  const { run, byPosition, store, scheme, ...review } = useReview();
  const [isTable, showTable] = useState(false);
  useFocusOnArrival(review.gridRef);
  const { seen } = review.border;
  const { outlined } = review;
  const faces = useMemo(
    () => resultFaces(run, { reviews: byPosition, scheme, seen }),
    [run, byPosition, scheme, seen],
  );

  return (
    <PlatePanel aria-label={text.plate.plate(faces.size)} id="plate" tabIndex={-1}>
      <ReviewTools isTable={isTable} onTable={showTable} />
      <WholePlateStrip />
      {isTable && !review.isLarge ? (
        <ReviewTable />
      ) : (
        <PlateRoom plateType={run.plateType} use="interpretation">
          {(geometry) => (
            <PlateGrid
              geometry={geometry}
              faces={faces}
              selection={store}
              factsOf={(position) => reviewFacts(position, { run, review: byPosition.get(position), scheme })}
              pointed={review.pointed}
              onKey={review.onKey}
              gridRef={review.gridRef}
              overlay={outlined && <PlateOutline geometry={geometry} positions={outlined.positions} />}
              onCopy={(event) => {
                event.preventDefault();
                const chosen = review.wells.filter(({ position }) => store.get().selected.has(position));
                event.clipboardData.setData('text/plain', reviewsAsText(chosen, { run, scheme }));
              }}
            />
          )}
        </PlateRoom>
      )}
      <ReviewStatus />
      {review.isLarge ? <BesideChart /> : <ReviewCaption />}
    </PlatePanel>
  );
}

function ReviewStatus() {
  const { run, byPosition, scheme, store, isLarge } = useReview();
  const { selected, focus } = useObservable(store);
  const focused = positionOfPlace(focus);
  const review = focused === null ? undefined : byPosition.get(focused);
  return (
    <>
      <PlateStatus
        well={focused === null ? null : reviewSummary(focused, { run, review, scheme })}
        selection={text.plate.selected(selected.size)}
        isStacked={isLarge}
      />
      <PlateAnnouncer text={text.plate.announceSelection(selected.size, wellRangesText(selected))} />
    </>
  );
}

const SamplesTable = lazy(async () => ({
  default: (await import('../table/samples-table.tsx')).SamplesTable,
}));

/** The run as a table: all wells of the channel, with the selection as checkboxes, or its samples with all their channels. */
function ReviewTable() {
  const { run, wells, select } = useReview();
  const [isBySample, showBySample] = useState(false);
  const view = <TableView isBySample={isBySample} onView={showBySample} />;
  if (isBySample)
    return (
      <Suspense fallback={<WaitingRows height={ROW_HEIGHT.three} hasBar isBare />}>
        <SamplesTable>{view}</SamplesTable>
      </Suspense>
    );
  return (
    <ResultTable
      wells={wells}
      label={text.plate.plate(platePositions(run.plateType).length)}
      isWholePlate
      onOpen={(position) => select([position])}
    >
      <span>{text.interpretation.results.count(wells.length)}</span>
      {view}
    </ResultTable>
  );
}

interface TableViewProps {
  readonly isBySample: boolean;
  readonly onView: (isBySample: boolean) => void;
}

function TableView({ isBySample, onView }: TableViewProps) {
  const { view, views } = text.interpretation.samples;
  return (
    <SegmentedControl
      size="xs"
      aria-label={view}
      data={[
        { value: 'wells', label: views.wells },
        { value: 'samples', label: views.samples },
      ]}
      value={isBySample ? 'samples' : 'wells'}
      onChange={(chosen) => onView(chosen === 'samples')}
    />
  );
}

interface ReviewToolsProps {
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

function ReviewTools({ isTable, onTable }: ReviewToolsProps) {
  const { act, channels, unresolved, goToUnresolved, onButtonKey, isLarge } = useReview();
  const isResolved = unresolved.length === 0;
  const areMany = channelLineHeight(channels) > 0;
  return (
    <>
      {areMany && (
        <PlateBar data-print="none" className={classes['channels']}>
          <ChannelTabs />
        </PlateBar>
      )}
      <PlateBar data-print="none" className={classes['tools']}>
        {!areMany && <ChannelTabs />}
        {!isLarge && (
          <>
            <TableButton ml="auto" isTable={isTable} onTable={onTable} />
            <SelectAllButton onSelectAll={() => act({ type: 'all' })} />
          </>
        )}
        <Button
          ml={isLarge ? 'auto' : 0}
          size="xs"
          variant="outline"
          color={isResolved ? 'success' : 'warning'}
          disabled={isResolved}
          className={isResolved ? classes['resolved'] : undefined}
          leftSection={isResolved && <IconCheck size={15} stroke={1.6} />}
          onKeyDown={onButtonKey}
          onClick={() => goToUnresolved(false)}
        >
          {isResolved ? (
            text.interpretation.allResolved
          ) : (
            <>
              {isLarge ? (
                text.interpretation.nextShort
              ) : (
                <>
                  <IconLabel hiddenIn={SMALL}>{text.interpretation.nextUnresolved}</IconLabel>
                  <span className={classes['tight']} aria-hidden>
                    {text.interpretation.nextShort}
                  </span>
                </>
              )}
              <Kbd size="xs" ml={6}>
                n
              </Kbd>
            </>
          )}
        </Button>
      </PlateBar>
    </>
  );
}

/** The symbol of a legend entry. A reason why there is no call has text only. */
function entryOf(
  { kind, diagnostic, name }: CaptionGroup,
  scheme: Scheme,
): Pick<CaptionEntry, 'mark' | 'name'> {
  switch (kind) {
    case 'result': {
      const look = lookOf(diagnostic, scheme);
      return { mark: <DiagnosticCode look={look} />, name: look.name };
    }
    case 'reason':
      return { mark: null, name: text.interpretation.reasonCaption(name ?? '') };
    case 'near':
      return { mark: <WellMark mark="near" size={18} />, name: text.interpretation.border.caption };
    case 'doubt':
      return { mark: <WellMark mark="doubt" size={18} />, name: text.interpretation.doubt };
  }
}

function ReviewCaption() {
  const { wells, selection, select, scheme } = useReview();
  const [sampleType, setSampleType] = useState<SampleType | null>(null);
  const groups = useMemo(() => captionGroups(wells, sampleType), [wells, sampleType]);
  const isPicked = (positions: readonly Position[]): boolean =>
    positions.length > 0 &&
    positions.length === selection.selected.size &&
    positions.every((position) => selection.selected.has(position));
  return (
    <DiagnosticCaption
      entries={groups.map((group) => ({
        key: group.key,
        ...entryOf(group, scheme),
        count: group.positions.length,
        isPicked: isPicked(group.positions),
      }))}
      onPick={(key) => {
        const positions = groups.find((group) => group.key === key)?.positions ?? [];
        select(isPicked(positions) ? [] : positions);
      }}
      sampleType={sampleType}
      onSampleType={setSampleType}
    />
  );
}
