import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconArchive,
  IconChartLine,
  IconClockCog,
  IconFlask,
  IconMenu2,
  IconShield,
} from '@tabler/icons-react';

import { paths } from '../shared/navigation/paths.ts';
import type { RailEntry } from './access.ts';

interface Entry {
  readonly icon: Icon;
  readonly to: string;
  /** Place the entry at the end of the rail. */
  readonly atEnd?: true;
}

/** Where each entry leads, and its icon. */
export const RAIL_ENTRIES: Readonly<Record<RailEntry, Entry>> = {
  runs: { icon: IconMenu2, to: paths.runList() },
  archive: { icon: IconArchive, to: paths.archive() },
  controls: { icon: IconChartLine, to: paths.controls() },
  configuration: { icon: IconAdjustmentsHorizontal, to: paths.configure() },
  laboratories: { icon: IconFlask, to: paths.laboratories() },
  laboratory: { icon: IconFlask, to: paths.laboratory() },
  jobs: { icon: IconClockCog, to: paths.jobs(), atEnd: true },
  audit: { icon: IconShield, to: paths.audit(), atEnd: true },
};
