import type { RunChange } from '@curvewell/contracts';

/** Shown to a user when another user changes the open run; null shows nothing. */
export const live: Readonly<Record<RunChange, string | null>> = {
  'run.import': null,
  'run.update': 'Someone else has just saved this run.',
  'run.acquisitions': 'Someone else has just saved this run.',
  'run.interpret': 'Someone else has just interpreted this run.',
  'run.diagnostic': 'Someone else has just updated a diagnostic of this run.',
  'run.comment': 'Someone else has just commented on this run.',
  'run.comment.edit': null,
  'run.submit': 'Someone else has just submitted this run.',
  'run.approve': 'Someone else has just approved this run.',
  'run.reject': 'Someone else has just rejected this run.',
  'run.send-request': null,
  'run.send': 'This run has been sent to the file server.',
  'run.send-failed': 'This run could not be sent to the file server.',
  'run.send-wait': 'This run is waiting to be sent to the file server.',
  'run.archive-request': 'Someone else is archiving this run.',
  'run.archive-failed': 'This run could not be archived.',
  'run.archive': 'This run is now in the archive.',
  'run.restore': 'Someone else has just restored this run.',
  'run.delete': 'Someone else has just deleted this run.',
  'run.delete-permanently': 'Someone else has just deleted this run permanently.',
  'run.purge': 'The retention period of this archived run is over. It has been deleted.',
};
