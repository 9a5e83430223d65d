import type { ProfiledAnalyser } from '@curvewell/contracts';
import {
  analyserProfileSchema,
  channelNameSchema,
  channelsOfProfile,
  inChannelOrder,
  type AnalyserProfile,
  type ChannelName,
} from '@curvewell/domain';
import { Alert, Modal, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../locale/text.ts';
import { useSaveWithMessage } from './use-save-with-message.ts';
import { DialogFooter } from '../../shared/ui/dialogs/dialog-footer.tsx';
import { Form } from '../../shared/forms/form.tsx';

const words = text.analysers.compensation;
const PERCENT = 100;

/** Those of the analyser's dyes, and any that has shares. */
const mixedChannels = (profile: AnalyserProfile): ChannelName[] =>
  inChannelOrder([
    ...channelsOfProfile(profile),
    ...(profile.compensation ?? []).flatMap(({ from, into }) => [from, into]),
  ]);

/** Percentages by pair of channels, as typed; empty means none. */
type Typed = Readonly<Record<string, number | string>>;

const pairOf = (from: ChannelName, into: ChannelName): string => `${from} ${into}`;

const typedOf = ({ compensation = [] }: AnalyserProfile): Typed =>
  Object.fromEntries(
    compensation.map(({ from, into, share }) => [pairOf(from, into), Number((PERCENT * share).toFixed(4))]),
  );

/** The next version of a profile, with the typed percentages. Without any, dyes are not compensated. */
function profileWith({ compensation: _, ...profile }: AnalyserProfile, typed: Typed): AnalyserProfile {
  const shares = channelNameSchema.options.flatMap((from) =>
    channelNameSchema.options.flatMap((into) => {
      const percent = Number(typed[pairOf(from, into)] ?? 0);
      return from === into || percent === 0 ? [] : [{ from, into, share: percent / PERCENT }];
    }),
  );
  return { ...profile, version: profile.version + 1, ...(shares.length > 0 && { compensation: shares }) };
}

interface CompensationDialogProps {
  readonly analyser: ProfiledAnalyser;
  readonly onClose: () => void;
}

/** The cross-talk of an analyser's dyes as a table: a row per dye, a column per channel. */
export function CompensationDialog({ analyser, onClose }: CompensationDialogProps) {
  const [typed, setTyped] = useState<Typed>(() => typedOf(analyser.profile));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { save, isPending } = useSaveWithMessage();
  const channels = mixedChannels(analyser.profile);
  const submit = async () => {
    const profile = profileWith(analyser.profile, typed);
    const { error } = analyserProfileSchema.safeParse(profile);
    setProblems(error?.issues.map(({ message }) => message) ?? []);
    if (error === undefined && (await save({ analyserId: analyser.id, profile }))) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={channels.length > 3 ? 1000 : 640}
      title={words.title(analyser.name)}
    >
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{words.help}</Text>
          <Table.ScrollContainer minWidth={110 * (channels.length + 1)}>
            <Table aria-label={words.table}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{words.dye}</Table.Th>
                  {channels.map((into) => (
                    <Table.Th key={into} scope="col">
                      {words.readIn(into)}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {channels.map((from) => (
                  <Table.Tr key={from}>
                    <Table.Th scope="row">{from}</Table.Th>
                    {channels.map((into) => (
                      <Table.Td key={into}>
                        <Share
                          from={from}
                          into={into}
                          value={typed[pairOf(from, into)] ?? ''}
                          onChange={(value) => setTyped({ ...typed, [pairOf(from, into)]: value })}
                        />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {problems.length > 0 && (
            <Alert color="danger" role="alert">
              {problems.join(' ')}
            </Alert>
          )}
          <DialogFooter act={text.analysers.dialog.save} isPending={isPending} onCancel={onClose} />
        </Stack>
      </Form>
    </Modal>
  );
}

interface ShareProps {
  readonly from: ChannelName;
  readonly into: ChannelName;
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
}

/** The share of a dye in its own channel is always 100 %. */
function Share({ from, into, value, onChange }: ShareProps) {
  if (from === into) return <Text size="sm">{words.whole}</Text>;
  return (
    <NumberInput
      aria-label={words.share(from, into)}
      suffix=" %"
      placeholder={words.none}
      min={0}
      max={50}
      step={0.1}
      decimalScale={2}
      value={value}
      onChange={onChange}
    />
  );
}
