import type { RunChange } from '@curvewell/contracts';

/** Told to whoever has a run open while somebody else changes it; null: nothing to tell. */
export const live: Readonly<Record<RunChange, string | null>> = {
  import: null,
  update: 'Somebody else has just saved this run.',
  acquisitions: 'Somebody else has just saved this run.',
  interpret: 'Somebody else has just had this run interpreted.',
  diagnostic: 'Somebody else has just updated a diagnostic of this run.',
  comment: 'Somebody else has just commented on this run.',
  'comment.edit': null,
  submit: 'Somebody else has just submitted this run.',
  approve: 'Somebody else has just approved this run.',
  reject: 'Somebody else has just rejected this run.',
  send: 'The files of this run have just been sent.',
  'archive-request': 'Somebody else has just sent this run for archiving.',
  'archive-failed': 'This run could not be archived.',
  archive: 'This run is in the archive now.',
  restore: 'Somebody else has just restored this run.',
  delete: 'Somebody else has just deleted this run.',
  'delete-permanently': 'Somebody else has just deleted this run permanently.',
  purge: 'The days in which this run could be restored are over; it has been deleted.',
};
