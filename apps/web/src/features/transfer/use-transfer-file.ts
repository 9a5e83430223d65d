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
  /** The operation, as the title of what goes wrong. */
  readonly failed: string;
  /** Sends the file, under another name where one is given. */
  readonly send: (file: File, newName?: string) => Promise<unknown>;
}

interface Submitted {
  readonly newName?: string;
  readonly known?: string | null;
}

/** A file from its choice to its import: read here first, then sent, once more where its name is taken. */
export function useTransferFile<Schema extends z.ZodType>({ schema, failed, send }: Options<Schema>) {
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<ReadFile<z.output<Schema>> | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** The name that another is requested. */
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
    // Another may have been chosen meanwhile.
    if (newest.current === next) setRead(found);
  };

  /** With another name for what is taken, or with a name that this page knows to be taken. */
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
    discard: () => {
      setTaken(null);
    },
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

/** What the server says against a file, which it knows more of: the analysers that are here, what zones may say. */
function refusal(problem: ApiProblem, document: unknown) {
  const { issues, message } = problem;
  const problems = issues.length === 0 ? [message] : issues.map((issue) => problemText(issue, document));
  return { kind: 'wrong', title: words.wrongFile, problems } as const;
}
