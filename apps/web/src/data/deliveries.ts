import { deliveryCalls } from '@curvewell/contracts';

import { api } from '../shared/api/api-client.ts';
import { withFilesSent } from './cached/run-changes.ts';
import { useRunMutation } from './runs.ts';

/** Sends the files of an approved run to the file server. */
export const useSendRunFiles = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: () => api(deliveryCalls.sendRun, { params: { runId } }),
    runAfter: (run, { ftpSent }) => (ftpSent === null ? run : withFilesSent(run, ftpSent)),
  });
