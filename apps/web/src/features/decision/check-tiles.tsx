import { countIn, doubtfulWells, isGoodStandard, notSeen, type CheckedWell } from '@curvewell/contracts';
import { IconAlertTriangle, IconCheck, IconEye, IconPencil } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { useOpenCheck } from './check-context.ts';
import classes from './check.module.css';

const texts = text.decision;
type Tone = 'danger' | 'warning' | 'success' | 'plain';
const ICONS = {
  danger: IconAlertTriangle,
  warning: IconAlertTriangle,
  success: IconCheck,
  plain: IconPencil,
};

/** The five figures that a decision turns on. */
export function CheckTiles() {
  const { check } = useOpenCheck();
  const { doubts } = check;
  const { failedControls, standards, unresolved, changedByHand, nearBorder } = doubts;
  const wrong = new Set(doubtfulWells(doubts, 'standards').map(({ position }) => position)).size;
  const standardWells = new Set(standards.map(({ position }) => position)).size;
  const failed = new Set(failedControls.map(({ position }) => position)).size;
  const unseen = notSeen(check).length;
  return (
    <div className={classes['tiles']}>
      <Tile
        tone={failed > 0 ? 'danger' : 'success'}
        figure={String(failed)}
        label={texts.tiles.failedControls(failed)}
        wells={failedControls}
      />
      <Tile
        tone={wrong > 0 ? 'danger' : 'success'}
        figure={texts.of(standardWells - wrong, standardWells)}
        label={texts.tiles.standards}
        wells={standards.filter(isGoodStandard)}
      />
      <Tile
        tone={unresolved.length > 0 ? 'warning' : 'success'}
        figure={String(unresolved.length)}
        label={texts.tiles.unresolved}
        wells={unresolved}
      />
      <Tile
        tone="plain"
        figure={String(changedByHand.length)}
        label={texts.tiles.changedByHand}
        wells={changedByHand}
      />
      <Tile
        tone={unseen > 0 ? 'warning' : 'success'}
        Icon={unseen > 0 ? IconEye : IconCheck}
        figure={texts.of(nearBorder.length - unseen, nearBorder.length)}
        label={texts.tiles.nearBorder}
        wells={nearBorder}
      />
    </div>
  );
}

interface TileProps {
  readonly tone: Tone;
  readonly Icon?: typeof IconEye;
  readonly figure: string;
  readonly label: string;
  readonly wells: readonly CheckedWell[];
}

function Tile({ tone, Icon = ICONS[tone], figure, label, wells }: TileProps) {
  const { channels } = useOpenCheck().check.doubts;
  return (
    <div className={classes['tile']} data-tone={tone}>
      <div className={classes['figure']}>
        <Icon size={18} stroke={1.6} aria-hidden /> {figure}
      </div>
      <div className={classes['tile-label']}>{label}</div>
      <div className={classes['tile-channels']}>
        {texts.inChannels(channels.map((channel) => [channel, countIn(wells, channel)]))}
      </div>
    </div>
  );
}
