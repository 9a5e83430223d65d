import { MAX_UPLOAD_BYTES, RUN_FILE_TYPES } from '@curvewell/contracts';
import { type Analyser, MAX_UPLOAD_FILES, type Run } from '@curvewell/domain';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { analyserQueries } from '../../data/analysers.ts';
import { identityQueries } from '../../data/identity.ts';
import { useDeleteRun, useInspection } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { isCancelled } from '../../shared/api/api-problem.ts';
import { ctrlEnter } from '../../shared/navigation/ctrl-enter.ts';
import { confirm } from '../../shared/ui/dialogs/confirm.tsx';
import { Screen } from '../../shared/ui/screen/screen.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { AnalyserField } from './analyser-field.tsx';
import { ImportFileFields } from './import-file-fields.tsx';
import {
  fileFault,
  importFailure,
  inspectionFailure,
  isBusy,
  type Slots,
  withDropped,
} from './import-files.ts';
import {
  answersFor,
  NO_CHOICES,
  type Outlook,
  outlookOf,
  type Choices,
  redundantFiles,
} from './import-inspection.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { KnownFiles } from './known-files.tsx';
import styles from './run-import.module.css';
import { useHashes, useImport, useWindowDrop } from './use-import.ts';

const FORM = 'import';

interface RunImportProps {
  readonly onImported: (run: Run) => void;
  readonly onLeave: () => void;
}

