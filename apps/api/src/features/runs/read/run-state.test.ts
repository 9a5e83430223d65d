import type { RunStatus } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { archivingOf, obstacleOf, permissionsFor } from './run-state.ts';

const DAY = new Date('2026-11-20T00:00:00Z');
const NO_FILE_SERVER = {
  id: 'lab',
  name: 'North',
  rules: {},
  timeZone: 'UTC',
  submitterMayApprove: false,
  fileTransfer: null,
};

const rowOf = (status: RunStatus, change: Partial<Parameters<typeof permissionsFor>[1]> = {}) => ({
  status,
  interpretedById: 'tech',
  submittedById: 'tech',
  archivedAt: null,
  archiving: null,
  ftpSent: null,
  trialLotIds: [],
  laboratory: NO_FILE_SERVER,
  ...change,
});
const physician = {
  userId: 'physician',
  permissions: new Set(['WRITE_DIAGNOSTIC', 'CREATE_ARCHIVE'] as const),
};
const permissions = (...row: Parameters<typeof rowOf>) => permissionsFor(physician, rowOf(...row));

describe('the archiving of a run', () => {
  it('is absent, pending or failed', () => {
    expect(archivingOf({ archiving: null })).toBeNull();
    expect(archivingOf({ archiving: 'PENDING' })).toBe('pending');
    expect(archivingOf({ archiving: 'FAILED' })).toBe('failed');
  });

  it('prevents other changes while pending, and no longer once it has failed', () => {
    expect(permissions('APPROVED').canArchive).toBe(true);
    expect(permissions('APPROVED', { archiving: 'PENDING' }).canArchive).toBe(false);
    expect(permissions('APPROVED', { archiving: 'FAILED' }).canArchive).toBe(true);
  });
});

describe('the state that permissions depend on', () => {
  it('a run is interpreted once it has an interpretation', () => {
    expect(permissions('RUN_TO_INTERPRET')).toMatchObject({ canConfigure: false, canSubmit: true });
    expect(permissions('RUN_TO_INTERPRET', { interpretedById: null })).toMatchObject({
      canConfigure: true,
      canSubmit: false,
    });
  });

  it('a run is archived once it has an archive date', () => {
    expect(permissions('APPROVED')).toMatchObject({ canArchive: true, canRestore: false });
    expect(permissions('APPROVED', { archivedAt: DAY })).toMatchObject({
      canArchive: false,
      canRestore: true,
    });
  });

  it('the submitter may decide only where the laboratory allows it', () => {
    const own = { submittedById: 'physician' };
    const laboratory = { ...NO_FILE_SERVER, submitterMayApprove: true };
    expect(permissions('WAIT_FOR_APPROVAL').canDecide).toBe(true);
    expect(permissions('WAIT_FOR_APPROVAL', own).canDecide).toBe(false);
    expect(permissions('WAIT_FOR_APPROVAL', { ...own, laboratory }).canDecide).toBe(true);
  });

  it('files can be sent if there is a file server, until they are sent', () => {
    const laboratory = { ...NO_FILE_SERVER, fileTransfer: { id: 'server' } };
    expect(permissions('APPROVED').canSendFiles).toBe(false);
    expect(permissions('APPROVED', { laboratory }).canSendFiles).toBe(true);
    expect(permissions('APPROVED', { laboratory, ftpSent: true }).canSendFiles).toBe(false);
  });
});

describe('the obstacle to a change', () => {
  const obstacle = (
    permission: Parameters<typeof obstacleOf>[0]['permission'],
    ...row: Parameters<typeof rowOf>
  ) => obstacleOf({ userId: 'tech', row: rowOf(...row), permission });

  it('is the permission if another user could make it', () => {
    expect(obstacle('canArchive', 'APPROVED')).toBe('forbidden');
    expect(obstacle('canDecide', 'WAIT_FOR_APPROVAL', { submittedById: 'other' })).toBe('forbidden');
  });

  it('is the state if nobody could, or only the submitter may not', () => {
    expect(obstacle('canArchive', 'WAIT_FOR_APPROVAL')).toBe('illegal-transition');
    expect(obstacle('canDecide', 'APPROVED')).toBe('illegal-transition');
    expect(obstacle('canDecide', 'WAIT_FOR_APPROVAL', { submittedById: 'tech' })).toBe('illegal-transition');
  });
});
