import type { ListedKit } from '@curvewell/domain';
import { Modal, Select, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { useMe } from '../../../data/identity.ts';
import { useCreateKit } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { OwnerChoice, useNewOwner } from '../../../shared/ui/fields/owner-choice.tsx';
import { useRestoreFocus } from '../../../shared/ui/dialogs/focus-back.ts';
import { toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { nextVersion } from '../place/use-place-additions.ts';
import { mainVersion } from './kit-list-rows.ts';
import { KitNameInput, useKitName } from './kit-name-input.tsx';
import { DialogFooter } from '../../../shared/ui/dialogs/dialog-footer.tsx';

const { kits } = text;
const words = kits.list;

interface CopyKitDialogProps {
  readonly copied: readonly ListedKit[];
  readonly editorAddress: (kitId: string, versionId: string) => string;
  readonly onClose: () => void;
}

/** Asks for the kit to copy and the name of the new one, and opens it in the editor. */
export function CopyKitDialog({ copied, editorAddress, onClose }: CopyKitDialogProps) {
  const { mutateAsync, isPending } = useCreateKit();
  const navigate = useNavigate();
  const kitName = useKitName();
  const owner = useNewOwner(useMe());
  const [versionId, setVersionId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  useRestoreFocus();
  const add = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (!kitName.check() || versionId === null) return;
    try {
      const { kitVersion } = await mutateAsync({
        kit: { name: kitName.name, ...owner.asked },
        kitVersion: { version: nextVersion(0), copyOf: versionId },
      });
      toastSuccess(kits.footer.created(kitVersion.kit.name, kitVersion.version));
      onClose();
      void navigate(editorAddress(kitVersion.kit.id, kitVersion.id));
    } catch (error) {
      kitName.failed(error);
    }
  };
  return (
    <Modal opened onClose={onClose} size={440} centered title={words.addCopy}>
      <form onSubmit={(event) => void add(event)} noValidate>
        <Select
          label={words.copyOf}
          required
          searchable
          data-autofocus
          data={copied.flatMap((kit) => {
            const version = mainVersion(kit);
            return version === null
              ? []
              : [{ value: version.id, label: words.openVersion(kit.name, version.version) }];
          })}
          value={versionId}
          error={isTried && versionId === null ? words.noCopied : null}
          onChange={setVersionId}
        />
        <Text size="xs" c="dimmed" mt={4} mb="sm">
          {words.copied}
        </Text>
        <Stack gap="sm">
          <KitNameInput {...kitName.props} />
          <OwnerChoice {...owner.field} />
        </Stack>
        <DialogFooter mt="md" act={words.add} isPending={isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}
