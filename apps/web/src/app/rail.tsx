import { Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDatabaseCog, IconInfoCircle } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router-dom';

import { useCan, useMe } from '../data/identity.ts';
import { useReindex } from '../features/runs/actions/reindex.ts';
import { text } from '../locale/text.ts';
import { IconLabel } from '../shared/ui/screen/icon-label.tsx';
import { type RailEntry, railEntries } from './access.ts';
import { AboutDialog } from './lazy-dialogs.ts';
import { usePageHandle } from './page-handle.ts';
import { RAIL_ENTRIES } from './rail-entries.ts';
import styles from './rail.module.css';

/** Where the rail has no room for labels. */
const NARROW = '(48em <= width < 80em)';

/** Links to all pages that the user may open. `wide`: one per row, in the drawer of a narrow window. */
export function Rail({ wide = false }: { readonly wide?: boolean }) {
  const me = useMe();
  const can = useCan();
  const here = usePageHandle()?.rail;
  const entries = railEntries(me);
  const reindex = useReindex();
  const [aboutOpen, setAboutOpen] = useState(false);
  const labelled = useMediaQuery('(min-width: 80em)') || wide;

  const link = (entry: RailEntry) => {
    const { icon: EntryIcon, to } = RAIL_ENTRIES[entry];
    return (
      <Labelled key={entry} label={text.shell.rail[entry]} shown={labelled}>
        <Link to={to} className={styles['entry']} {...(here === entry && { 'aria-current': 'page' })}>
          <EntryIcon size={18} stroke={1.6} aria-hidden />
          <IconLabel hiddenIn={NARROW}>{text.shell.rail[entry]}</IconLabel>
        </Link>
      </Labelled>
    );
  };

  return (
    <nav aria-label={text.shell.main} className={styles['rail']} data-wide={wide || undefined}>
      {entries.filter((entry) => !RAIL_ENTRIES[entry].atEnd).map(link)}
      <span className={styles['space']} />
      {entries.filter((entry) => RAIL_ENTRIES[entry].atEnd).map(link)}
      {can('SUPER_ADMIN') && (
        <Labelled label={text.shell.rail.reindex} shown={labelled}>
          <UnstyledButton className={styles['entry'] ?? ''} onClick={() => void reindex()}>
            <IconDatabaseCog size={18} stroke={1.6} aria-hidden />
            <IconLabel hiddenIn={NARROW}>{text.shell.rail.reindex}</IconLabel>
          </UnstyledButton>
        </Labelled>
      )}
      <Labelled label={text.shell.rail.about} shown={labelled}>
        <UnstyledButton
          className={styles['entry'] ?? ''}
          aria-haspopup="dialog"
          onClick={() => setAboutOpen(true)}
        >
          <IconInfoCircle size={18} stroke={1.6} aria-hidden />
          <IconLabel hiddenIn={NARROW}>{text.shell.rail.about}</IconLabel>
        </UnstyledButton>
      </Labelled>
      <AboutDialog opened={aboutOpen} onClose={() => setAboutOpen(false)} />
    </nav>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly shown: boolean;
  readonly children: ReactElement;
}

/** Shows the label as a tooltip if the rail has no room for it. */
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
