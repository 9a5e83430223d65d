import { type Analyser, MAX_UPLOAD_BYTES, type Run, runCalls, RUN_FILE_TYPES } from '@curvewell/contracts';
import { Alert, Button, Progress, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';

import { text } from '../../locale/text.ts';
import { api } from '../../shared/api-client.ts';
import { isCancelled } from '../../shared/api-problem.ts';
import { sessionQueries } from '../../shared/session.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { Screen } from '../../shared/ui/screen.tsx';
import { toastError } from '../../shared/ui/toast.tsx';
import { ImportFileFields } from './import-file-fields.tsx';
import { fileFault, importFailure, type Slots, withDropped } from './import-files.ts';
import { KnownFiles } from './known-files.tsx';
import { runQueries } from './queries.ts';
import styles from './run-import.module.css';
import { useHashes, useImport, useWindowDrop } from './use-import.ts';

const FORM = 'import';

interface RunImportProps {
  readonly onImported: (run: Run) => void;
  readonly onLeave: () => void;
}

/** The analyser and the files that it wrote, made into a run. */
export function RunImport({ onImported, onLeave }: RunImportProps) {
  const analysers = useQuery(runQueries.analysers);
  const { data: properties } = useQuery(sessionQueries.properties);
  const [chosen, setChosen] = useState<string | null>(null);
  const [slots, setSlots] = useState<Slots>([null]);
  const [left, setLeft] = useState(0);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const pending = useRef<Promise<Run>>(null);
  const isLeaving = useRef(false);
  const { mutation, progress, abort } = useImport();

  const active = (analysers.data ?? []).filter((one) => one.active);
  const analyser = active.find(({ id }) => id === chosen) ?? active[0];
  const limits = {
    types: analyser && analyser.fileTypes.length > 0 ? analyser.fileTypes : RUN_FILE_TYPES,
    maxBytes: properties?.maxUploadBytes ?? MAX_UPLOAD_BYTES,
  };
  const max = analyser?.maxNumberOfFilesByRun ?? 1;
  const files = slots.filter((slot) => slot !== null);
  const locked = mutation.isPending;
  const faults = slots.map((slot, index) => {
    if (slot) return fileFault(slot, limits);
    return tried && index === 0 && files.length === 0 ? text.runImport.filesMissing : null;
  });
  const isTooMany = slots.length > max || left > 0;

  const changeFiles = (next: Slots, tooMany = 0) => {
    setSlots(next);
    setLeft(tooMany);
    mutation.reset();
  };
  const isOver = useWindowDrop((dropped) => {
    const { slots: next, left: tooMany } = withDropped(slots, dropped, max);
    changeFiles(next, tooMany);
  }, !locked);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (locked) return;
    if (!analyser || files.length === 0 || isTooMany || faults.some((fault) => fault !== null)) {
      form.current
        ?.querySelector<HTMLElement>(analyser ? '[data-file-field]' : '[data-analyser-field]')
        ?.focus();
      return;
    }
    pending.current = mutation.mutateAsync({ analyserId: analyser.id, files });
    pending.current.then(
      (run) => {
        if (!isLeaving.current) onImported(run);
      },
      () => {
        // Shown under the file.
      },
    );
  };

  useEffect(() => {
    isLeaving.current = false;
    return () => {
      isLeaving.current = true;
    };
  }, []);

  const leave = async () => {
    const isSent = locked && progress === 1;
    const done = await confirm({
      title: text.runImport.leaveQuestion,
      text: locked ? text.runImport.leaveText : text.runImport.leaveTextEmpty,
      destroys: locked,
      action: async () => {
        if (!locked) return;
        isLeaving.current = true;
        if (!isSent) abort();
        // What has been sent altogether becomes a run, which is then deleted.
        const run = await pending.current?.catch(() => null);
        if (run) await deleteImported(run);
      },
    });
    if (done) onLeave();
  };

  const failure = mutation.isError && !isCancelled(mutation.error) ? importFailure(mutation.error) : null;
  const failedSlot = slots.findIndex((slot) => slot?.name === failure?.fileName);

  return (
    <Screen
      title={text.runImport.title}
      footerStart={
        <Button variant="subtle" onClick={() => void leave()}>
          {text.common.cancel}
        </Button>
      }
      footerEnd={
        <Button type="submit" form={FORM} size="md" loading={locked}>
          {text.common.next}
        </Button>
      }
    >
      <form id={FORM} ref={form} className={styles['column']} onSubmit={submit} noValidate>
        {analysers.isError ? (
          <Alert color="danger" role="alert" title={text.runImport.analysersFailed}>
            <Button size="xs" variant="default" onClick={() => void analysers.refetch()}>
              {text.common.tryAgain}
            </Button>
          </Alert>
        ) : analysers.isPending ? (
          <Skeleton height={53} />
        ) : (
          <Select
            label={text.runImport.analyser}
            required
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={active.map(optionOf)}
            value={analyser?.id ?? null}
            onChange={(id) => {
              setChosen(id);
              mutation.reset();
            }}
            disabled={locked}
            error={tried && !analyser ? text.runImport.analyserMissing : null}
            placeholder={active.length === 0 ? text.runImport.noAnalyser : ''}
            data-analyser-field
          />
        )}
        <ImportFileFields
          slots={slots}
          onSlots={(next) => {
            changeFiles(next);
          }}
          max={max}
          types={limits.types}
          maxBytes={limits.maxBytes}
          faults={faults}
          failure={failure && { ...failure, slot: Math.max(0, failedSlot) }}
          locked={locked}
          isOver={isOver}
        />
        {isTooMany && (
          <Alert color="danger" role="alert">
            {text.runImport.tooMany(max)}
          </Alert>
        )}
        <KnownFiles hashes={useHashes(files)} />
        {progress !== null && <UploadProgress progress={progress} />}
      </form>
    </Screen>
  );
}

const optionOf = ({ id, name, version }: Analyser) => ({
  value: id,
  label: version === '' ? name : `${name} (${version})`,
});

/** A run that nobody has interpreted yet goes with the import that made it. */
async function deleteImported(run: Run): Promise<void> {
  if (run.interpretationRunByName !== null) return;
  try {
    await api(runCalls.delete, { params: { runId: run.id } });
  } catch (error) {
    toastError(text.runs.notDeleted, error);
  }
}

function UploadProgress({ progress }: { readonly progress: number }) {
  const percent = Math.round(progress * 100);
  const words = progress < 1 ? text.runImport.uploading(percent) : text.runImport.reading;
  return (
    <div className={styles['progress']}>
      <span role="status">{progress < 1 ? '' : words}</span>
      <span aria-hidden>{progress < 1 ? words : ''}</span>
      <Progress value={percent} aria-label={words} animated={progress === 1} />
    </div>
  );
}
