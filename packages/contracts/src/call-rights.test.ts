import { expect, it } from 'vitest';

import type { Access } from './call.ts';
import { ALL_CALLS } from './calls.ts';

/** An independent list of who may make each call, so that a wrong declaration cannot confirm itself. */

type Right = 'signed in' | { readonly anyOf: readonly string[] } | { readonly allOf: readonly string[] };

function expectCall(
  id: string,
  address: string,
  { right, scope }: { right: Right; scope: 'laboratory' | 'global' },
) {
  const found = ALL_CALLS.find(
    ({ call }) => call.id === id && sameAddress(`${call.method} ${call.path}`, address),
  );
  expect(found, `${id} is declared as ${address}`).toBeDefined();
  expect(found?.call.access).toEqual(accessOf(right));
  expect(found?.call.scope).toBe(scope);
}

/** Compares addresses whatever their parameter names. */
const sameAddress = (declared: string, wanted: string) =>
  declared.replace(/:\w+/g, '{}') === wanted.replace(/\{\w+\}/g, '{}');

function accessOf(right: Right): Access {
  if (right === 'signed in') return { kind: 'signed-in', anyOf: [], allOf: [] };
  return {
    kind: 'signed-in',
    anyOf: ('anyOf' in right ? right.anyOf : []) as never,
    allOf: ('allOf' in right ? right.allOf : []) as never,
  };
}

const own = 'laboratory';
const everywhere = 'global';

