/** Sending the files of a run, as lists and messages say it. Apart, because the list of runs needs no other part of it. */
export const sending = {
  /** The state of a run that is not sent yet. */
  state: {
    sending: 'Being sent',
    waiting: 'Waiting to be sent',
    waitingUntil: (time: string, why: string) => `Waiting to be sent, next attempt at ${time} (${why})`,
    stopped: (why: string) => `Stopped: ${why}`,
    stoppedForTooLong: (why: string) => `Stopped: ${why} for too long`,
    open: 'open File transfer',
  },
  again: 'Send again',
  actOf: (act: string, run: number) => `${act}: run ${run}`,
  sentNow: (run: number) => `Files of run ${run} sent.`,
  notSentNow: 'File couldn’t be sent to FTP server',
  seeLog: 'See its log for the reason.',
  goesOn: (run: number) => `Run ${run} is being sent.`,
  /** After an approval. */
  failed: "File couldn't be sent to FTP server",
  failedText:
    'The approval is not affected. For the cause, see Configuration, “File-transfer configuration”.',
} as const;
