import type { ProfiledAnalyser } from '@curvewell/contracts';
import { type AnalyserProfile, channelsOfProfile } from '@curvewell/domain';
import { Alert, FileInput, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../locale/text.ts';
import { Facts } from '../../shared/ui/screen/facts.tsx';
import styles from './analysers.module.css';
import { readProfile, type ReadProfile } from './profile-file.ts';
import { dyesOf, formatLines, platesOf } from './profile-words.ts';
import { useSaveWithMessage } from './use-save-with-message.ts';
import { DialogFooter } from '../../shared/ui/dialogs/dialog-footer.tsx';
import { Form } from '../../shared/forms/form.tsx';

const words = text.analysers.dialog;

interface ProfileDialogProps {
  /** Null to add a new one. */
  readonly analyser: ProfiledAnalyser | null;
  readonly onClose: () => void;
}

/** Reads a profile file, shows its content and saves it. */
export function ProfileDialog({ analyser, onClose }: ProfileDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReadProfile | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { save, isPending } = useSaveWithMessage();

  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setMissing(false);
    setRead(chosen === null ? null : readProfile(await chosen.text()));
  };
  const submit = async () => {
    if (read?.kind !== 'profile') setMissing(read === null);
    else if (await save({ analyserId: analyser?.id ?? null, profile: read.profile })) onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={analyser === null ? words.addTitle : words.changeTitle(analyser.name)}
    >
      <Form onSubmit={submit}>
        <Stack gap="sm">
          {analyser !== null && <Text size="sm">{words.changeHelp(analyser.profile.version)}</Text>}
          <FileInput
            label={words.file}
            placeholder={words.choose}
            accept=".json,application/json"
            required
            withAsterisk
            data-autofocus
            value={file}
            error={isMissing ? words.missing : undefined}
            onChange={(chosen) => void choose(chosen)}
          />
          {read?.kind === 'wrong' && <Problems problems={read.problems} />}
          {read?.kind === 'profile' && <Summary profile={read.profile} />}
          <DialogFooter act={words.save} isPending={isPending} onCancel={onClose} />
        </Stack>
      </Form>
    </Modal>
  );
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  return (
    <Alert color="danger" role="alert" title={words.wrong(problems.length)}>
      <ul className={styles['problems']}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Summary({ profile }: { readonly profile: AnalyserProfile }) {
  const { id, name, version, maxNumberOfFilesByRun, phases } = profile;
  const facts = [
    [words.facts.name, name],
    [words.facts.profile, text.analysers.profile(id, version)],
    [words.facts.plates, platesOf(profile)],
    [words.facts.formats, formatLines(profile).join(' · ')],
    ...channelsOfProfile(profile).map(
      (channel) => [words.facts.channel(channel), dyesOf(profile, channel)] as const,
    ),
    [words.facts.phases, words.phases(phases.rising, phases.falling, phases.leastSpan)],
    [words.facts.files, String(maxNumberOfFilesByRun)],
    [words.facts.timeZone, profile.timeZone ?? words.zoneOfLaboratory],
  ] as const;
  return <Facts label={words.summary} facts={facts} />;
}
