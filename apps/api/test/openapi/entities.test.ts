import { applicationConfigurationSchema, archiveSearchCriterionSchema } from '@curvewell/contracts';
import { kitStatusSchema, PLATE_SIZE, plateTypeSchema, sampleTypeSchema } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { openApiDocument } from '../../src/http/openapi/document.ts';

/**
 * The published fields of entities. Every response in a test must match the document, with all required
 * fields and no others.
 */

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
}
interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}
interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const document = openApiDocument('0.0.0-test') as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}; // an OpenAPI document

function operation(call: string): Operation {
  const [method = '', path = ''] = call.split(' ');
  return document.paths[path]?.[method.toLowerCase()] ?? expect.fail(`no call ${call}`);
}
const jsonOf = (content: Content | undefined): Schema =>
  content?.content?.['application/json']?.schema ?? expect.fail('no JSON');

function resolved(schema: Schema | undefined, place: string): Schema {
  if (schema === undefined) return expect.fail(`nothing at ${place}`);
  if (schema.$ref !== undefined)
    return resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], place);
  return schema.anyOf === undefined
    ? schema
    : resolved(
        schema.anyOf.find(({ type }) => type !== 'null'),
        place,
      );
}

/** A part of a schema by field names; `[]` are the items of a list, `{}` the values of a record. */
function at(schema: Schema, place: string): Schema {
  let found = resolved(schema, place);
  for (const step of place.split(' ').filter((one) => one !== ''))
    found = resolved(
      step === '[]' ? found.items : step === '{}' ? found.additionalProperties : found.properties?.[step],
      place,
    );
  return found;
}

/** Expects fields by name; `?` marks optional ones. */
function expectFields({ properties = {}, required = [] }: Schema, fields: string): void {
  const marked = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  expect(marked).toEqual(expect.arrayContaining(fields.split(' ')));
}
const answered = (call: string, place = ''): Schema => {
  const { responses } = operation(call);
  return at(jsonOf(responses['200'] ?? responses['201']), place);
};
const sent = (call: string, place = ''): Schema => at(jsonOf(operation(call).requestBody), place);

const RUN = 'GET /run/{runId}';
const CHART = 'GET /run/{runId}/chart';
const PHASES =
  'GET /phase/kit-version/{versionId}/rb/{reactionBufferId}/analyser/{analyserId}/channel/{channel}';
const RULES =
  'GET /kit/version/{versionId}/analyser/{analyserId}/reaction-buffer/{reactionBufferId}/channel/{channel}/combinations';
const RUN_FIELDS =
  'id businessId plateId plateType name created createdByName instrumentName analyser kits analyses runImportDate status submittedByName interpretationRunByName comments fileName usedKitReactionBufferPairs rejectedBy approvedBy laboratory ftpSent lotName parsed';

