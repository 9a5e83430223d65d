import { z } from 'zod';

import type { AuditEntry } from '../record/audit-entry.ts';
import { canonicalJson } from '../record/canonical-json.ts';
import type { DecisionRecord } from '../record/decision-record.ts';
import type { RecordDifference } from '../record/signature.ts';

type RecordComment = DecisionRecord['comments'][number];

const addedSchema = z.object({ value: z.string(), wellIds: z.array(z.string()) });
const editedSchema = z.object({ commentId: z.string(), from: z.string(), to: z.string() });

/** Comments that differ from the audit trail, or are missing. */
export function commentFaults(
  { comments, wells }: Pick<DecisionRecord, 'comments' | 'wells'>,
  entries: readonly AuditEntry[],
): RecordDifference[] {
  const recorded = entries.flatMap(addedBy);
  const wellIds = new Map(wells.map(({ id, position, channel }) => [`${position} ${channel}`, id]));
  const faults: RecordDifference[] = [];
  for (const comment of comments) {
    const { first, last } = textsOf(comment, entries);
    const { well, by, value } = comment;
    const wellId = well === null ? null : (wellIds.get(`${well.position} ${well.channel}`) ?? '');
    const place = recorded.findIndex((one) => one.key === keyOf({ value: first, wellId, by }));
    if (place >= 0) recorded.splice(place, 1);
    if (place < 0 || last !== value)
      faults.push({ what: nameOf(comment), signed: place < 0 ? null : last, found: value });
  }
  return [
    ...faults,
    ...recorded.map(({ number, value }) => ({
      what: `Comment of audit entry ${number}`,
      signed: value,
      found: null,
    })),
  ];
}

const nameOf = ({ by, well }: RecordComment): string =>
  `Comment of ${by.name}${well === null ? '' : ` on ${well.position} ${well.channel}`}`;

interface Added {
  readonly value: string;
  readonly wellId: string | null;
  readonly by: { readonly id: string | null; readonly name: string };
}
const keyOf = (of: Added) => canonicalJson(of);

/** The comments that an entry added, for a well or the run. */
function addedBy({ action, number, details, actor }: AuditEntry) {
  if (action !== 'run.comment') return [];
  const { value, wellIds } = addedSchema.parse(details);
  const by = { id: actor.id, name: actor.name };
  const places = wellIds.length === 0 ? [null] : wellIds;
  return places.map((wellId) => ({ number, value, key: keyOf({ value, wellId, by }) }));
}

/** The original text, and the last one in the trail. */
function textsOf(
  { id, value }: RecordComment,
  entries: readonly AuditEntry[],
): { readonly first: string; readonly last: string } {
  const edits = entries
    .filter(({ action }) => action === 'run.comment.edit')
    .map(({ details }) => editedSchema.parse(details))
    .filter(({ commentId }) => commentId === id);
  return { first: edits[0]?.from ?? value, last: edits.at(-1)?.to ?? value };
}
