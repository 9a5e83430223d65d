import { Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconArchive,
  IconChartLine,
  IconClockCog,
  IconDatabaseCog,
  IconFlask,
  IconInfoCircle,
  IconMenu2,
  IconShield,
} from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { useCan, useMe } from '../data/identity.ts';
import { AboutDialog } from '../features/releases/about-dialog.tsx';
import { useReindex } from '../features/runs/actions/reindex.ts';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { pageAccess, type RailEntry, railEntries, railEntryOf, refusalOf } from './access.ts';
import styles from './rail.module.css';

const ENTRIES: Record<RailEntry | 'jobs' | 'audit', { readonly icon: Icon; readonly to: string }> = {
  runs: { icon: IconMenu2, to: paths.runList() },
  archive: { icon: IconArchive, to: paths.archive() },
  controls: { icon: IconChartLine, to: paths.controls() },
  configuration: { icon: IconAdjustmentsHorizontal, to: paths.configure() },
  laboratories: { icon: IconFlask, to: paths.laboratories() },
  laboratory: { icon: IconFlask, to: paths.laboratory() },
  jobs: { icon: IconClockCog, to: paths.jobs() },
  audit: { icon: IconShield, to: paths.audit() },
};

/** The way to every page that this person may open. `wide`: as rows, in the drawer of a narrow window. */
export function Rail({ wide = false }: { readonly wide?: boolean }) {
  const me = useMe();
  const can = useCan();
  const { pathname } = useLocation();
  const reindex = useReindex();
  const [aboutOpen, setAboutOpen] = useState(false);
  const labelled = useMediaQuery('(min-width: 80em)') || wide;

  const link = (entry: keyof typeof ENTRIES) => {
    const { icon: EntryIcon, to } = ENTRIES[entry];
    return (
      <Labelled key={entry} label={text.shell.rail[entry]} shown={labelled}>
        <Link
          to={to}
          className={styles['entry']}
          {...(railEntryOf(pathname) === entry && { 'aria-current': 'page' })}
        >
          <EntryIcon size={18} stroke={1.6} aria-hidden />
          <span className={styles['label']}>{text.shell.rail[entry]}</span>
        </Link>
      </Labelled>
    );
  };

  return (
    <nav aria-label={text.shell.main} className={styles['rail']} data-wide={wide || undefined}>
      {railEntries(me).map(link)}
      <span className={styles['space']} />
      {can('SUPER_ADMIN') && link('jobs')}
      {refusalOf(pageAccess.audit, me) === null && link('audit')}
      {can('SUPER_ADMIN') && (
        <Labelled label={text.shell.rail.reindex} shown={labelled}>
          <UnstyledButton className={styles['entry'] ?? ''} onClick={() => void reindex()}>
            <IconDatabaseCog size={18} stroke={1.6} aria-hidden />
            <span className={styles['label']}>{text.shell.rail.reindex}</span>
          </UnstyledButton>
        </Labelled>
      )}
      <Labelled label={text.shell.rail.about} shown={labelled}>
        <UnstyledButton
          className={styles['entry'] ?? ''}
          aria-haspopup="dialog"
          onClick={() => {
            setAboutOpen(true);
          }}
        >
          <IconInfoCircle size={18} stroke={1.6} aria-hidden />
          <span className={styles['label']}>{text.shell.rail.about}</span>
        </UnstyledButton>
      </Labelled>
      <AboutDialog
        opened={aboutOpen}
        onClose={() => {
          setAboutOpen(false);
        }}
      />
    </nav>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly shown: boolean;
  readonly children: ReactElement;
}

/** The label as a Tooltip where the rail has no room for it. */
function Labelled({ label, shown, children }: LabelledProps) {
  return (
    <Tooltip
      label={label}
      position="right"
      disabled={shown}
      events={{ hover: true, focus: true, touch: false }}
    >
      {children}
    </Tooltip>
  );
}
