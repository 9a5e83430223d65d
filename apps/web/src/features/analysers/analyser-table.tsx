import type { ProfiledAnalyser } from '@curvewell/contracts';
import { ActionIcon, Group, Switch, Table, Tooltip } from '@mantine/core';
import { IconColorFilter, IconDownload, IconPencil } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { ChannelMark } from '../../shared/ui/badges/channel-mark.tsx';
import styles from './analysers.module.css';
import { profileFile } from './profile-file.ts';
import { formatLines, platesOf } from './profile-words.ts';
import { useSaveWithMessage } from './use-save-with-message.ts';

const ICON = { size: 18, stroke: 1.6 } as const;

/** The changes that a user may make to an analyser. */
export interface AnalyserChanges {
  readonly profile: (analyser: ProfiledAnalyser) => void;
  readonly compensation: (analyser: ProfiledAnalyser) => void;
}

interface AnalyserTableProps {
  readonly analysers: readonly ProfiledAnalyser[];
  /** Null for read-only users. */
  readonly onChange: AnalyserChanges | null;
}

/** All analysers, with their file layouts and whether those are confirmed by real files. */
export function AnalyserTable({ analysers, onChange }: AnalyserTableProps) {
  const { name, plates, channels, formats, files, offered, actions } = text.analysers.columns;
  return (
    <Table.ScrollContainer minWidth={820} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table className={styles['table'] ?? ''} aria-label={text.analysers.tab}>
        <Table.Thead>
          <Table.Tr>
            {[name, plates, channels, formats, files, offered, actions].map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {analysers.map((analyser) => (
            <AnalyserRow key={analyser.id} analyser={analyser} onChange={onChange} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface AnalyserRowProps {
  readonly analyser: ProfiledAnalyser;
  readonly onChange: AnalyserTableProps['onChange'];
}

function AnalyserRow({ analyser, onChange }: AnalyserRowProps) {
  const { name, active, channels, profile } = analyser;
  const { save, isPending } = useSaveWithMessage();
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {name}
        <small>{text.analysers.profile(profile.id, profile.version)}</small>
        {profile.compensation !== undefined && <small>{text.analysers.compensation.on}</small>}
      </Table.Th>
      <Table.Td>{platesOf(profile)}</Table.Td>
      <Table.Td>
        <ul className={styles['channels']}>
          {channels.map((channel) => (
            <li key={channel}>
              <ChannelMark channel={channel} />
              {channel}
            </li>
          ))}
        </ul>
      </Table.Td>
      <Table.Td>
        <ul className={styles['lines']}>
          {formatLines(profile).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Table.Td>
      <Table.Td>{profile.maxNumberOfFilesByRun}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={text.analysers.offeredOf(name)}
          checked={active}
          disabled={onChange === null || isPending}
          onChange={(event) => {
            void save({ analyserId: analyser.id, profile, active: event.currentTarget.checked });
          }}
        />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <RowAction
            label={text.analysers.download(name)}
            icon={<IconDownload {...ICON} />}
            onClick={() => saveFile(profileFile(profile))}
          />
          {onChange !== null && (
            <>
              <RowAction
                label={text.analysers.change(name)}
                icon={<IconPencil {...ICON} />}
                onClick={() => onChange.profile(analyser)}
              />
              <RowAction
                label={text.analysers.compensation.change(name)}
                icon={<IconColorFilter {...ICON} />}
                onClick={() => onChange.compensation(analyser)}
              />
            </>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface RowActionProps {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly onClick: () => void;
}

function RowAction({ label, icon, onClick }: RowActionProps) {
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon variant="subtle" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
