import { Highlight, Kbd, Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { RunStatusBadge } from '../../shared/ui/badges/run-status-badge.tsx';
import type { PaletteOption } from './palette-option.ts';
import styles from './palette.module.css';
import { usePaletteGroups } from './use-palette-groups.ts';

const words = text.palette;

interface PaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Pages and actions of the user. */
  readonly commands: readonly PaletteOption[];
}

/** Finds runs, samples, kits, lots, people, pages and actions, and opens what is chosen. */
export function Palette({ opened, onClose, commands }: PaletteProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={640} yOffset={84}>
      <Modal.Overlay />
      <Modal.Content aria-label={words.title}>
        <Modal.Body p={0}>
          <Choice commands={commands} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The pattern “editable combobox with list autocomplete”, with its list always open. */
function Choice({ commands, onClose }: Omit<PaletteProps, 'opened'>) {
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { groups, note, isFailed } = usePaletteGroups(typed, commands);
  const navigate = useNavigate();
  const base = useId();
  const options = groups.flatMap((group) => group.options);
  // By its id, since answers change the list while it is open.
  const chosen = options.find(({ id }) => id === chosenId) ?? options[0];
  const domId = (option: PaletteOption) => `${base}-${options.indexOf(option)}`;

  const open = (option: PaletteOption, inNewTab: boolean) => {
    const { to } = option;
    if (typeof to === 'string' && inNewTab) {
      window.open(to, '_blank');
      return;
    }
    onClose();
    if (typeof to === 'string') void navigate(to);
    else to();
  };
  const move = (step: 1 | -1) => {
    const index = chosen ? options.indexOf(chosen) : -1;
    const next = options[(index + step + options.length) % options.length];
    setChosenId(next?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing || !['ArrowDown', 'ArrowUp', 'Enter'].includes(key)) return;
    event.preventDefault();
    if (key === 'Enter') {
      if (chosen) open(chosen, event.ctrlKey || event.metaKey);
    } else if (options.length > 0) move(key === 'ArrowDown' ? 1 : -1);
  };

  return (
    <>
      <TextInput
        data-autofocus
        className={styles['field'] ?? ''}
        variant="unstyled"
        size="md"
        role="combobox"
        aria-label={words.field}
        aria-expanded={options.length > 0}
        aria-controls={`${base}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && domId(chosen)}
        autoComplete="off"
        placeholder={words.field}
        maxLength={100}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={<Kbd size="xs">{words.escape}</Kbd>}
        rightSectionWidth={56}
        rightSectionPointerEvents="none"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosenId(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${base}-list`} role="listbox" aria-label={words.results} className={styles['list']}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={styles['title']} aria-hidden>
              {group.title}
            </div>
            {group.options.map((option) => (
              <Line
                key={option.id}
                id={domId(option)}
                option={option}
                isChosen={option === chosen}
                typed={typed}
                onPoint={() => setChosenId(option.id)}
                onOpen={(inNewTab) => open(option, inNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      <div className={styles['foot']}>
        <span className={styles['keys']} aria-hidden>
          <Kbd size="xs">{words.up}</Kbd>
          <Kbd size="xs">{words.down}</Kbd> {words.choose}
          <Kbd size="xs">{words.enter}</Kbd> {words.go}
          <Kbd size="xs">{words.ctrlEnter}</Kbd> {words.newTab}
        </span>
        <span role="status" className={styles['note']} data-failed={isFailed || undefined}>
          {note}
        </span>
      </div>
    </>
  );
}

interface LineProps {
  readonly id: string;
  readonly option: PaletteOption;
  readonly isChosen: boolean;
  readonly typed: string;
  readonly onPoint: () => void;
  readonly onOpen: (inNewTab: boolean) => void;
}

function Line({ id, option, isChosen, typed, onPoint, onOpen }: LineProps) {
  const { icon: OptionIcon, name, detail, aside, status, isArchived = false } = option;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const marked = typed.trim();
  return (
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles['option']}
      onMouseMove={onPoint}
      // The focus stays in the field.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
      onAuxClick={({ button }) => {
        if (button === 1) onOpen(true);
      }}
    >
      <OptionIcon size={18} stroke={1.6} aria-hidden />
      <Highlight component="span" highlight={marked} className={styles['name'] ?? ''}>
        {name}
      </Highlight>
      {detail !== undefined && (
        <Highlight component="span" highlight={marked} className={styles['detail'] ?? ''}>
          {detail}
        </Highlight>
      )}
      <span className={styles['aside']}>
        {isArchived && <span className={styles['archived']}>{words.archived}</span>}
        {status !== undefined && <RunStatusBadge status={status} />}
        {aside}
      </span>
    </div>
  );
}
