import { expect, it } from 'vitest';
import type { z } from 'zod';

import {
  analyserSchema,
  channelAnalysisSchema,
  channelSchema,
  chartDataSchema,
  chartPointsSchema,
  combinationDiagnosticSchema,
  combinationSchema,
  commentSchema,
  constantPhaseInfoSchema,
  diagnosticColorSchema,
  diagnosticRowSchema,
  expressionSchema,
  fileTransferConnectionSchema,
  interpretedWellDiagnosticSchema,
  interpretedWellSchema,
  kitConfigurationSchema,
  kitSchema,
  kitStatusSchema,
  kitVersionSchema,
  laboratorySchema,
  laboratoryUserSchema,
  lotSchema,
  phaseSchema,
  PLATE_SIZE,
  plateTypeSchema,
  reactionBufferSchema,
  releaseSchema,
  runSchema,
  sampleTypeSchema,
  templateSchema,
  usedKitReactionBufferPairSchema,
  wellSchema,
  zoneSchema,
} from './index.ts';

/** Every field that the entity is to have, whatever it has beside. */
function expectFields(schema: z.ZodObject, fields: string): void {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(' ')));
}

it('ENTITY-01 a comment has its fields', () => {
  expectFields(commentSchema, 'id technicianName creationDateTime value');
});
it('ENTITY-02 a run has its fields', () => {
  expectFields(
    runSchema,
    'id businessId plateId plateType name created createdByName instrumentName analyser kits analyses runImportDate status submittedByName interpretationRunByName comments fileName usedKitReactionBufferPairs rejectedBy approvedBy laboratory ftpSent lotName parsed',
  );
});
it('ENTITY-03 a kit and reaction buffer in use has its fields', () => {
  expectFields(usedKitReactionBufferPairSchema, 'kitVersion reactionBuffer');
});
it('ENTITY-04 an archived run has its fields', () => {
  expectFields(runSchema, 'deletionDate');
});
it('ENTITY-05 an analysis has its fields', () => {
  expectFields(channelAnalysisSchema, 'id name channel wells');
});
it('ENTITY-06 a well has its fields', () => {
  expectFields(
    wellSchema,
    'id name orderId position analyseWell sampleType kitVersion lot reactionBuffer res score comments diagnosticComment expectedDiagnostic channel',
  );
});
it('ENTITY-09 an analyser has its fields', () => {
  expectFields(analyserSchema, 'id name version maxNumberOfFilesByRun active configured');
});
it('ENTITY-10 a kit has its fields', () => {
  expectFields(
    kitSchema,
    'id name melt anneal reactionBuffers channelAssignments diagnostics analysers status active configured',
  );
});
it('ENTITY-12 a kit version has its fields', () => {
  expectFields(kitVersionSchema, 'id version kit lots validityStartDate validityEndDate isEditable isFirst');
});
it('ENTITY-13 a lot has its fields', () => {
  expectFields(lotSchema, 'id name expirationDate active admin production kitVersion');
});
it('ENTITY-14 a reaction buffer has its fields', () => {
  expectFields(reactionBufferSchema, 'id name active channels configured');
});
it('ENTITY-15 a channel has its fields', () => {
  expectFields(channelSchema, 'id name phases configured');
});
it('ENTITY-16 a phase has its fields', () => {
  expectFields(
    phaseSchema,
    'id phaseType minThreshold slopeThreshold minQuality inversed zones analyser kitVersion configured',
  );
});
it('ENTITY-17 a zone has its fields', () => {
  expectFields(zoneSchema, 'id name minTemp maxTemp label minThreshold minQuality dataEnum');
});
it('ENTITY-18 a combination has its fields', () => {
  expectFields(combinationSchema, 'id label zones');
});
it('ENTITY-19 an expression has its fields', () => {
  expectFields(expressionSchema, 'id firstOperand operator secondOperand');
});
it('ENTITY-20 a rule has its fields', () => {
  expectFields(combinationDiagnosticSchema, 'id channel combination diagnosticColor expressions');
});
it('ENTITY-21 a kit configuration has its fields', () => {
  expectFields(
    kitConfigurationSchema,
    'kitVersion reactionBuffer analyser status channels combinationDiagnostics',
  );
});
it('ENTITY-22 a diagnostic row has its fields', () => {
  expectFields(diagnosticRowSchema, 'id name order active kit kits label diagnosticColor versions isUsed');
});
it('ENTITY-23 a diagnostic colour has its fields', () => {
  expectFields(diagnosticColorSchema, 'id diagnostic diagnosticLabel color');
});
it('ENTITY-24 a diagnostic of an interpreted well has its fields', () => {
  expectFields(interpretedWellDiagnosticSchema, 'id stateDiagnostic diagnosticColor comment');
});
it('ENTITY-25 an interpreted well has its fields', () => {
  expectFields(
    interpretedWellSchema,
    'wellId position sampleType interpretedWellDiagnostics data constantPhaseInfos',
  );
});
it('ENTITY-26 the settings of an interpreted phase has its fields', () => {
  expectFields(constantPhaseInfoSchema, 'id type threshold constantZoneInfos');
});
it('ENTITY-27 the points of a chart have their fields', () => {
  expectFields(chartPointsSchema, 'x y');
});
it('ENTITY-28 a phase of a chart has its fields', () => {
  expectFields(chartDataSchema, 'type chartPoints peaks');
});
it('ENTITY-29 a plate template has its fields', () => {
  expectFields(templateSchema, 'id name laboratoryId wells');
});
it('ENTITY-35 a release has its fields', () => {
  expectFields(releaseSchema, 'version date note algoVersion');
});
it('ENTITY-38 a laboratory has its fields', () => {
  expectFields(laboratorySchema, 'id name active');
});
it('ENTITY-39 a user has its fields', () => {
  expectFields(
    laboratoryUserSchema,
    'id login lastname firstname email emailVerified enabled salesAdmin qaAdmin rdAdmin physician requiredActions',
  );
});
it('ENTITY-40 a file-transfer connection, without its secrets, has its fields', () => {
  expectFields(
    fileTransferConnectionSchema,
    'id sendFilesOnApproval sentParts protocol host port directory authentication username ownerId',
  );
});

it('ENTITY-07 the sample types', () => {
  expect(sampleTypeSchema.options).toEqual(['BLOOD', 'DNA', 'NEGATIVE_TEST', 'POSITIVE_TEST', 'STANDARD']);
});
it('ENTITY-08 the plate types, each with its rows and columns', () => {
  expect(plateTypeSchema.options).toEqual(Object.keys(PLATE_SIZE));
  expect(PLATE_SIZE.RECTANGULAR_96).toEqual({ rowCount: 8, columnCount: 12 });
});
it('ENTITY-11 the statuses of a kit', () => {
  expect(kitStatusSchema.options).toEqual(['VALIDATED', 'NOT_VALIDATED', 'PERF']);
});
