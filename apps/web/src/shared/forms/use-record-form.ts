import type { Issue } from '@curvewell/domain';
import { useState } from 'react';
import type { z } from 'zod';

import { ApiProblem, hasCode } from '../api/api-problem.ts';
import { differingFields, recordConflicts, type RecordWords, resolvedRecord } from './record-conflict.ts';
import { otherEditOf, type OtherEdit } from '../ui/alerts/stale-alert.tsx';

type Values = Readonly<Record<string, unknown>>;

interface Conflict<Saved> {
  readonly other: OtherEdit;
  /** Null until the user compares both versions. */
  readonly theirs: Saved | null;
  readonly resolvedAsTheirs: ReadonlySet<string>;
}

interface Options<Saved, V extends Values> {
  /** The latest known version. Replaces the form's values while nothing is changed. */
  readonly saved: Saved;
  readonly revisionOf: (saved: Saved) => number;
  readonly valuesOf: (saved: Saved) => V;
  /** Schema of the call's body without the revision. */
  readonly schema: z.ZodType;
  readonly words: RecordWords<V>;
  /** Refetches the record. */
  readonly load: () => Promise<Saved>;
}

/** The error text of each invalid field, by field name. */
type FieldIssues = Readonly<Record<string, string>>;

/**
 * A form for a record that other users may change too. The second user to save sees a conflict and resolves
 * each field that both changed.
 */
export function useRecordForm<Saved, V extends Values>(options: Options<Saved, V>) {
  const { saved, revisionOf, valuesOf, schema, words, load } = options;
  const [began, setBegan] = useState(saved);
  const [values, setValues] = useState(() => valuesOf(saved));
  const [issues, setIssues] = useState<FieldIssues>({});
  const [conflict, setConflict] = useState<Conflict<Saved> | null>(null);
  const base = valuesOf(began);
  const changed = differingFields(base, values);

  const begin = (from: Saved): void => {
    setBegan(from);
    setValues(valuesOf(from));
    setIssues({});
    setConflict(null);
  };
  if (revisionOf(saved) > revisionOf(began) && conflict === null) {
    const apart = differingFields(values, valuesOf(saved));
    if (changed.length === 0) begin(saved);
    // No conflict if the other change was undone (as after a refusal by the provider) or made the values I
    // want.
    else if (!differingFields(base, valuesOf(saved)).some((field) => apart.includes(field))) setBegan(saved);
  }

  const theirs = conflict?.theirs ?? null;
  const sides = theirs === null ? null : { base, mine: values, theirs: valuesOf(theirs) };

  return {
    values,
    changed: new Set<string>(changed),
    isChanged: changed.length > 0,
    issues,
    set: (change: Partial<V>): void => {
      setValues((now) => ({ ...now, ...change }));
      setIssues((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))));
    },
    /** Shows the errors of invalid fields. */
    showIssues: (found: Parameters<typeof issuesOf>[0]): void => setIssues(issuesOf(found)),
    reset: (): void => begin(began),
    conflict: conflict && {
      other: conflict.other,
      comparisons: sides && recordConflicts(sides, words),
      resolvedAsTheirs: conflict.resolvedAsTheirs,
      settle: (resolvedAsTheirs: ReadonlySet<string>): void => setConflict({ ...conflict, resolvedAsTheirs }),
      loadTheirs: async (): Promise<void> => {
        begin(await load());
      },
      compare: async (): Promise<void> => {
        setConflict({ ...conflict, theirs: await load() });
      },
    },
    /**
     * Saves the form if it is valid.
     *
     * @returns the saved record; null if a field is invalid or another user saved first, which the form shows
     * @throws any other error
     */
    submit: async (
      save: (body: V & { readonly revision: number }) => Promise<Saved>,
    ): Promise<Saved | null> => {
      const settled =
        sides === null ? values : resolvedRecord(sides, conflict?.resolvedAsTheirs ?? new Set());
      const found = issuesOf(schema.safeParse(settled).error?.issues ?? []);
      setIssues(found);
      if (Object.keys(found).length > 0) return null;
      try {
        const answer = await save({ ...settled, revision: revisionOf(theirs ?? began) });
        begin(answer);
        return answer;
      } catch (error) {
        if (hasCode(error, 'stale')) {
          setConflict({ other: otherEditOf(error), theirs: null, resolvedAsTheirs: new Set() });
          return null;
        }
        if (error instanceof ApiProblem) setIssues(bodyIssues(error.issues));
        throw error;
      }
    },
  };
}

/** The first error of each field. */
export function issuesOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): FieldIssues {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0] ?? ''), message]));
}

/** Errors that a server reports for fields of the request body. */
export function bodyIssues(issues: readonly Issue[]): FieldIssues {
  return issuesOf(
    issues
      .filter(({ path }) => path[0] === 'body')
      .map(({ path, message }) => ({ path: path.slice(1), message })),
  );
}
