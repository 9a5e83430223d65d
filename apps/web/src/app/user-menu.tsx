import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconChevronDown,
  IconKeyboard,
  IconLogout,
  IconMessage,
  IconNews,
  IconSettings,
  IconStethoscope,
  IconUser,
} from '@tabler/icons-react';
import { useState } from 'react';

import { useMe } from '../data/identity.ts';
import { useNewestRelease } from '../features/releases/newest-release.ts';
import { text } from '../locale/text.ts';
import { showShortcuts } from '../shared/navigation/shortcuts.ts';
import { userIcon } from './access.ts';
import { logOut } from './log-out.ts';
import { MessagesDialog, ReleaseDialog } from './lazy-dialogs.ts';
import styles from './user-menu.module.css';

const ICONS = { cog: IconSettings, stethoscope: IconStethoscope, person: IconUser } as const;
const ROLES = {
  cog: text.shell.user.administrator,
  stethoscope: text.shell.user.physician,
  person: text.shell.user.member,
} as const;
const THEMES = ['light', 'dark', 'auto'] as const;
const THEME_NAMES = {
  light: text.shell.user.light,
  dark: text.shell.user.dark,
  auto: text.shell.user.system,
} as const;

/** The signed-in user with theme, messages, release notes, shortcuts and sign-out. */
export function UserMenu() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [messagesOpen, setMessagesOpen] = useState(false);
  const [notesOpen, setNotesOpen] = useState(false);
  const release = useNewestRelease();
  const icon = userIcon(me);
  const UserIcon = ICONS[icon];

  return (
    <div className={styles['place']}>
      <Menu position="bottom-end" width={260} transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <UnstyledButton
            className={styles['button'] ?? ''}
            aria-label={text.shell.user.menu(me.name, ROLES[icon])}
          >
            <span className={styles['icon']}>
              <UserIcon size={18} stroke={1.6} role="img" aria-label={ROLES[icon]} />
            </span>
            <span className={styles['name']}>{me.name}</span>
            <IconChevronDown size={16} stroke={1.6} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={styles['who']}>
            <span className={styles['whoName']}>{me.name}</span>
            <span className={styles['whoPlace']}>{me.laboratories[0]?.name}</span>
          </div>
          <Menu.Divider />
          <Menu.Label>{text.shell.user.theme}</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(scheme) => {
              setColorScheme(scheme as MantineColorScheme); // one of the items below
            }}
          >
            {THEMES.map((scheme) => (
              <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick={false}>
                {THEME_NAMES[scheme]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconMessage size={18} stroke={1.6} />}
            onClick={() => setMessagesOpen(true)}
          >
            {text.shell.user.messages}
          </Menu.Item>
          {release !== null && (
            <Menu.Item leftSection={<IconNews size={18} stroke={1.6} />} onClick={() => setNotesOpen(true)}>
              {text.releases.notes}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKeyboard size={18} stroke={1.6} />} onClick={showShortcuts}>
            {text.shell.user.shortcuts}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void logOut()}>
            {text.shell.user.logOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <MessagesDialog opened={messagesOpen} onClose={() => setMessagesOpen(false)} />
      {release !== null && (
        <ReleaseDialog release={release} opened={notesOpen} onClose={() => setNotesOpen(false)} />
      )}
    </div>
  );
}
