import { runCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { notFound } from '../../errors.ts';
import { FileDownload } from '../../http/downloads.ts';
import { readPublicProperties } from '../../http/public-properties.ts';
import { serve } from '../../http/serve.ts';
import { commentRun, commentWells, editComment } from './comments.ts';
import { decideRun, submitRun } from './decide-run.ts';
import { deleteRun } from './delete-run.ts';
import { downloadFiles } from './download-files.ts';
import { importRun } from './import-run.ts';
import { createImportTurns } from './import-turns.ts';
import { listRuns, runsWithFiles } from './list-runs.ts';
import { getRun } from './queries.ts';
import { reindexRuns } from './reindex-runs.ts';
import { setAcquisitions } from './set-acquisitions.ts';
import { updateRun } from './update-run.ts';

// eslint-disable-next-line @typescript-eslint/require-await -- Fastify awaits its plugins
export const runRoutes: FastifyPluginAsync = async (app) => {
  serve(app, runCalls.list, ({ actor, query }) => listRuns(app, actor, query));
  serve(app, runCalls.exists, ({ actor, query }) => runsWithFiles(app, actor, query.sha256));
  serve(app, runCalls.get, ({ actor, params }) => getRun(app.db, actor, params));
  serve(app, runCalls.parsed, async ({ actor, params }) => {
    const { parsed } = await getRun(app.db, actor, params);
    return { parsed };
  });
  const turns = createImportTurns();
  serve(app, runCalls.create, ({ actor, body, files, signal }) =>
    turns.take(actor, () => importRun(app, actor, { analyserId: body.analyser.id, files, signal })),
  );
  serve(app, runCalls.setAcquisitions, ({ actor, params, body, files, signal }) =>
    turns.take(actor, () =>
      setAcquisitions(app, actor, { ...params, ...body, analyserId: body.analyser.id, files, signal }),
    ),
  );
  serve(app, runCalls.update, ({ actor, params, body }) => updateRun(app, actor, { ...params, body }));
  serve(app, runCalls.delete, ({ actor, params }) => deleteRun(app, actor, params));
  serve(app, runCalls.submit, ({ actor, params }) => submitRun(app, actor, params));
  serve(app, runCalls.decide, ({ actor, params, query }) =>
    decideRun(app, actor, { ...params, decision: query.status }),
  );
  serve(app, runCalls.commentRun, ({ actor, params, body }) =>
    commentRun(app, actor, { ...params, ...body }),
  );
  serve(app, runCalls.commentWells, ({ actor, params, query, body }) =>
    commentWells(app, actor, { ...params, ...body, ...query }),
  );
  serve(app, runCalls.commentWell, async ({ actor, params: { runId, wellId }, body }) => {
    const comments = await commentWells(app, actor, { runId, ...body, wellIds: [wellId] });
    return comments[wellId] ?? Promise.reject(notFound('well'));
  });
  serve(app, runCalls.editComment, ({ actor, params, body }) =>
    editComment(app, actor, { ...params, ...body }),
  );
  const { runFileDownload: isAllowed } = readPublicProperties(process.env);
  serve(app, runCalls.files, async ({ actor, params }) => {
    const file = await downloadFiles(app, actor, { ...params, isAllowed });
    return new FileDownload({ ...file, mediaType: 'application/zip' });
  });
  serve(app, runCalls.reindex, ({ actor }) => reindexRuns(app, actor));
};
