import type { RunChange } from '@curvewell/contracts';

/** Told to whoever has a run open while somebody else changes it; null: nothing to tell. */
export const live: Readonly<Record<RunChange, string | null>> = {
  'run.import': null,
  'run.update': 'Somebody else has just saved this run.',
  'run.acquisitions': 'Somebody else has just saved this run.',
  'run.interpret': 'Somebody else has just had this run interpreted.',
  'run.diagnostic': 'Somebody else has just updated a diagnostic of this run.',
  'run.comment': 'Somebody else has just commented on this run.',
  'run.comment.edit': null,
  'run.submit': 'Somebody else has just submitted this run.',
  'run.approve': 'Somebody else has just approved this run.',
  'run.reject': 'Somebody else has just rejected this run.',
  'run.archive-request': 'Somebody else has just sent this run for archiving.',
  'run.archive-failed': 'This run could not be archived.',
  'run.archive': 'This run is in the archive now.',
  'run.restore': 'Somebody else has just restored this run.',
  'run.delete': 'Somebody else has just deleted this run.',
  'run.delete-permanently': 'Somebody else has just deleted this run permanently.',
  'run.purge': 'The days in which this run could be restored are over; it has been deleted.',
};
