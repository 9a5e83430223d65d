import type { KitVersion } from '@curvewell/domain';
import { Button, Group, Modal, Select, Switch, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type ConfigurationPlace, kitQueries } from '../../data/kits.ts';
import { text } from '../../locale/text.ts';
import { draftChanges, draftFields } from './draft/draft-changes.ts';
import type { DiagnosticWords } from './draft/diagnostic-words.ts';
import type { KitDraft } from './draft/kit-draft.ts';
import { draftOf } from './use-draft.ts';
import { useTemplateChanges } from './use-template-changes.ts';

const words = text.kits.compare;

interface CompareDialogProps {
  readonly place: ConfigurationPlace;
  /** The buffer and the analyser of the settings. */
  readonly names: Readonly<Record<'buffer' | 'analyser', string>>;
  readonly versions: readonly KitVersion[];
  readonly mine: KitDraft;
  /** The version that another user saved meanwhile; null offers a choice of versions. */
  readonly theirs: KitDraft | null;
  readonly diagnosticWords: DiagnosticWords;
  readonly onKeepMine: (() => void) | null;
  readonly onClose: () => void;
}

/** The fields in which the draft differs from another version, or from the one that another user saved. */
export function CompareDialog({
  place,
  names,
  versions,
  mine,
  theirs,
  diagnosticWords,
  onKeepMine,
  onClose,
}: CompareDialogProps) {
  const others = versions.filter(({ id }) => id !== place.versionId);
  const own = versions.find(({ id }) => id === place.versionId)?.version ?? '';
  const [otherId, setOtherId] = useState(others[0]?.id ?? null);
  const { data, isError } = useQuery({
    ...kitQueries.configured({ ...place, versionId: otherId ?? '' }),
    enabled: theirs === null && otherId !== null,
  });
  const other = theirs ?? (data ? draftOf(data) : null);
  const [isAll, setAll] = useState(false);
  const templates = useTemplateChanges(place, theirs === null ? otherId : null);
  const isFailed = isError || templates.isFailed;
  const isLoaded = other !== null && templates.isLoaded;
  const fields = isLoaded
    ? [...(isAll ? draftFields : draftChanges)(other, mine, diagnosticWords), ...templates.changes]
    : [];
  const otherName = theirs === null ? (others.find(({ id }) => id === otherId)?.version ?? '') : words.theirs;
  const ownName = theirs === null ? own : words.mine;

  return (
    <Modal opened onClose={onClose} size={720} title={words.title(otherName, ownName)}>
      {theirs === null && (
        <Select
          label={words.with}
          mb="sm"
          allowDeselect={false}
          data={others.map(({ id, version }) => ({ value: id, label: version }))}
          value={otherId}
          onChange={setOtherId}
        />
      )}
      <Switch
        label={words.allFields}
        mb="sm"
        checked={isAll}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      <p>{words.scope(names.buffer, names.analyser)}</p>
      {isFailed && <p role="alert">{words.notLoaded}</p>}
      {isLoaded && fields.every(({ from, to }) => from === to) && <p>{words.none}</p>}
      {fields.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.field}</Table.Th>
              <Table.Th scope="col">{otherName}</Table.Th>
              <Table.Th scope="col">{ownName}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ channel, field, from, to }) => (
              <Table.Tr
                key={`${channel ?? ''} ${field}`}
                {...(isAll && from !== to && { bg: 'var(--accent-soft)' })}
              >
                <Table.Th
                  scope="row"
                  fw={500}
                >{`${channel ?? text.kits.changes.allChannels} ${field}`}</Table.Th>
                <Table.Td>{from}</Table.Td>
                <Table.Td fw={from === to ? 400 : 600}>{to}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {onKeepMine && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button onClick={onKeepMine}>{words.keepMine}</Button>
        </Group>
      )}
    </Modal>
  );
}
