import { text } from '../../../locale/text.ts';
import { CompareList, type Comparison } from './compare-list.tsx';
import { type OtherEdit, StaleAlert } from './stale-alert.tsx';

interface ConflictAlertProps {
  readonly conflict: {
    readonly other: OtherEdit;
    /** Null until compared. */
    readonly comparisons: readonly Comparison[] | null;
    readonly resolvedAsTheirs: ReadonlySet<string>;
    readonly settle: (resolvedAsTheirs: ReadonlySet<string>) => void;
    readonly loadTheirs: () => Promise<void>;
    readonly compare: () => Promise<void>;
  };
  readonly onFailed: (error: unknown) => void;
}

/** Shown above a form that another user has saved. Offers their version, or a comparison until Save. */
export function ConflictAlert({ conflict, onFailed }: ConflictAlertProps) {
  const { other, comparisons, resolvedAsTheirs, settle, loadTheirs, compare } = conflict;
  return (
    <>
      <StaleAlert
        {...other}
        onLoadTheirs={() => void loadTheirs().catch(onFailed)}
        onCompare={comparisons === null ? () => void compare().catch(onFailed) : null}
      />
      {comparisons?.length === 0 && <p>{text.compare.noDifference}</p>}
      {comparisons !== null && (
        <CompareList comparisons={comparisons} resolvedAsTheirs={resolvedAsTheirs} onSwitch={settle} />
      )}
    </>
  );
}