it('API-01 GET /run is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-01', 'GET /run', { right: 'signed in', scope: own });
});
it('API-02 GET /run/{id} is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-02', 'GET /run/{id}', { right: 'signed in', scope: own });
});
it('API-03 PUT /run/{id} is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-03', 'PUT /run/{id}', { right: 'signed in', scope: own });
});
it('API-04 DELETE /run/{id} is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-04', 'DELETE /run/{id}', { right: 'signed in', scope: own });
});
it('API-05 GET /run/{id}/parsed is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-05', 'GET /run/{id}/parsed', { right: 'signed in', scope: own });
});
it('API-06 GET /run/{id}/chart is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-06', 'GET /run/{id}/chart', { right: 'signed in', scope: own });
});
it('REVIEW-380 REVIEW-381 fluorescence and references are for every signed-in user, in the caller’s laboratory', () => {
  expectCall('REVIEW-380', 'GET /run/{id}/fluorescence', { right: 'signed in', scope: own });
  expectCall('REVIEW-381', 'GET /run/{id}/well/{wellId}/references', { right: 'signed in', scope: own });
});
it('REVIEW-390 normalised curves are for every signed-in user, in the caller’s laboratory', () => {
  expectCall('REVIEW-390', 'GET /run/{id}/normalised', { right: 'signed in', scope: own });
});
it('REVIEW-406 amplification is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('REVIEW-406', 'GET /run/{id}/amplification', { right: 'signed in', scope: own });
});
it('API-07 PUT /run/{id}/status is for WRITE_DIAGNOSTIC, in the caller’s laboratory', () => {
  expectCall('API-07', 'PUT /run/{id}/status', { right: { anyOf: ['WRITE_DIAGNOSTIC'] }, scope: own });
});
it('API-08 PUT /run/{id}/submit is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-08', 'PUT /run/{id}/submit', { right: 'signed in', scope: own });
});
it('API-09 POST /run/createRun is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-09', 'POST /run/createRun', { right: 'signed in', scope: own });
});
it('API-10 POST /run/acquisitions/{id} is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-10', 'POST /run/acquisitions/{id}', { right: 'signed in', scope: own });
});
it('API-11 POST /run/{id}/wells/comment is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-11', 'POST /run/{id}/wells/comment', { right: 'signed in', scope: own });
});
it('API-12 POST /run/{id}/well/{wellId}/comment is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-12', 'POST /run/{id}/well/{wellId}/comment', { right: 'signed in', scope: own });
});
it('API-13 POST /run/{id}/comment is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-13', 'POST /run/{id}/comment', { right: 'signed in', scope: own });
});
it('API-14 PATCH /run/{id}/interpreted-wells is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-14', 'PATCH /run/{id}/interpreted-wells', { right: 'signed in', scope: own });
});
it('API-15 POST /run/export/{id} is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-15', 'POST /run/export/{id}', { right: 'signed in', scope: own });
});
it('API-16 POST /run/archive/{id}/export is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-16', 'POST /run/archive/{id}/export', { right: 'signed in', scope: own });
});
it('API-17 GET /run/{id}/fileruns is for SUPER_ADMIN, in the caller’s laboratory', () => {
  expectCall('API-17', 'GET /run/{id}/fileruns', { right: { anyOf: ['SUPER_ADMIN'] }, scope: own });
});
it('API-18 POST /run/{id}/archive is for CREATE_ARCHIVE, in the caller’s laboratory', () => {
  expectCall('API-18', 'POST /run/{id}/archive', { right: { anyOf: ['CREATE_ARCHIVE'] }, scope: own });
});
it('API-19 GET /run/{id}/archive is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-19', 'GET /run/{id}/archive', { right: 'signed in', scope: own });
});
it('API-20 POST /run/reindex-elasticsearch is for SUPER_ADMIN', () => {
  expectCall('API-20', 'POST /run/reindex-elasticsearch', {
    right: { anyOf: ['SUPER_ADMIN'] },
    scope: everywhere,
  });
});
it('API-270 API-271 background jobs are for SUPER_ADMIN', () => {
  const right = { right: { anyOf: ['SUPER_ADMIN'] }, scope: everywhere } as const;
  expectCall('API-270', 'GET /jobs', right);
  expectCall('API-271', 'POST /jobs/{kind}/{id}/restart', right);
});
it('API-21 POST /archive/runs/search is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-21', 'POST /archive/runs/search', { right: 'signed in', scope: own });
});
it('API-22 DELETE /archive/runs/{id} is for DELETE_PERMANENT_ARCHIVE, in the caller’s laboratory', () => {
  expectCall('API-22', 'DELETE /archive/runs/{id}', {
    right: { anyOf: ['DELETE_PERMANENT_ARCHIVE'] },
    scope: own,
  });
});
it('API-23 POST /archive/restore/runs/{id} is for CREATE_ARCHIVE, in the caller’s laboratory', () => {
  expectCall('API-23', 'POST /archive/restore/runs/{id}', {
    right: { anyOf: ['CREATE_ARCHIVE'] },
    scope: own,
  });
});
it('API-24 GET /analysers is for every signed-in user', () => {
  expectCall('API-24', 'GET /analysers', { right: 'signed in', scope: everywhere });
});
it('profiles of analysers are read with READ_KIT_CONFIG_ADMIN, added and changed with WRITE_KIT_CONFIG_ADMIN', () => {
  const write = { right: { anyOf: ['WRITE_KIT_CONFIG_ADMIN'] }, scope: everywhere } as const;
  expectCall('API-24', 'GET /analysers/profiles', {
    right: { anyOf: ['READ_KIT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
  expectCall('API-24', 'POST /analysers', write);
  expectCall('API-24', 'PUT /analysers/{id}', write);
});
it('API-25 GET /analysers/kitVersion/{id} is for every signed-in user', () => {
  expectCall('API-25', 'GET /analysers/kitVersion/{id}', { right: 'signed in', scope: everywhere });
});
it('API-26 GET /kit is for every signed-in user', () => {
  expectCall('API-26', 'GET /kit', { right: 'signed in', scope: everywhere });
});
it('API-27 GET /kit/{id} is for every signed-in user', () => {
  expectCall('API-27', 'GET /kit/{id}', { right: 'signed in', scope: everywhere });
});
it('API-28 GET /kit/{id}/lots is for every signed-in user', () => {
  expectCall('API-28', 'GET /kit/{id}/lots', { right: 'signed in', scope: everywhere });
});
it('API-29 GET /kit/{id}/status/{x} is for every signed-in user', () => {
  expectCall('API-29', 'GET /kit/{id}/status/{x}', { right: 'signed in', scope: everywhere });
});
it('API-30 GET /kit/exportable is for EXPORT_KIT or EXPORT_LOTS', () => {
  expectCall('API-30', 'GET /kit/exportable', {
    right: { anyOf: ['EXPORT_KIT', 'EXPORT_LOTS'] },
    scope: everywhere,
  });
});
it('API-31 GET /kit/{k}/versions is for every signed-in user', () => {
  expectCall('API-31', 'GET /kit/{k}/versions', { right: 'signed in', scope: everywhere });
});
it('API-32 GET /kit/{k}/versions/lot/disabled is for READ_KIT_CONFIG_ADMIN or READ_LOT_CONFIG_ADMIN', () => {
  expectCall('API-32', 'GET /kit/{k}/versions/lot/disabled', {
    right: { anyOf: ['READ_KIT_CONFIG_ADMIN', 'READ_LOT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
});
it('API-33 GET /kit/{k}/versions/exportable is for EXPORT_KIT or EXPORT_LOTS', () => {
  expectCall('API-33', 'GET /kit/{k}/versions/exportable', {
    right: { anyOf: ['EXPORT_KIT', 'EXPORT_LOTS'] },
    scope: everywhere,
  });
});
it('API-34 GET /kit/{k}/analyser/{a}/versions is for every signed-in user', () => {
  expectCall('API-34', 'GET /kit/{k}/analyser/{a}/versions', { right: 'signed in', scope: everywhere });
});
it('API-35 GET /kit/version/{v}/analyser/{a}/reaction-buffers/configuration is for READ_KIT_CONFIG_ADMIN', () => {
  expectCall('API-35', 'GET /kit/version/{v}/analyser/{a}/reaction-buffers/configuration', {
    right: { anyOf: ['READ_KIT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
});
it('API-36 GET /kit/{k}/reaction-buffer/{rb}/channels is for every signed-in user', () => {
  expectCall('API-36', 'GET /kit/{k}/reaction-buffer/{rb}/channels', {
    right: 'signed in',
    scope: everywhere,
  });
});
it('API-37 POST /kit is for WRITE_KIT_CONFIG_ADMIN', () => {
  expectCall('API-37', 'POST /kit', { right: { anyOf: ['WRITE_KIT_CONFIG_ADMIN'] }, scope: everywhere });
});
it('API-38 PUT /kit/{id} is for WRITE_KIT_CONFIG_ADMIN', () => {
  expectCall('API-38', 'PUT /kit/{id}', { right: { anyOf: ['WRITE_KIT_CONFIG_ADMIN'] }, scope: everywhere });
});
it('API-39 GET /phase/kit-version/{v}/rb/{rb}/analyser/{a}/channel/{c} is for READ_KIT_CONFIG_ADMIN', () => {
  expectCall('API-39', 'GET /phase/kit-version/{v}/rb/{rb}/analyser/{a}/channel/{c}', {
    right: { anyOf: ['READ_KIT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
});
it('API-40 GET /phase/last-version/kit/{k}/rb/{rb}/analyser/{a}/channel/{c} is for READ_KIT_CONFIG_ADMIN', () => {
  expectCall('API-40', 'GET /phase/last-version/kit/{k}/rb/{rb}/analyser/{a}/channel/{c}', {
    right: { anyOf: ['READ_KIT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
});
it('API-41 GET /kit/version/{v}/analyser/{a}/reaction-buffer/{rb}/channel/{c}/combinations is for every signed-in user', () => {
  expectCall('API-41', 'GET /kit/version/{v}/analyser/{a}/reaction-buffer/{rb}/channel/{c}/combinations', {
    right: 'signed in',
    scope: everywhere,
  });
});
it('API-42 GET /kit/{k}/last-version/analyser/{a}/reaction-buffer/{rb}/channel/{c}/combinations is for every signed-in user', () => {
  expectCall(
    'API-42',
    'GET /kit/{k}/last-version/analyser/{a}/reaction-buffer/{rb}/channel/{c}/combinations',
    { right: 'signed in', scope: everywhere },
  );
});
it('API-43 GET /kit/expressions is for READ_KIT_CONFIG_ADMIN', () => {
  expectCall('API-43', 'GET /kit/expressions', {
    right: { anyOf: ['READ_KIT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
});
it('API-44 GET /kit/{k}/analyser/{a}/reaction-buffer/{rb}/channel/{c}/diagnostic-colors is for every signed-in user', () => {
  expectCall('API-44', 'GET /kit/{k}/analyser/{a}/reaction-buffer/{rb}/channel/{c}/diagnostic-colors', {
    right: 'signed in',
    scope: everywhere,
  });
});
it('API-45 GET /kit/{k}/analyser/{a}/reaction-buffers/channels/diagnostic-colors is for every signed-in user', () => {
  expectCall('API-45', 'GET /kit/{k}/analyser/{a}/reaction-buffers/channels/diagnostic-colors', {
    right: 'signed in',
    scope: everywhere,
  });
});
it('API-46 GET /kit/{k}/diagnostic-colors is for every signed-in user', () => {
  expectCall('API-46', 'GET /kit/{k}/diagnostic-colors', { right: 'signed in', scope: everywhere });
});
it('API-47 GET /kit/test-diagnostic-colors is for every signed-in user', () => {
  expectCall('API-47', 'GET /kit/test-diagnostic-colors', { right: 'signed in', scope: everywhere });
});
it('API-48 GET /well/sampleTypes is for every signed-in user', () => {
  expectCall('API-48', 'GET /well/sampleTypes', { right: 'signed in', scope: everywhere });
});
it('API-49 GET /lots is for every signed-in user', () => {
  expectCall('API-49', 'GET /lots', { right: 'signed in', scope: everywhere });
});
it('API-50 GET /lots/version/{v} is for every signed-in user', () => {
  expectCall('API-50', 'GET /lots/version/{v}', { right: 'signed in', scope: everywhere });
});
it('API-51 GET /lots/version/{v}/search is for every signed-in user', () => {
  expectCall('API-51', 'GET /lots/version/{v}/search', { right: 'signed in', scope: everywhere });
});
it('API-52 POST /lots/version/{v} is for WRITE_LOT_CONFIG_ADMIN or WRITE_KIT_CONFIG_ADMIN', () => {
  expectCall('API-52', 'POST /lots/version/{v}', {
    right: { anyOf: ['WRITE_LOT_CONFIG_ADMIN', 'WRITE_KIT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
});
it('API-53 PUT /diagnostics/kit is for WRITE_DIAGNOSTIC', () => {
  expectCall('API-53', 'PUT /diagnostics/kit', { right: { anyOf: ['WRITE_DIAGNOSTIC'] }, scope: everywhere });
});
it('API-54 GET /diagnostics/kit/labels is for WRITE_DIAGNOSTIC', () => {
  expectCall('API-54', 'GET /diagnostics/kit/labels', {
    right: { anyOf: ['WRITE_DIAGNOSTIC'] },
    scope: everywhere,
  });
});
it('API-55 GET /export/kit/{kitId}/version/{versionId} is for EXPORT_KIT', () => {
  expectCall('API-55', 'GET /export/kit/{kitId}/version/{versionId}', {
    right: { anyOf: ['EXPORT_KIT'] },
    scope: everywhere,
  });
});
it('API-56 POST /import/kit/version is for IMPORT_KIT', () => {
  expectCall('API-56', 'POST /import/kit/version', { right: { anyOf: ['IMPORT_KIT'] }, scope: everywhere });
});
it('API-57 GET /export/version/{id}/lot is for EXPORT_LOTS', () => {
  expectCall('API-57', 'GET /export/version/{id}/lot', {
    right: { anyOf: ['EXPORT_LOTS'] },
    scope: everywhere,
  });
});
it('API-58 POST /import/lot is for IMPORT_LOTS', () => {
  expectCall('API-58', 'POST /import/lot', { right: { anyOf: ['IMPORT_LOTS'] }, scope: everywhere });
});
it('API-59 GET /template-well is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-59', 'GET /template-well', { right: 'signed in', scope: own });
});
it('API-60 POST /template-well is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-60', 'POST /template-well', { right: 'signed in', scope: own });
});
it('API-61 PUT /template-well/{id} is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-61', 'PUT /template-well/{id}', { right: 'signed in', scope: own });
});
it('API-62 DELETE /template-well/{id} is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-62', 'DELETE /template-well/{id}', { right: 'signed in', scope: own });
});
it('API-63 POST /ftp-connection is for WRITE_DIAGNOSTIC, in the caller’s laboratory', () => {
  expectCall('API-63', 'POST /ftp-connection', { right: { anyOf: ['WRITE_DIAGNOSTIC'] }, scope: own });
});
it('API-64 PUT /ftp-connection is for WRITE_DIAGNOSTIC, in the caller’s laboratory', () => {
  expectCall('API-64', 'PUT /ftp-connection', { right: { anyOf: ['WRITE_DIAGNOSTIC'] }, scope: own });
});
it('API-65 GET /ftp-connection is for WRITE_DIAGNOSTIC, in the caller’s laboratory', () => {
  expectCall('API-65', 'GET /ftp-connection', { right: { anyOf: ['WRITE_DIAGNOSTIC'] }, scope: own });
});
it('API-66 DELETE /ftp-connection/{id} is for WRITE_DIAGNOSTIC, in the caller’s laboratory', () => {
  expectCall('API-66', 'DELETE /ftp-connection/{id}', { right: { anyOf: ['WRITE_DIAGNOSTIC'] }, scope: own });
});
it('API-67 GET /ftp-connection/configuration/valid is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-67', 'GET /ftp-connection/configuration/valid', { right: 'signed in', scope: own });
});
it('API-68 POST /ftp/test is for WRITE_DIAGNOSTIC, in the caller’s laboratory', () => {
  expectCall('API-68', 'POST /ftp/test', { right: { anyOf: ['WRITE_DIAGNOSTIC'] }, scope: own });
});
it('API-69 POST /ftp/send/run/{id} is for WRITE_DIAGNOSTIC, in the caller’s laboratory', () => {
  expectCall('API-69', 'POST /ftp/send/run/{id}', { right: { anyOf: ['WRITE_DIAGNOSTIC'] }, scope: own });
});
it('API-70 POST /laboratory is for WRITE_LABORATORY with READ_ALL_LABORATORY', () => {
  expectCall('API-70', 'POST /laboratory', {
    right: { allOf: ['WRITE_LABORATORY', 'READ_ALL_LABORATORY'] },
    scope: everywhere,
  });
});
it('API-71 GET /laboratory is for READ_ALL_LABORATORY', () => {
  expectCall('API-71', 'GET /laboratory', { right: { anyOf: ['READ_ALL_LABORATORY'] }, scope: everywhere });
});
it('API-72 GET /laboratory/search is for READ_ALL_LABORATORY', () => {
  expectCall('API-72', 'GET /laboratory/search', {
    right: { anyOf: ['READ_ALL_LABORATORY'] },
    scope: everywhere,
  });
});
it('API-73 GET /laboratory/{id} is for READ_ALL_LABORATORY or READ_OWN_LABORATORY', () => {
  expectCall('API-73', 'GET /laboratory/{id}', {
    right: { anyOf: ['READ_ALL_LABORATORY', 'READ_OWN_LABORATORY'] },
    scope: everywhere,
  });
});
it('API-74 PUT /laboratory/{id} is for WRITE_LABORATORY', () => {
  expectCall('API-74', 'PUT /laboratory/{id}', { right: { anyOf: ['WRITE_LABORATORY'] }, scope: everywhere });
});
it('API-75 DELETE /laboratory/{id} is for WRITE_LABORATORY with READ_ALL_LABORATORY', () => {
  expectCall('API-75', 'DELETE /laboratory/{id}', {
    right: { allOf: ['WRITE_LABORATORY', 'READ_ALL_LABORATORY'] },
    scope: everywhere,
  });
});
it('API-76 GET /user/laboratory/{laboratoryId} is for READ_ALL_LABORATORY or READ_OWN_LABORATORY', () => {
  expectCall('API-76', 'GET /user/laboratory/{laboratoryId}', {
    right: { anyOf: ['READ_ALL_LABORATORY', 'READ_OWN_LABORATORY'] },
    scope: everywhere,
  });
});
it('API-77 POST /user/laboratory/{labId} is for WRITE_ALL_USER or WRITE_OWN_LABORATORY_USER', () => {
  expectCall('API-77', 'POST /user/laboratory/{labId}', {
    right: { anyOf: ['WRITE_ALL_USER', 'WRITE_OWN_LABORATORY_USER'] },
    scope: everywhere,
  });
});
it('API-78 PUT /user/{userId}/laboratory/{labId} is for WRITE_ALL_USER or WRITE_OWN_LABORATORY_USER', () => {
  expectCall('API-78', 'PUT /user/{userId}/laboratory/{labId}', {
    right: { anyOf: ['WRITE_ALL_USER', 'WRITE_OWN_LABORATORY_USER'] },
    scope: everywhere,
  });
});
it('API-79 DELETE /user/{userId}/laboratory/{labId} is for WRITE_ALL_USER or WRITE_OWN_LABORATORY_USER', () => {
  expectCall('API-79', 'DELETE /user/{userId}/laboratory/{labId}', {
    right: { anyOf: ['WRITE_ALL_USER', 'WRITE_OWN_LABORATORY_USER'] },
    scope: everywhere,
  });
});
it('API-140 POST /user/{userId}/laboratory/{labId}/password is for WRITE_ALL_USER or WRITE_OWN_LABORATORY_USER', () => {
  expectCall('API-140', 'POST /user/{userId}/laboratory/{labId}/password', {
    right: { anyOf: ['WRITE_ALL_USER', 'WRITE_OWN_LABORATORY_USER'] },
    scope: everywhere,
  });
});
it('API-141 GET /user/unassigned is for WRITE_ALL_USER', () => {
  expectCall('API-141', 'GET /user/unassigned', { right: { anyOf: ['WRITE_ALL_USER'] }, scope: everywhere });
});
it('API-142 PUT /user/{userId}/laboratory/{labId}/member is for WRITE_ALL_USER', () => {
  expectCall('API-142', 'PUT /user/{userId}/laboratory/{labId}/member', {
    right: { anyOf: ['WRITE_ALL_USER'] },
    scope: everywhere,
  });
});
it('API-143 PUT /user/{userId}/account is for WRITE_ALL_USER', () => {
  expectCall('API-143', 'PUT /user/{userId}/account', {
    right: { anyOf: ['WRITE_ALL_USER'] },
    scope: everywhere,
  });
});
it('API-144 GET /user/{userId}/laboratory/{labId} is for READ_ALL_LABORATORY or READ_OWN_LABORATORY', () => {
  expectCall('API-144', 'GET /user/{userId}/laboratory/{labId}', {
    right: { anyOf: ['READ_ALL_LABORATORY', 'READ_OWN_LABORATORY'] },
    scope: everywhere,
  });
});
it('API-80 GET /release/last is for every signed-in user', () => {
  expectCall('API-80', 'GET /release/last', { right: 'signed in', scope: everywhere });
});
it('API-81 GET /release/last-if-not-seen is for every signed-in user', () => {
  expectCall('API-81', 'GET /release/last-if-not-seen', { right: 'signed in', scope: everywhere });
});
it('API-82 PUT /release/{version}/update-seen is for every signed-in user', () => {
  expectCall('API-82', 'PUT /release/{version}/update-seen', { right: 'signed in', scope: everywhere });
});
it('API-83 GET /public-properties is for every signed-in user', () => {
  expectCall('API-83', 'GET /public-properties', { right: 'signed in', scope: everywhere });
});
it('API-85 GET /run/exists is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-85', 'GET /run/exists', { right: 'signed in', scope: own });
});
it('API-87 POST /run/{id}/interpret is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-87', 'POST /run/{id}/interpret', { right: 'signed in', scope: own });
});
it('API-89 PUT /run/{id}/comment/{commentId} is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-89', 'PUT /run/{id}/comment/{commentId}', { right: 'signed in', scope: own });
});
it('API-90 PUT /lots/{id} is for WRITE_LOT_CONFIG_ADMIN', () => {
  expectCall('API-90', 'PUT /lots/{id}', { right: { anyOf: ['WRITE_LOT_CONFIG_ADMIN'] }, scope: everywhere });
});
it('API-91 GET /events is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-91', 'GET /events', { right: 'signed in', scope: own });
});

it('API-86 a run is saved by the listed call, PUT /run/{id}', () => {
  expect(ALL_CALLS.filter(({ call }) => call.method === 'PUT' && call.path === '/run/:runId')).toHaveLength(
    1,
  );
});
it('API-250 API-251 reinterpreting a run is for every user who may interpret it, in the caller’s laboratory', () => {
  expectCall('API-250', 'GET /run/{id}/reinterpretation', { right: 'signed in', scope: own });
  expectCall('API-251', 'POST /run/{id}/reinterpretation', { right: 'signed in', scope: own });
});
it('API-252 API-253 previous interpretations are for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-252', 'GET /run/{id}/interpretation/previous', { right: 'signed in', scope: own });
  expectCall('API-253', 'GET /run/{id}/interpretation/previous/{former}/chart', {
    right: 'signed in',
    scope: own,
  });
});
it('API-211 API-212 API-213 API-216 the audit trail needs permission to read it, for the own laboratory or all', () => {
  const right = { anyOf: ['SUPER_ADMIN', 'QA_ADMIN'] };
  expectCall('API-211', 'GET /audit', { right, scope: everywhere });
  expectCall('API-212', 'GET /audit/people', { right, scope: everywhere });
  expectCall('API-213', 'GET /audit/export', { right, scope: everywhere });
  expectCall('API-216', 'POST /audit/compare', { right, scope: everywhere });
});
it('API-214 API-215 the history of a run is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('API-214', 'GET /run/{id}/history', { right: 'signed in', scope: own });
  expectCall('API-215', 'GET /run/{id}/history/state', { right: 'signed in', scope: own });
});
it('KIT-180 GET /kit/catalogue is for users who may read the kit configuration', () => {
  expectCall('KIT-180', 'GET /kit/catalogue', {
    right: { anyOf: ['READ_KIT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
});
it('LOT-113 GET /lots/catalogue is for users who may read the lot configuration', () => {
  expectCall('LOT-113', 'GET /lots/catalogue', {
    right: { anyOf: ['READ_LOT_CONFIG_ADMIN'] },
    scope: everywhere,
  });
});
it('LIST-116 saved views are for every signed-in user, and each user has their own', () => {
  const right = { right: 'signed in', scope: everywhere } as const;
  expectCall('LIST-116', 'GET /saved-views', right);
  expectCall('LIST-117', 'POST /saved-views', right);
  expectCall('LIST-118', 'PUT /saved-views/{id}', right);
  expectCall('LIST-119', 'DELETE /saved-views/{id}', right);
});
it('IMPEXP-116 IMPEXP-117 IMPEXP-118 the repeat list is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('IMPEXP-116', 'GET /repeat-list', { right: 'signed in', scope: own });
  expectCall('IMPEXP-117', 'POST /repeat-list', { right: 'signed in', scope: own });
  expectCall('IMPEXP-118', 'POST /repeat-list/remove', { right: 'signed in', scope: own });
});
it('LIST-103 GET /search is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('LIST-103', 'GET /search', { right: 'signed in', scope: own });
});
it('SHELL-176 SHELL-178 the first steps are for every signed-in user, in the caller’s laboratory', () => {
  expectCall('SHELL-176', 'GET /first-steps', { right: 'signed in', scope: own });
  expectCall('SHELL-178', 'PUT /first-steps/analyser', { right: 'signed in', scope: own });
});
it('SHELL-182 SHELL-187 kits and analysers are tried on curves by users who may write the kit configuration', () => {
  const right = { anyOf: ['WRITE_KIT_CONFIG_ADMIN'] };
  expectCall('SHELL-182', 'POST /starter-kits', { right, scope: own });
  expectCall('SHELL-187', 'POST /run/inspect-as', { right, scope: own });
});
it('KIT-260 PUT /kit/{k}/share is for SUPER_ADMIN, in the caller’s laboratory', () => {
  expectCall('KIT-260', 'PUT /kit/{k}/share', { right: { anyOf: ['SUPER_ADMIN'] }, scope: own });
});
it('SHELL-184 GET /run/{id}/melt is for every signed-in user, in the caller’s laboratory', () => {
  expectCall('SHELL-184', 'GET /run/{id}/melt', { right: 'signed in', scope: own });
});