/** Imports files of an instrument: inspects them and creates one or more runs. */
export function RunImport({ onImported, onLeave }: RunImportProps) {
  const analysers = useQuery(analyserQueries.list);
  const { data: properties } = useQuery(identityQueries.properties);
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [keepsDyes, setKeepsDyes] = useState(false);
  const [slots, setSlots] = useState<Slots>([null]);
  const [left, setLeft] = useState(0);
  const [tried, setTried] = useState(false);
  const [waits, setWaits] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const made = useRef<Run[]>([]);
  const pending = useRef<Promise<unknown>>(null);
  const isLeaving = useRef(false);
  const { mutation, progress, importRuns: send, abort } = useImport();
  const deleteRun = useDeleteRun();

  const active = (analysers.data ?? []).filter((one) => one.active);
  const limits = {
    types: typesOf(active),
    maxBytes: properties?.maxUploadBytes ?? MAX_UPLOAD_BYTES,
  };
  const files = slots.filter((slot) => slot !== null);
  const fileFaults = slots.map((slot) => slot && fileFault(slot, limits));
  const areFilesValid = fileFaults.every((fault) => fault === null);
  const inspection = useInspection(files, areFilesValid);
  const outlook = outlookOf(active, inspection.data, choices);
  const { analyser } = outlook;
  const max = analyser?.maxNumberOfFilesByRun ?? 1;
  const locked = mutation.isPending || waits;
  const faults = fileFaults.map((fault, index) =>
    tried && index === 0 && files.length === 0 ? text.runImport.filesMissing : fault,
  );

  const startOver = () => {
    made.current = [];
    mutation.reset();
  };
  const changeFiles = (next: Slots, tooMany = 0) => {
    setSlots(next);
    setLeft(tooMany);
    setChoices((previous) => ({ ...NO_CHOICES, analyserId: previous.analyserId }));
    startOver();
  };
  const choose = (next: Partial<Choices>) => {
    setChoices((previous) => ({ ...previous, ...next }));
    startOver();
  };
  const isOver = useWindowDrop((dropped) => {
    const room = max === 1 && dropped.length === 1 && files.length <= 1 ? 1 : MAX_UPLOAD_FILES;
    const { slots: next, left: tooMany } = withDropped(slots, dropped, room);
    changeFiles(next, tooMany);
  }, !locked);

  const importRuns = async ({ analyser: chosenAnalyser, chosen }: Outlook, several: boolean) => {
    if (!chosenAnalyser) return;
    const answers = chosen.map((run) => answersFor(run, { choices, several }));
    const sending = send({
      analyserId: chosenAnalyser.id,
      files,
      keepsDyes,
      // Files that could not be inspected are sent anyway: the server reports the reason. Runs created by an
      // earlier attempt are not created again.
      answers: answers.length === 0 ? [null] : answers.slice(made.current.length),
      onRun: (run) => made.current.push(run),
    });
    pending.current = sending;
    // The failure is shown below the file.
    if ((await sending.catch(() => null)) === null) return;
    const runs = made.current;
    const [first, second] = runs;
    if (isLeaving.current || first === undefined) return;
    if (second === undefined) onImported(first);
    else {
      toastSuccess(text.runImport.imported(runs.length));
      onLeave();
    }
  };

  const submit = async () => {
    setTried(true);
    if (locked) return;
    if (!analyser || files.length === 0 || !areFilesValid || left > 0) {
      focusOn(form.current, analyser ? '[data-file-field]' : '[data-analyser-field]');
      return;
    }
    setWaits(true);
    const found = await inspection.wait();
    // Synchronously, because a disabled field cannot take the focus.
    flushSync(() => setWaits(false));
    if (isLeaving.current) return;
    const now = outlookOf(active, found ?? undefined, choices);
    if ((found?.problems.length ?? 0) > 0) focusOn(form.current, '[data-file-field]');
    else if (now.question === 'analyser') focusOn(form.current, '[data-analyser-field]');
    else if (now.question !== null) focusOn(form.current, `[data-question=${now.question}] input`);
    else await importRuns(now, (found?.runs.length ?? 0) > 1);
  };

  useEffect(() => {
    isLeaving.current = false;
    return () => {
      isLeaving.current = true;
    };
  }, []);

  const leave = async () => {
    const isImporting = mutation.isPending;
    const isSent = isImporting && progress === 1;
    const done = await confirm({
      title: text.runImport.leaveQuestion,
      text: isImporting ? text.runImport.leaveText : text.runImport.leaveTextEmpty,
      destroys: isImporting,
      action: async () => {
        if (!isImporting) return;
        isLeaving.current = true;
        if (!isSent) abort();
        // A completed upload creates a run, which is then deleted.
        await pending.current?.catch(() => null);
        for (const run of made.current) await deleteImported(run);
      },
    });
    if (done) onLeave();
  };

  /** Deletes a run that the cancelled import created, unless it has been interpreted. */
  const deleteImported = async (run: Run) => {
    if (run.interpretationRunByName !== null) return;
    try {
      await deleteRun.mutateAsync(run.id);
    } catch (error) {
      toastError(text.runs.notDeleted, error);
    }
  };

  const [problem] = inspection.data?.problems ?? [];
  const wasBusy = mutation.isError
    ? isBusy(mutation.error)
    : mutation.isIdle && !waits && isBusy(inspection.error);
  const failure =
    mutation.isError && !isCancelled(mutation.error) && !wasBusy
      ? importFailure(mutation.error)
      : problem
        ? inspectionFailure(problem)
        : null;
  const failedSlot = slots.findIndex((slot) => slot?.name === failure?.fileName);

  return (
    <div className={styles['screen']} onKeyDown={(event) => ctrlEnter(event, submit)}>
      <Screen
        title={text.runImport.title}
        footerStart={
          <Button variant="subtle" color="gray" onClick={() => void leave()}>
            {text.common.cancel}
          </Button>
        }
        footerEnd={
          <Button type="submit" form={FORM} size="md" loading={locked}>
            {wasBusy ? text.common.tryAgain : text.common.next}
          </Button>
        }
      >
        <Form id={FORM} ref={form} className={styles['column']} onSubmit={submit} noValidate>
          <AnalyserField
            analysers={active}
            state={analysers}
            outlook={outlook}
            tried={tried}
            locked={locked}
            onChoose={(analyserId) => choose({ analyserId })}
          />
          <ImportFileFields
            slots={slots}
            onSlots={(next) => changeFiles(next)}
            max={max}
            types={limits.types}
            maxBytes={limits.maxBytes}
            faults={faults}
            failure={failure && { ...failure, slot: Math.max(0, failedSlot) }}
            redundant={redundantFiles(
              files.map(({ name }) => name),
              outlook,
            )}
            locked={locked}
            isOver={isOver}
          />
          {wasBusy && (
            <Alert color="warning" role="alert" title={text.runImport.busy}>
              {text.runImport.busyText}
            </Alert>
          )}
          {left > 0 && (
            <Alert color="danger" role="alert">
              {text.runImport.tooMany(MAX_UPLOAD_FILES)}
            </Alert>
          )}
          <ImportQuestions
            outlook={outlook}
            inspection={inspection.data}
            fileCount={files.length}
            choices={choices}
            onChoose={choose}
            keepsDyes={keepsDyes}
            onKeepsDyes={setKeepsDyes}
            tried={tried}
            locked={locked}
          />
          <KnownFiles hashes={useHashes(files)} />
          <ImportProgress progress={progress} isInspecting={inspection.isFetching} />
        </Form>
      </Screen>
    </div>
  );
}

/** All file types of all analysers, most common first. The inspection finds the analyser. */
function typesOf(analysers: readonly Analyser[]): readonly string[] {
  return [...new Set([...RUN_FILE_TYPES, ...analysers.flatMap(({ fileTypes }) => fileTypes)])];
}

function focusOn(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}