it('ENTITY-01 a comment has its fields', () => {
  expectFields(answered(RUN, 'comments []'), 'id technicianName creationDateTime value');
});
it('ENTITY-02 a run has its fields', () => {
  expectFields(answered(RUN), RUN_FIELDS);
  expect(answered(RUN, 'ftpSent').type).toEqual(['boolean', 'null']);
});
it('ENTITY-03 a kit and reaction buffer in use have their names', () => {
  expectFields(answered(RUN, 'usedKitReactionBufferPairs []'), 'kitVersion reactionBuffer');
  expectFields(answered(RUN, 'usedKitReactionBufferPairs [] kitVersion kit'), 'id name');
  expectFields(answered(RUN, 'usedKitReactionBufferPairs [] reactionBuffer'), 'id name');
});
it('ENTITY-04 an archived run has the fields of a run, and when it will be deleted', () => {
  expectFields(answered('GET /run/{runId}/archive', 'run'), `${RUN_FIELDS} deletionDate`);
});
it('ENTITY-05 an analysis has its fields', () => {
  expectFields(answered(RUN, 'analyses []'), 'id name channel wells');
});
it('ENTITY-06 a well has its fields', () => {
  expectFields(
    answered(RUN, 'analyses [] wells {}'),
    'id name orderId position analyseWell sampleType kitVersion lot reactionBuffer res score comments diagnosticComment expectedDiagnostic channel',
  );
});
it('ENTITY-07 the sample types', () => {
  expect(sampleTypeSchema.options).toEqual(['BLOOD', 'DNA', 'NEGATIVE_TEST', 'POSITIVE_TEST', 'STANDARD']);
});
it('ENTITY-08 the plate types, each with its rows and columns', () => {
  expect(plateTypeSchema.options).toEqual(Object.keys(PLATE_SIZE));
  expect(PLATE_SIZE).toEqual({
    RECTANGULAR_96: { rowCount: 8, columnCount: 12 },
    RECTANGULAR_384: { rowCount: 16, columnCount: 24 },
  });
});
it('ENTITY-09 an analyser has its fields', () => {
  expectFields(answered('GET /analysers', '[]'), 'id name version maxNumberOfFilesByRun active configured');
});
it('ENTITY-10 a kit has its fields', () => {
  expectFields(
    answered('GET /kit', '[]'),
    'id name melt anneal reactionBuffers channelAssignments diagnostics? analysers? status? active? configured?',
  );
  expectFields(answered('GET /kit', '[] channelAssignments []'), 'channel label');
});
it('ENTITY-11 the statuses of a kit', () => {
  expect(kitStatusSchema.options).toEqual(['VALIDATED', 'NOT_VALIDATED', 'PERF']);
});
it('ENTITY-12 a kit version has its fields', () => {
  expectFields(
    answered('GET /kit/{kitId}/versions', '[]'),
    'id version kit lots? validityStartDate validityEndDate isEditable isFirst',
  );
});
it('ENTITY-13 a lot has its fields', () => {
  expectFields(
    answered('GET /kit/{kitId}/lots', '[]'),
    'id name expirationDate active admin production kitVersion',
  );
});
it('ENTITY-14 a reaction buffer has its fields', () => {
  expectFields(answered('GET /kit', '[] reactionBuffers []'), 'id name active channels configured');
});
it('ENTITY-15 a channel has its fields', () => {
  expectFields(answered('POST /kit', 'channels []'), 'id name phases configured');
});
it('ENTITY-16 a phase has its fields', () => {
  expectFields(
    answered(PHASES, '[]'),
    'id phaseType minThreshold slopeThreshold minQuality inversed zones analyser kitVersion configured',
  );
});
it('ENTITY-17 a zone has its fields', () => {
  expectFields(
    answered(PHASES, '[] zones []'),
    'id name minTemp maxTemp label minThreshold minQuality dataEnum',
  );
});
it('ENTITY-18 a combination has its fields', () => {
  expectFields(answered(RULES, '[] combination'), 'id label zones');
});
it('ENTITY-19 an expression has its fields', () => {
  expectFields(answered('GET /kit/expressions', '[]'), 'id firstOperand operator secondOperand');
});
it('ENTITY-20 a rule has its fields', () => {
  expectFields(answered(RULES, '[]'), 'id channel combination diagnosticColor expressions');
});
it('ENTITY-21 a kit configuration has its fields, sent or answered', () => {
  expectFields(
    answered('POST /kit'),
    'kitVersion reactionBuffer analyser status channels combinationDiagnostics',
  );
  expectFields(
    sent('POST /kit'),
    'kitVersion reactionBuffer? analyser? status? channels? combinationDiagnostics?',
  );
});
it('ENTITY-22 a diagnostic row has its fields', () => {
  expectFields(
    answered('GET /diagnostics/kit/labels', '[]'),
    'id name order active kit kits label diagnosticColor versions isUsed',
  );
});
it('ENTITY-23 a diagnostic colour has its fields', () => {
  const colors = 'GET /kit/{kitId}/diagnostic-colors';
  expectFields(answered(colors, '[]'), 'id diagnostic diagnosticLabel color');
  expectFields(answered(colors, '[] diagnostic'), 'name label');
});
it('ENTITY-24 a diagnostic of an interpreted well has its fields', () => {
  expectFields(
    answered(CHART, '[] interpretedWellDiagnostics []'),
    'id stateDiagnostic diagnosticColor comment',
  );
});
it('ENTITY-25 an interpreted well has its fields', () => {
  expectFields(
    answered(CHART, '[]'),
    'wellId position sampleType interpretedWellDiagnostics data constantPhaseInfos',
  );
});
it('ENTITY-26 the settings of an interpreted phase have their fields', () => {
  expectFields(answered(CHART, '[] constantPhaseInfos []'), 'id type threshold constantZoneInfos');
  expectFields(
    answered(CHART, '[] constantPhaseInfos [] constantZoneInfos []'),
    'id name label minTemp maxTemp',
  );
});
it('ENTITY-27 the points of a chart have their fields', () => {
  expectFields(answered(CHART, '[] data [] chartPoints'), 'x y');
});
it('ENTITY-28 a phase of a chart has its fields', () => {
  expectFields(answered(CHART, '[] data []'), 'type chartPoints peaks');
});
it('ENTITY-29 a plate template has its fields', () => {
  expectFields(answered('GET /template-well', '[]'), 'id name laboratoryId wells');
  expectFields(
    answered('GET /template-well', '[] wells []'),
    'position channel kitVersion sampleType reactionBuffer expectedDiagnostic',
  );
});
it('ENTITY-30 an archive record has its fields', () => {
  expectFields(answered('GET /run/{runId}/archive'), 'run interpretedWells');
});
it('ENTITY-31 an archive criterion has field, operator and value, from fixed lists', () => {
  const criterion = { field: 'fileName', operator: 'CONTAINS', value: 'x' };
  expect(archiveSearchCriterionSchema.safeParse(criterion).success).toBe(true);
  expect(archiveSearchCriterionSchema.safeParse({ ...criterion, field: 'password' }).success).toBe(false);
  expect(archiveSearchCriterionSchema.safeParse({ ...criterion, operator: 'GTE' }).success).toBe(false);
});
it('ENTITY-32 an archive search has its fields', () => {
  expectFields(sent('POST /archive/runs/search'), 'searchCriteria? size? page? sort? sortDirection?');
});
it('ENTITY-33 an archiving request has its fields', () => {
  expectFields(sent('POST /run/{runId}/archive'), 'markAsToDelete');
});
it('ENTITY-34 an export request has its fields', () => {
  expectFields(
    sent('POST /run/export/{runId}'),
    'wellIds? kitReactionBuffers? format? isExportAsPlate? sortDirection? csvDelimiter? csvShowTrailing? groupByWellName? fileName?',
  );
});
it('ENTITY-35 a release has its fields', () => {
  expectFields(answered('GET /release/last'), 'version date note algoVersion');
});
it('ENTITY-36 the public properties name the product', () => {
  expectFields(answered('GET /public-properties'), 'product');
});
it('ENTITY-37 the signed-in user has a name and laboratories', () => {
  expectFields(answered('GET /me'), 'preferredUsername laboratories');
});
it('ENTITY-38 a laboratory has its fields', () => {
  expectFields(answered('GET /laboratory/{laboratoryId}'), 'id name active');
});
it('ENTITY-39 a user has its fields', () => {
  expectFields(
    answered('GET /user/{userId}/laboratory/{laboratoryId}'),
    'id login lastname firstname email emailVerified enabled salesAdmin qaAdmin rdAdmin physician requiredActions',
  );
});
it('ENTITY-40 a file-transfer connection has its fields, and its password is only sent', () => {
  const connection = answered('GET /ftp-connection');
  expectFields(
    connection,
    'id sendFilesOnApproval protocol host port directory authentication username ownerId',
  );
  expect(Object.keys(connection.properties ?? {})).not.toContain('password');
  expectFields(
    sent('PUT /ftp-connection'),
    'sendFilesOnApproval? protocol? host port directory? authentication? username password?',
  );
});
it('ENTITY-41 a page of runs has its fields', () => {
  expectFields(answered('GET /run'), 'listObjects numberByStatus numberOfObjects oldestWaiting');
});
it('ENTITY-42 a page of archived runs has its fields', () => {
  expectFields(answered('POST /archive/runs/search'), 'values count');
});
it('ENTITY-43 pages of lots and laboratories have their fields', () => {
  for (const call of ['GET /lots/version/{versionId}/search', 'GET /laboratory'])
    expectFields(answered(call), 'content size totalElements');
});
it('ENTITY-44 the configuration file without the address of server or sign-in is refused', () => {
  const keycloak = { url: 'https://id.example', realm: 'r', clientId: 'c' };
  const file = { application: { backendUrl: 'https://api.example' }, keycloak };
  expect(applicationConfigurationSchema.safeParse(file).success).toBe(true);
  expect(applicationConfigurationSchema.safeParse({ ...file, application: {} }).success).toBe(false);
  for (const name of Object.keys(keycloak))
    expect(
      applicationConfigurationSchema.safeParse({ ...file, keycloak: { ...keycloak, [name]: undefined } })
        .success,
    ).toBe(false);
});
