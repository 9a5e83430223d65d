import { type ChannelName, channelNameSchema, type InspectedRun, type PlateType } from '@curvewell/domain';
import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Group,
  Modal,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useState } from 'react';

import { analyserQueries } from '../../data/analysers.ts';
import { inspectionAs, useInspection } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { messageOf } from '../../shared/api/api-problem.ts';
import styles from './analysers.module.css';
import { AsRead } from './as-read.tsx';
import { type DyeChannels, draftProfile, dyesOfRun, knownChannels, readersOf } from './draft-profile.ts';
import { useSaveWithMessage } from './use-save-with-message.ts';

const words = text.analysers.form;
const PLATES = ['RECTANGULAR_96', 'RECTANGULAR_384'] as const;
const SKIPPED = 'skipped';

interface AnalyserFormProps {
  readonly onClose: () => void;
  /** Draws the curves of a test file. */
  readonly preview: (run: InspectedRun, channelOfDye: (dye: string) => ChannelName | null) => ReactNode;
}

/** Adds an analyser with a test file beside it, which fills the form and shows how it would be read. */
export function AnalyserForm({ onClose, preview }: AnalyserFormProps) {
  const [files, setFiles] = useState<File[]>([]);
  const [name, setName] = useState<string | null>(null);
  const [channels, setChannels] = useState<DyeChannels>({});
  const [plates, setPlates] = useState<readonly PlateType[] | null>(null);
  const [tried, setTried] = useState(false);
  const { save, isPending } = useSaveWithMessage();
  const { data: analysers = [] } = useQuery(analyserQueries.list);
  const inspection = useInspection(files, true);
  const run = inspection.data?.runs[0];
  const shownName = name ?? run?.instrument ?? '';
  const shownChannels: DyeChannels = run === undefined ? {} : { ...knownChannels(run), ...channels };
  const shownPlates = plates ?? [run?.plateType ?? 'RECTANGULAR_96'];
  const profile =
    run === undefined
      ? null
      : draftProfile({
          name: shownName,
          run,
          fileNames: files.map((file) => file.name),
          channels: shownChannels,
          plateTypes: shownPlates,
        });
  // Without what is typed as name, so that no key press uploads the files again.
  const test = useQuery(
    inspectionAs(files, profile === null ? null : { ...profile, id: 'new', name: words.tested }),
  );
  const asRead = test.data?.runs[0]?.analysers[0];
  const isRead = asRead?.outcome === 'reads';
  const readers = inspection.data === undefined ? [] : readersOf(inspection.data);
  const known = analysers.filter(({ id }) => readers.includes(id)).map((one) => one.name);
  const problems = [
    ...(inspection.data?.problems ?? []).map(({ file, message }) => `${file}: ${message}`),
    ...(inspection.error === null ? [] : [messageOf(inspection.error, words.notRead)]),
  ];

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (profile === null || !isRead || shownName.trim() === '') return;
    if (await save({ analyserId: null, profile })) onClose();
  };

  return (
    <Modal opened onClose={onClose} size={960} title={text.analysers.dialog.addTitle}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles['form']}>
          <Stack gap="sm">
            <FileInput
              label={words.files}
              description={words.filesHelp}
              placeholder={words.chooseFiles}
              multiple
              required
              clearable
              clearButtonProps={{ 'aria-label': words.clearFiles }}
              data-autofocus
              value={files}
              error={tried && files.length === 0 ? words.filesMissing : undefined}
              onChange={(chosen) => {
                setFiles(chosen);
                setChannels({});
                setPlates(null);
              }}
            />
            <TextInput
              label={words.name}
              required
              maxLength={100}
              value={shownName}
              error={tried && shownName.trim() === '' ? words.nameMissing : undefined}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Checkbox.Group
              label={words.plates}
              value={[...shownPlates]}
              error={tried && shownPlates.length === 0 ? words.platesMissing : undefined}
              onChange={(chosen) => setPlates(PLATES.filter((plate) => chosen.includes(plate)))}
            >
              <Group mt={4}>
                {PLATES.map((plate) => (
                  <Checkbox key={plate} value={plate} label={words.wells(text.analysers.plate[plate])} />
                ))}
              </Group>
            </Checkbox.Group>
            {run !== undefined && (
              <DyeFields
                dyes={dyesOfRun(run)}
                channels={shownChannels}
                isMissing={tried && Object.values(shownChannels).every((channel) => channel === null)}
                onChange={(dye, channel) => setChannels({ ...channels, [dye]: channel })}
              />
            )}
          </Stack>
          <section className={styles['asRead']} aria-label={words.asRead} aria-busy={test.isFetching}>
            <h3>{words.asRead}</h3>
            {known.length > 0 && <Text size="sm">{words.known(known)}</Text>}
            {problems.length > 0 && (
              <Alert color="danger" role="alert" title={words.notRead}>
                <ul className={styles['problems']}>
                  {problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
                {words.otherExport}
              </Alert>
            )}
            {run === undefined ? (
              problems.length === 0 && (
                <>
                  <Text size="sm">{files.length === 0 ? words.noFile : text.common.loading}</Text>
                  {files.length === 0 && (
                    <Text size="sm" c="var(--ink2)" mt="sm">
                      {text.unlistedAnalysers}
                    </Text>
                  )}
                </>
              )
            ) : (
              <>
                <AsRead asRead={asRead ?? null} error={test.error} />
                {preview(run, (dye) => shownChannels[dye] ?? null)}
              </>
            )}
          </section>
        </div>
        <Group justify="flex-end" mt="md">
          {tried && run !== undefined && !isRead && !test.isFetching && (
            <Text size="sm" fw={500}>
              {words.notReady}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.analysers.dialog.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface DyeFieldsProps {
  readonly dyes: readonly string[];
  readonly channels: DyeChannels;
  readonly isMissing: boolean;
  readonly onChange: (dye: string, channel: ChannelName | null) => void;
}

/** The channel of each dye or filter pair of the test file. */
function DyeFields({ dyes, channels, isMissing, onChange }: DyeFieldsProps) {
  return (
    <fieldset className={styles['dyes']}>
      <legend>{words.dyes}</legend>
      {dyes.map((dye, index) => (
        <Select
          key={dye}
          label={dye}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            ...channelNameSchema.options.map((value) => ({ value, label: value })),
            { value: SKIPPED, label: words.skipped },
          ]}
          value={channels[dye] ?? SKIPPED}
          error={isMissing && index === 0 ? words.dyesMissing : undefined}
          onChange={(value) => onChange(dye, channelNameSchema.safeParse(value).data ?? null)}
        />
      ))}
    </fieldset>
  );
}
