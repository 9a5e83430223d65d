import { CHANNEL_DYE, type StarterStart } from '@curvewell/domain';
import { FileInput, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { analyserQueries } from '../../../data/analysers.ts';
import { useMe } from '../../../data/identity.ts';
import { useCreateKit } from '../../../data/kits.ts';
import { useInspection } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { OwnerChoice, useNewOwner } from '../../../shared/ui/fields/owner-choice.tsx';
import { hasCode, messageOf } from '../../../shared/api/api-problem.ts';
import { useRestoreFocus } from '../../../shared/ui/dialogs/focus-back.ts';
import { toastInfo, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { nextVersion } from '../place/use-place-additions.ts';
import { KitNameInput, useKitName } from './kit-name-input.tsx';
import type { useKitListAddress } from './use-kit-list-address.ts';
import { fileFault, readersOf, useStarterKit } from './use-starter-kit.ts';
import { DialogFooter } from '../../../shared/ui/dialogs/dialog-footer.tsx';

const { kits, starterKits } = text;
const words = kits.list;
const STARTS = ['0', '1', '2', 'panel', 'shapes'] as const;
type Start = (typeof STARTS)[number];
const START_LABELS: Readonly<Record<Start, string>> = {
  0: starterKits.empty,
  1: starterKits.one,
  2: starterKits.two,
  panel: starterKits.panel,
  shapes: starterKits.shapes,
};
const PRODUCTS: Readonly<Record<Start, StarterStart | null>> = {
  0: null,
  1: 1,
  2: 2,
  panel: 'panel',
  shapes: 'shapes',
};

/** How long the warning about unclear curves stays, ms. */
const GUESS_MS = 10_000;

type Field = 'buffer' | 'file';

interface AddKitDialogProps {
  /** `empty`, `file`, or the id of the run whose curves place the zones. */
  readonly make: string;
  readonly editorAddress: ReturnType<typeof useKitListAddress>['editorAddress'];
  readonly onClose: () => void;
}

/** Asks for the name of a new kit and what it starts with, and opens it in the editor. */
export function AddKitDialog({ make, editorAddress, onClose }: AddKitDialogProps) {
  const createKit = useCreateKit();
  const starter = useStarterKit();
  const navigate = useNavigate();
  const startId = useId();
  const kitName = useKitName();
  const owner = useNewOwner(useMe());
  const { name } = kitName;
  const [start, setStart] = useState<Start>(make === 'empty' ? '0' : '2');
  const [buffer, setBuffer] = useState<string>(starterKits.usualBuffer);
  const [file, setFile] = useState<File | null>(null);
  const [chosenAnalyser, chooseAnalyser] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({});
  const runId = make === 'empty' || make === 'file' ? null : make;
  const { data: analysers = [] } = useQuery(analyserQueries.list);
  const inspecting = useInspection(file === null ? [] : [file], true);
  const { data: inspection, error: notInspected } = inspecting;
  const readers = readersOf(inspection, analysers);
  const analyser = readers.find(({ id }) => id === chosenAnalyser) ?? readers[0] ?? null;
  const on = runId ?? (file === null || analyser === null ? null : { file, analyserId: analyser.id });
  const fault = notInspected === null ? fileFault(inspection) : messageOf(notInspected, starterKits.notRead);
  useRestoreFocus();
  const products = PRODUCTS[start];

  const addEmpty = async (): Promise<string> => {
    const { kitVersion } = await createKit.mutateAsync({
      kit: { name, ...owner.asked },
      kitVersion: { version: nextVersion(0) },
    });
    toastSuccess(kits.footer.created(kitVersion.kit.name, kitVersion.version));
    return editorAddress(kitVersion.kit.id, kitVersion.id);
  };
  const addOnCurves = async (count: StarterStart, curves: NonNullable<typeof on>): Promise<string> => {
    const { place, run } = await starter.make({
      name,
      ...owner.asked,
      products: count,
      reactionBuffer: buffer.trim(),
      on: curves,
    });
    const { kitId, versionId, reactionBufferId, analyserId, channel, isClear } = place;
    if (isClear) toastSuccess(starterKits.made(name));
    else
      toastInfo(starterKits.notClear(name), {
        text: starterKits.guessed(CHANNEL_DYE[channel]),
        ms: GUESS_MS,
      });
    return editorAddress(kitId, versionId, { buffer: reactionBufferId, analyser: analyserId, run });
  };
  const add = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const missing: typeof wrong = {
      ...(products !== null && buffer.trim() === '' && { buffer: starterKits.noBuffer }),
      ...(products !== null && runId === null && file === null && { file: starterKits.noFile }),
    };
    setWrong(missing);
    if (!kitName.check() || Object.keys(missing).length > 0) return;
    // The fault of the file is shown below it.
    if (products !== null && on === null) return;
    try {
      const address = await (products === null || on === null ? addEmpty() : addOnCurves(products, on));
      // First without this dialog in the address, so that Back leads to the list.
      onClose();
      void navigate(address);
    } catch (error) {
      if (hasCode(error, 'unreadable-file') || hasCode(error, 'unsupported-file'))
        setWrong({ file: messageOf(error, starterKits.notRead) });
      else kitName.failed(error);
    }
  };

  return (
    <Modal opened onClose={onClose} size={560} centered title={words.add}>
      <form onSubmit={(event) => void add(event)} noValidate>
        <Stack gap="sm">
          <KitNameInput data-autofocus {...kitName.props} />
          <OwnerChoice {...owner.field} />
          <div>
            <Text id={startId} size="sm" fw={500}>
              {starterKits.start}
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby={startId}
              data={STARTS.map((value) => ({ value, label: START_LABELS[value] }))}
              value={start}
              onChange={(value) => {
                setStart(value);
                setWrong({});
              }}
            />
            <Text size="xs" mt={4}>
              {starterKits.text[start]}
            </Text>
          </div>
          {products !== null && (
            <>
              {runId === null ? (
                <FileInput
                  label={starterKits.file}
                  description={starterKits.fileText}
                  placeholder={starterKits.choose}
                  required
                  value={file}
                  error={wrong.file ?? fault}
                  onChange={(chosen) => {
                    setWrong({});
                    setFile(chosen);
                  }}
                />
              ) : (
                <Text size="sm">{starterKits.onRun}</Text>
              )}
              {analyser !== null && (
                <Select
                  label={starterKits.analyser}
                  required
                  allowDeselect={false}
                  comboboxProps={{ withinPortal: false }}
                  data={readers.map(({ id, name: label }) => ({ value: id, label }))}
                  value={analyser.id}
                  onChange={chooseAnalyser}
                />
              )}
              <TextInput
                label={starterKits.buffer}
                required
                maxLength={100}
                value={buffer}
                error={wrong.buffer}
                onChange={({ currentTarget }) => setBuffer(currentTarget.value)}
              />
              <Text size="xs">{starterKits.validation}</Text>
            </>
          )}
          <DialogFooter
            act={words.add}
            isPending={createKit.isPending || starter.isPending || inspecting.isFetching}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
