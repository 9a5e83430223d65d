import {
  channelNameSchema,
  combinationDiagnosticSchema,
  diagnosticColorSchema,
  expressionSchema,
  idSchema,
  phaseSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { queryList } from './paging.ts';

/** Phases, rules and diagnostics of the channels of a kit. */
export const callsOfKitChannels = {
  phases: call({
    id: 'API-39',
    summary: 'List the phases of a channel of a kit version',
    method: 'GET',
    path: '/phase/kit-version/:versionId/rb/:reactionBufferId/analyser/:analyserId/channel/:channel',
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'global',
    params: { channel: channelNameSchema },
    answer: z.array(phaseSchema),
  }),
  lastPhases: call({
    id: 'API-40',
    summary: 'List the phases of a channel of the newest version of a kit',
    method: 'GET',
    path: '/phase/last-version/kit/:kitId/rb/:reactionBufferId/analyser/:analyserId/channel/:channel',
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'global',
    params: { channel: channelNameSchema },
    answer: z.array(phaseSchema),
  }),
  combinations: call({
    id: 'API-41',
    summary: 'List the rules of a channel of a kit version',
    method: 'GET',
    path: '/kit/version/:versionId/analyser/:analyserId/reaction-buffer/:reactionBufferId/channel/:channel/combinations',
    access: signedIn,
    scope: 'global',
    params: { channel: channelNameSchema },
    answer: z.array(combinationDiagnosticSchema),
  }),
  lastCombinations: call({
    id: 'API-42',
    summary: 'List the rules of a channel of the newest version of a kit',
    method: 'GET',
    path: '/kit/:kitId/last-version/analyser/:analyserId/reaction-buffer/:reactionBufferId/channel/:channel/combinations',
    access: signedIn,
    scope: 'global',
    params: { channel: channelNameSchema },
    answer: z.array(combinationDiagnosticSchema),
  }),
  expressions: call({
    id: 'API-43',
    summary: 'List the conditions that can compare zones: `operandsByPhase=MELT:A,B`',
    method: 'GET',
    path: '/kit/expressions',
    costMs: 50,
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'global',
    query: z.strictObject({
      operandsByPhase: queryList(
        z
          .string()
          .regex(/^(MELT|ANNEAL):[A-Z](,[A-Z]){0,7}$/, 'expected a phase and zone letters, such as MELT:A,B'),
      ),
    }),
    answer: z.array(expressionSchema),
  }),
  diagnosticColors: call({
    id: 'API-44',
    summary: 'List the diagnostics of a channel of a kit and buffer',
    method: 'GET',
    path: '/kit/:kitId/analyser/:analyserId/reaction-buffer/:reactionBufferId/channel/:channel/diagnostic-colors',
    access: signedIn,
    scope: 'global',
    params: { channel: channelNameSchema },
    answer: z.array(diagnosticColorSchema),
  }),
  diagnosticColorsOfChannels: call({
    id: 'API-45',
    summary: 'List the diagnostics of several buffers and channels of a kit',
    method: 'GET',
    path: '/kit/:kitId/analyser/:analyserId/reaction-buffers/channels/diagnostic-colors',
    access: signedIn,
    scope: 'global',
    query: z.strictObject({ rbIds: queryList(idSchema), channelNames: queryList(channelNameSchema) }),
    answer: z.array(
      z.object({
        reactionBufferId: idSchema,
        channel: channelNameSchema,
        diagnosticColors: z.array(diagnosticColorSchema),
      }),
    ),
  }),
  diagnosticColorsOfKit: call({
    id: 'API-46',
    summary: 'List all diagnostics of a kit',
    method: 'GET',
    path: '/kit/:kitId/diagnostic-colors',
    access: signedIn,
    scope: 'global',
    answer: z.array(diagnosticColorSchema),
  }),
  testDiagnosticColors: call({
    id: 'API-47',
    summary: 'List the results of controls, TEST_OK and TEST_KO',
    method: 'GET',
    path: '/kit/test-diagnostic-colors',
    access: signedIn,
    scope: 'global',
    answer: z.array(diagnosticColorSchema),
  }),
};
