import { kitCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { kitCatalogue } from './read/kit-catalogue.ts';
import { listCombinations, newestVersionId } from './zones/combinations.ts';
import { expressionsBetween } from './zones/expressions.ts';
import { documentOfVersion, exportKit } from './transfer/export-kit.ts';
import { importKit } from './transfer/import-kit.ts';
import { shareKit } from './owner/share-kit.ts';
import { listPhases } from './zones/phases.ts';
import { colorsOfChannels, colorsOfKit, controlColors, kitChannels } from './read/read-channels.ts';
import { configurationsOfVersion } from './configuration/read-configuration.ts';
import { exportableKits, exportableVersions } from './transfer/read-exportable.ts';
import { getKit, kitStatus, listKits } from './read/read-kits.ts';
import {
  listVersions,
  lotsOfKit,
  versionsForAnalyser,
  versionsWithoutActiveLot,
} from './read/read-versions.ts';
import { createConfiguration, updateConfiguration } from './configuration/save-configuration.ts';
import { nearZonesOf } from './zones/zone-warnings.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const kitRoutes: FastifyPluginAsync = async (app) => {
  serve(app, kitCalls.list, ({ actor, query }) => listKits(app, actor, query));
  serve(app, kitCalls.catalogue, ({ actor }) => kitCatalogue(app, actor));
  serve(app, kitCalls.get, ({ actor, params }) => getKit(app, actor, params.id));
  serve(app, kitCalls.lots, ({ actor, params }) => lotsOfKit(app, actor, params.kitId));
  serve(app, kitCalls.status, ({ actor, params }) => kitStatus(app, actor, params));
  serve(app, kitCalls.versions, ({ actor, params, query }) =>
    listVersions(app, actor, { ...params, only: query }),
  );
  serve(app, kitCalls.versionsWithoutActiveLot, ({ actor, params }) =>
    versionsWithoutActiveLot(app, actor, params.kitId),
  );
  serve(app, kitCalls.versionsForAnalyser, ({ actor, params }) => versionsForAnalyser(app, actor, params));
  serve(app, kitCalls.channels, ({ actor, params }) => kitChannels(app, actor, params));
  serve(app, kitCalls.combinations, ({ actor, params }) => listCombinations(app, actor, params));
  serve(app, kitCalls.lastCombinations, async ({ actor, params: { kitId, ...place } }) =>
    listCombinations(app, actor, { ...place, versionId: await newestVersionId(app.db, actor, kitId) }),
  );
  serve(
    app,
    kitCalls.diagnosticColors,
    async ({ actor, params: { kitId, analyserId, reactionBufferId, channel } }) => {
      const query = { kitId, analyserId, rbIds: [reactionBufferId], channelNames: [channel] };
      return (await colorsOfChannels(app, actor, query)).flatMap(({ diagnosticColors }) => diagnosticColors);
    },
  );
  serve(app, kitCalls.diagnosticColorsOfChannels, ({ actor, params, query }) =>
    colorsOfChannels(app, actor, { ...params, ...query }),
  );
  serve(app, kitCalls.create, ({ actor, body }) => createConfiguration(app, actor, body));
  serve(app, kitCalls.update, ({ actor, params, body }) =>
    updateConfiguration(app, actor, { kitVersionId: params.id, body }),
  );
  serve(app, kitCalls.share, ({ actor, params, body }) => shareKit(app, actor, { ...params, ...body }));
  serve(app, kitCalls.phases, ({ actor, params }) => listPhases(app, actor, params));
  serve(app, kitCalls.lastPhases, async ({ actor, params: { kitId, ...place } }) =>
    listPhases(app, actor, { ...place, versionId: await newestVersionId(app.db, actor, kitId) }),
  );
  // oxlint-disable-next-line typescript/require-await -- computed from the query alone
  serve(app, kitCalls.expressions, async ({ query }) => expressionsBetween(query.operandsByPhase));
  serve(app, kitCalls.nearZones, ({ actor, body }) => nearZonesOf(app, actor, body));
  serve(app, kitCalls.configurations, ({ actor, params }) => configurationsOfVersion(app, actor, params));
  serve(app, kitCalls.exportable, ({ actor, query }) => exportableKits(app, actor, query));
  serve(app, kitCalls.exportableVersions, ({ actor, params }) =>
    exportableVersions(app, actor, params.kitId),
  );
  serve(app, kitCalls.diagnosticColorsOfKit, ({ actor, params }) => colorsOfKit(app, actor, params.kitId));
  serve(app, kitCalls.testDiagnosticColors, () => controlColors(app));
  serve(app, kitCalls.exportVersion, ({ actor, params }) => exportKit(app, actor, params));
  serve(app, kitCalls.document, ({ actor, params }) => documentOfVersion(app, actor, params));
  serve(app, kitCalls.importVersion, ({ actor, files, body, signal }) =>
    importKit(app, actor, { files, ...body, signal }),
  );
};
