import { runCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { FileDownload, PreparedJson } from '../../formats/response-bodies.ts';
import { serve } from '../../http/serve.ts';
import { commentRun, commentWell, commentWells, editComment } from './change/comments.ts';
import { deleteRun } from './change/delete-run.ts';
import { downloadFiles } from './read/download-files.ts';
import { importRun } from './import/import-run.ts';
import { inspectAs, inspectFiles } from './import/inspect-files.ts';
import { deleteStoredDye } from './import/kept-dyes.ts';
import { listRuns, runsWithFiles } from './list/list-runs.ts';
import { getRun, getRunJson } from './read/queries.ts';
import { readFit } from './fit/read-fit.ts';
import { reindexRuns } from './list/reindex-runs.ts';
import { setAcquisitions } from './import/set-acquisitions.ts';
import { updateRun } from './change/update-run.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const runRoutes: FastifyPluginAsync = async (app) => {
  // The query names every field, so pages and plates are not validated again.
  serve(app, runCalls.list, async ({ actor, query }) => {
    const page = await listRuns(app, actor, query);
    return new PreparedJson(JSON.stringify(page));
  });
  serve(app, runCalls.get, async ({ actor, params }) => {
    const run = await getRunJson(app.db, actor, params);
    return new PreparedJson(run);
  });
  serve(app, runCalls.exists, ({ actor, query }) => runsWithFiles(app, actor, query.sha256));
  serve(app, runCalls.parsed, async ({ actor, params }) => {
    const { parsed } = await getRun(app.db, actor, params);
    return { parsed };
  });
  serve(app, runCalls.create, ({ actor, body, files, signal }) =>
    importRun(app, actor, {
      analyserId: body.analyser.id,
      answers: body.answers,
      keepsDyes: body.storeDyes,
      files,
      signal,
    }),
  );
  serve(app, runCalls.inspect, ({ actor, files, signal }) => inspectFiles(app, actor, { files, signal }));
  serve(app, runCalls.inspectAs, ({ body, files, signal }) =>
    inspectAs(app, { profile: body.profile, files, signal }),
  );
  serve(app, runCalls.deleteStoredDye, ({ actor, params }) => deleteStoredDye(app, actor, params));
  serve(app, runCalls.setAcquisitions, ({ actor, params, body, files, signal }) =>
    setAcquisitions(app, actor, { ...params, ...body, analyserId: body.analyser.id, files, signal }),
  );
  serve(app, runCalls.update, ({ actor, params, body }) => updateRun(app, actor, { ...params, body }));
  serve(app, runCalls.fit, ({ actor, params, query }) => readFit(app, actor, { ...params, ...query }));
  serve(app, runCalls.delete, ({ actor, params }) => deleteRun(app, actor, params));
  serve(app, runCalls.commentRun, ({ actor, params, body }) =>
    commentRun(app, actor, { ...params, ...body }),
  );
  serve(app, runCalls.commentWells, ({ actor, params, query, body }) =>
    commentWells(app, actor, { ...params, ...body, ...query }),
  );
  serve(app, runCalls.commentWell, ({ actor, params, body }) =>
    commentWell(app, actor, { ...params, ...body }),
  );
  serve(app, runCalls.editComment, ({ actor, params, body }) =>
    editComment(app, actor, { ...params, ...body }),
  );
  const { runFileDownload: isAllowed } = app.publicProperties;
  serve(app, runCalls.files, async ({ actor, params }) => {
    const file = await downloadFiles(app, actor, { ...params, isAllowed });
    return new FileDownload({ ...file, mediaType: 'application/zip' });
  });
  serve(app, runCalls.reindex, ({ actor }) => reindexRuns(app, actor));
};
