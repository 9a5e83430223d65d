import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

import type { WhatIfProgress } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { today } from '../../shared/format/format.ts';
import { toastSuccess } from '../../shared/ui/messages/toast.tsx';
import type { WhatIfKit } from '../../shared/what-if-kit.ts';
import type { CallLook } from './call-look.ts';
import type { ListedChange } from './change-groups.ts';
import { changesCsv } from './changes-csv.ts';
import { countedSamples, samplesCsv } from './samples-csv.ts';

const words = text.whatIf;

interface ExportListsProps extends Pick<WhatIfProgress, 'runs'> {
  readonly tried: Pick<WhatIfKit, 'names' | 'version'>;
  readonly changes: readonly ListedChange[];
  readonly look: CallLook;
}

/** Saves the calls that change as a file, and the samples, if any kit combines wells. */
export function ExportLists({ tried: { names, version }, changes, runs, look }: ExportListsProps) {
  const { all, changed } = countedSamples(runs);
  const save = (file: string, name: string): void => {
    const fileName = `${name}_${today().replaceAll('-', '')}.csv`;
    saveFile({ blob: new Blob([file], { type: 'text/csv' }), fileName });
    toastSuccess(words.exported);
  };
  return (
    <>
      <ExportButton
        label={words.export}
        isEmpty={changes.length === 0}
        onClick={() => {
          const file = changesCsv(changes, (diagnostic) => look(diagnostic).name);
          save(file, words.csv.name(names.kit, version));
        }}
      />
      {all > 0 && (
        <ExportButton
          label={words.samples.export}
          isEmpty={changed === 0}
          onClick={() => save(samplesCsv(runs), words.samples.csv.name(names.kit, version))}
        />
      )}
    </>
  );
}

interface ExportButtonProps {
  readonly label: string;
  readonly isEmpty: boolean;
  readonly onClick: () => void;
}

function ExportButton({ label, isEmpty, onClick }: ExportButtonProps) {
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      disabled={isEmpty}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
