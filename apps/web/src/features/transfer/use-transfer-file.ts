import { useRef, useState } from 'react';
import type { z } from 'zod';

import { text } from '../../locale/text.ts';
import { type ApiProblem, hasCode } from '../../shared/api/api-problem.ts';
import { sha256Of } from '../../shared/api/sha256.ts';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import { fileFault, problemText, type ReadFile, readDocument } from './read-document.ts';

const words = text.transfer;

interface Options<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** Title of an error: the failed operation. */
  readonly failed: string;
  /** Sends the file, optionally with a new name. */
  readonly send: (file: File, newName?: string) => Promise<unknown>;
}

interface Submitted {
  readonly newName?: string;
  readonly known?: string | null;
}

/** State of a file: parsed here, then sent, and sent again with a new name if its own is taken. */
export function useTransferFile<Schema extends z.ZodType>({ schema, failed, send }: Options<Schema>) {
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReadFile<z.output<Schema>> | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** The taken name, while a new one is requested. */
  const [taken, setTaken] = useState<string | null>(null);
  const newest = useRef<File | null>(null);

  const choose = async (next: File | null): Promise<void> => {
    newest.current = next;
    setFile(next);
    setRead(null);
    setMissing(false);
    setTaken(null);
    if (next === null) return;
    const fault = fileFault(next);
    const found = fault === null ? await readFile(next, schema) : ({ kind: 'wrong', ...fault } as const);
    // The user may have chosen another file meanwhile.
    if (newest.current === next) setRead(found);
  };

  /** Submits with a new name, or with a name already known to be taken. */
  const submit = async ({ newName, known = null }: Submitted): Promise<void> => {
    if (file === null) {
      setMissing(true);
      toastError(failed, new Error(words.missingFile));
      return;
    }
    if (read?.kind !== 'document') {
      if (read !== null) toastError(failed, new Error(read.title));
      return;
    }
    if (known !== null) {
      setTaken(known);
      return;
    }
    setBusy(true);
    try {
      await send(file, newName);
      await choose(null);
    } catch (error) {
      if (hasCode(error, 'name-taken')) setTaken(newName ?? takenName(error));
      else if (hasCode(error, 'unreadable-file')) setRead(refusal(error, read.document));
      toastError(failed, error);
    } finally {
      setBusy(false);
    }
  };

  return {
    file,
    read,
    isMissing,
    isBusy,
    taken,
    choose,
    submit,
    discard: () => setTaken(null),
  };
}

async function readFile<Schema extends z.ZodType>(
  file: File,
  schema: Schema,
): Promise<ReadFile<z.output<Schema>>> {
  const [content, sha256] = await Promise.all([file.text(), sha256Of(file)]);
  const found = readDocument(content, schema);
  return 'document' in found
    ? { kind: 'document', document: found.document, sha256 }
    : { kind: 'wrong', title: words.wrongFile, problems: found.problems };
}

const takenName = ({ details }: ApiProblem): string => {
  const { name } = details;
  return typeof name === 'string' ? name : '';
};

/** The errors that only the server can find, such as unknown analysers or invalid zones. */
function refusal(problem: ApiProblem, document: unknown) {
  const { issues, message } = problem;
  const problems = issues.length === 0 ? [message] : issues.map((issue) => problemText(issue, document));
  return { kind: 'wrong', title: words.wrongFile, problems } as const;
}
