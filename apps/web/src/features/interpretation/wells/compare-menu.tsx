import type { ReferencePlace } from '@curvewell/contracts';
import { isSample } from '@curvewell/domain';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { interpretationQueries } from '../../../data/interpretation.ts';
import { text } from '../../../locale/text.ts';
import { formatDate } from '../../../shared/format/format.ts';
import { overlayText, type Overlay } from '../state/overlay.ts';
import { useReview } from '../state/review-context.ts';
import type { ShownOverlay } from '../state/use-overlay.ts';
import { useControlsBehind } from './use-review-charts.ts';
import classes from './compare-menu.module.css';

const words = text.curves.compare;
/** Outside the panel, which would cut the menu, but inside the landmark. */
const IN_MAIN = { target: '#content' } as const;
/** Of the menu, and beside it, px. */
const WIDTH = 340;
const GAP = 8;
/** In the large chart the menu is below the channels, which are as high as its button, px. */
const BELOW = 36;

interface CompareMenuProps {
  /** What the curves are compared with now. */
  readonly shown: Overlay | null;
}

/** What the curves are drawn over: controls of the plate, or curves of other runs. */
export function CompareMenu({ shown }: CompareMenuProps) {
  const { overlay, setOverlay, isLarge } = useReview();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, open] = useState(false);
  const [offset, setOffset] = useState<number | null>(null);
  const [areControlsShown, showControls] = useControlsBehind();
  return (
    <Menu
      opened={isOpen}
      onChange={(isOpened) => {
        if (isOpened) setOffset(offsetBeside(button.current));
        open(isOpened);
      }}
      width={WIDTH}
      position={offset === null ? 'bottom-start' : 'left-start'}
      offset={offset === null ? GAP : { mainAxis: offset, crossAxis: isLarge ? BELOW : 0 }}
      // Without room beside the chart the menu covers it.
      closeOnItemClick={offset === null}
      withinPortal
      portalProps={IN_MAIN}
    >
      <Menu.Target>
        <Button
          ref={button}
          size="xs"
          variant="default"
          data-active={areControlsShown || overlay !== null || undefined}
          className={classes['button']}
          rightSection={<IconChevronDown size={14} stroke={1.6} />}
        >
          {words.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes['menu']}>
        <Menu.CheckboxItem checked={areControlsShown} onChange={showControls}>
          {words.controls}
        </Menu.CheckboxItem>
        {isOpen && <Choices chosen={shown} onChoose={setOverlay} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Places the menu over the plate beside the panel, so that the chart stays in view while it changes.
 *
 * @returns the distance between the menu and its button, px; null if there is no room
 */
function offsetBeside(button: HTMLElement | null): number | null {
  const panel = button?.closest('section');
  if (button === null || !panel) return null;
  const { left } = panel.getBoundingClientRect();
  return left < WIDTH + GAP ? null : button.getBoundingClientRect().left - left + GAP;
}

interface ChoicesProps {
  readonly chosen: Overlay | null;
  readonly onChoose: (overlay: Overlay) => void;
}

/** The runs with curves to compare with: of the same sample, of the controls of the lot, of the kit. */
function Choices({ chosen, onChoose }: ChoicesProps) {
  const { run, selected, filtered, channel, isArchived } = useReview();
  const [first] = filtered;
  const wellId = first?.well.id ?? '';
  const { data, isError } = useQuery({
    ...interpretationQueries.references({ runId: run.id, wellId }),
    enabled: first !== undefined && !isArchived,
  });
  if (isArchived) return <Menu.Label>{words.archived}</Menu.Label>;
  if (isError) return <Menu.Label>{words.failed}</Menu.Label>;
  if (!data || !first) return <Menu.Label>{first ? words.loading : words.none}</Menu.Label>;
  const { well, sampleType } = first;
  // Several wells have no common earlier runs.
  const isOneSample = selected.length === 1 && isSample(sampleType) && data.sample.length > 0;
  const [sample, lot] = [well.name ?? '', well.lot?.name ?? ''];
  const choices = new Map<string, Overlay>([
    ...(isOneSample
      ? [['sample', { kind: 'sample', name: sample, channel, places: data.sample }] as const]
      : []),
    ...(data.lot.length > 0 ? [['lot', { kind: 'lot', name: lot, channel, places: data.lot }] as const] : []),
    ...data.kit.map((place) => [place.runId, { kind: 'run', name: '', channel, places: [place] }] as const),
  ]);
  if (choices.size === 0) return <Menu.Label>{words.none}</Menu.Label>;
  return (
    <Menu.RadioGroup
      value={chosen === null || !isAmong(choices, chosen) ? null : keyOf(chosen)}
      onChange={(key) => {
        const choice = choices.get(key);
        if (choice) onChoose(choice);
      }}
    >
      {isOneSample && (
        <>
          <Menu.Label>{words.sample(sample)}</Menu.Label>
          <Menu.RadioItem value="sample">
            {data.sample.map((place, index) => (
              <span key={place.runId} className={classes['place']}>
                {placeText(place)}
                {index < data.sample.length - 1 && '; '}
              </span>
            ))}
          </Menu.RadioItem>
          <Menu.Label className={classes['hint'] ?? ''}>{words.followed}</Menu.Label>
        </>
      )}
      {data.lot.length > 0 && (
        <>
          <Menu.Label>{words.lot(lot)}</Menu.Label>
          <Menu.RadioItem value="lot">{words.lotRuns(data.lot.length)}</Menu.RadioItem>
        </>
      )}
      {data.kit.length > 0 && <Menu.Label>{words.runs}</Menu.Label>}
      {data.kit.map((place) => (
        <Menu.RadioItem key={place.runId} value={place.runId}>
          <span className={classes['place']}>{placeText(place)}</span>
        </Menu.RadioItem>
      ))}
      <Menu.Label>{words.suggested}</Menu.Label>
    </Menu.RadioGroup>
  );
}

const keyOf = ({ kind, places }: Overlay): string => (kind === 'run' ? (places[0]?.runId ?? '') : kind);

/** Whether a choice is offered here. That of another sample, lot or channel has the same key. */
function isAmong(choices: ReadonlyMap<string, Overlay>, chosen: Overlay): boolean {
  const offered = choices.get(keyOf(chosen));
  return offered?.name === chosen.name && offered.channel === chosen.channel;
}

const placeText = (place: ReferencePlace): string =>
  words.run(place, formatDate(place.runDate), place.positions.length);

/** The legend entry of the curves of other runs, with a button to remove them. */
export function ComparedWith({ shown, runs, isError }: ShownOverlay) {
  const { setOverlay } = useReview();
  if (shown === null) return null;
  const what = overlayText(shown);
  return (
    <span className={classes['compared']} role="status">
      <svg width="20" height="10" aria-hidden="true">
        <path d="M0 5h20" />
      </svg>
      <span>{legendText({ shown, runs, isError })}</span>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={words.stop(what)}
        onClick={() => setOverlay(null)}
      >
        <IconX size={14} stroke={1.8} />
      </ActionIcon>
    </span>
  );
}

function legendText({ shown, runs, isError }: ShownOverlay & { readonly shown: Overlay }): string {
  const what = overlayText(shown);
  if (isError) return words.legend.failed(what);
  if (runs === null) return words.legend.loading(what);
  return shown.places.length === 0 ? words.legend.nothing(what) : what;
}
