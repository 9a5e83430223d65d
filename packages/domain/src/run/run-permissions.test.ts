import { describe, expect, it } from 'vitest';

import { permissionSchema, type Permission } from '../laboratory/permissions.ts';
import {
  type RunActor,
  type RunPermissions,
  runPermissions,
  runPermissionsSchema,
  type RunState,
} from './run-permissions.ts';

/** The permissions that matter for a run, by their name in the table. */
const RIGHT = {
  D: 'WRITE_DIAGNOSTIC',
  A: 'CREATE_ARCHIVE',
  X: 'CREATE_DELETE_ARCHIVE',
  P: 'DELETE_PERMANENT_ARCHIVE',
} as const satisfies Record<string, Permission>;

const COLUMNS = [
  'canUpdate',
  'canConfigure',
  'canReinterpret',
  'canSubmit',
  'canDecide',
  'canApprove',
  'canDelete',
  'canArchive',
  'canArchiveAndDelete',
  'canRestore',
  'canDeletePermanently',
  'canSendFiles',
] as const satisfies readonly (keyof RunPermissions)[];

/** An independent table of the required permissions. `yes`: none; `A+X`: both; `–`: never allowed. */
const TABLE = `
  state                     update  configure  anew  submit  decide  approve  delete  archive  archive+delete  restore  purge  send
  to interpret              yes     yes        –     –       –       –        yes     –        –               –        –      –
  interpreted               yes     –          yes   yes     –       –        yes     –        –               –        –      –
  waiting                   D       –          –     –       D       D        D       –        –               –        –      –
  waiting, trial            D       –          –     –       D       –        D       –        –               –        –      –
  approved                  –       –          –     –       –       –        X       A        A+X             –        –      D
  rejected                  –       –          yes   –       –       –        X       A        A+X             –        –      –
  approved, being archived  –       –          –     –       –       –        –       –        –               –        –      –
  rejected, being archived  –       –          –     –       –       –        –       –        –               –        –      –
  to interpret, archived    –       –          –     –       –       –        –       –        –               A        P      –
  interpreted, archived     –       –          –     –       –       –        –       –        –               A        P      –
  waiting, archived         –       –          –     –       –       –        –       –        –               A        P      –
  approved, archived        –       –          –     –       –       –        –       –        –               A        P      –
  rejected, archived        –       –          –     –       –       –        –       –        –               A        P      –
`;

const STATUS: Readonly<Record<string, Pick<RunState, 'status' | 'isInterpreted'>>> = {
  'to interpret': { status: 'RUN_TO_INTERPRET', isInterpreted: false },
  interpreted: { status: 'RUN_TO_INTERPRET', isInterpreted: true },
  waiting: { status: 'WAIT_FOR_APPROVAL', isInterpreted: true },
  approved: { status: 'APPROVED', isInterpreted: true },
  rejected: { status: 'REJECTED', isInterpreted: true },
};

function stateOf(name: string): RunState {
  const [status = '', shelf] = name.split(', ');
  return {
    ...STATUS[status]!,
    isArchived: shelf === 'archived',
    isBeingArchived: shelf === 'being archived',
    ftpSent: null,
    submittedById: 'submitter',
    interpretedById: 'interpreter',
    isTrial: shelf === 'trial',
  };
}

function actorWith(permissions: readonly Permission[], what: Partial<RunActor> = {}): RunActor {
  return {
    userId: 'somebody else',
    permissions: new Set(permissions),
    submitterMayApprove: false,
    fourEyes: false,
    isFileTransferConfigured: true,
    ...what,
  };
}

const [, ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s{2,}/));

const letters = Object.keys(RIGHT) as (keyof typeof RIGHT)[];
/** All subsets of the four, each also with all unrelated permissions. */
const RIGHTS: readonly (readonly (keyof typeof RIGHT)[])[] = letters.reduce<(keyof typeof RIGHT)[][]>(
  (sets, letter) => [...sets, ...sets.map((set) => [...set, letter])],
  [[]],
);
const OTHER = permissionSchema.options.filter((one) => !Object.values<Permission>(RIGHT).includes(one));

const suffices = (cell: string, held: readonly string[]): boolean =>
  cell !== '–' && (cell === 'yes' || cell.split('+').every((letter) => held.includes(letter)));

describe.each(rows)('a run that is %s', (name, ...cells) => {
  it('has a cell for every permission', () => {
    expect(cells).toHaveLength(COLUMNS.length);
    expect([...COLUMNS].sort()).toEqual(Object.keys(runPermissionsSchema.shape).sort());
  });

  it.each(RIGHTS.map((held) => ({ held })))(
    'gives a holder of $held exactly the permissions in the table',
    ({ held }) => {
      const wanted = Object.fromEntries(
        COLUMNS.map((column, index) => [column, suffices(cells[index]!, held)]),
      );
      const permissions = held.map((letter) => RIGHT[letter]);
      expect(runPermissions(stateOf(name), actorWith(permissions))).toEqual(wanted);
      expect(runPermissions(stateOf(name), actorWith([...permissions, ...OTHER]))).toEqual(wanted);
    },
  );
});

it('wells are fixed once a run has left its first state, with or without results', () => {
  for (const status of ['WAIT_FOR_APPROVAL', 'APPROVED', 'REJECTED'] as const) {
    const run = { ...stateOf('to interpret'), status };
    expect(runPermissions(run, actorWith(permissionSchema.options)).canConfigure, status).toBe(false);
  }
});

it('REVIEW-23 only approved and rejected runs can be archived, by holders of CREATE_ARCHIVE', () => {
  const archives = (permissions: readonly Permission[]) =>
    Object.keys(STATUS).filter((name) => runPermissions(stateOf(name), actorWith(permissions)).canArchive);
  expect(archives(['CREATE_ARCHIVE'])).toEqual(['approved', 'rejected']);
  expect(archives(permissionSchema.options.filter((one) => one !== 'CREATE_ARCHIVE'))).toEqual([]);
});

describe('the four-eyes rule', () => {
  const waiting = stateOf('waiting');
  const decides = (run: RunState, what: Partial<RunActor>, permissions: readonly Permission[] = [RIGHT.D]) =>
    runPermissions(run, actorWith(permissions, what)).canDecide;

  it('prevents the submitter from deciding, unless the laboratory allows it', () => {
    expect(decides(waiting, { userId: 'submitter', submitterMayApprove: false })).toBe(false);
    expect(decides(waiting, { userId: 'submitter', submitterMayApprove: true })).toBe(true);
    expect(decides(waiting, { userId: 'another', submitterMayApprove: false })).toBe(true);
    expect(decides(waiting, { userId: 'another', submitterMayApprove: true })).toBe(true);
  });

  it('grants nobody a missing permission, and opens no other state', () => {
    expect(decides(waiting, { userId: 'submitter', submitterMayApprove: true }, [])).toBe(false);
    for (const name of ['to interpret', 'interpreted', 'approved', 'rejected', 'waiting, archived'])
      expect(decides(stateOf(name), { submitterMayApprove: true }), name).toBe(false);
  });
});

describe('DECIDE-50 a trial run', () => {
  const every = permissionSchema.options;
  const trial = (name: string) => runPermissions({ ...stateOf(name), isTrial: true }, actorWith(every));

  it('is submitted, rejected, deleted and reinterpreted like any other run', () => {
    expect(trial('interpreted')).toEqual(runPermissions(stateOf('interpreted'), actorWith(every)));
    expect(trial('rejected')).toEqual(runPermissions(stateOf('rejected'), actorWith(every)));
    expect(trial('waiting')).toMatchObject({ canDecide: true, canDelete: true });
  });

  it('is never approved and never sent', () => {
    expect(trial('waiting').canApprove).toBe(false);
    expect(trial('approved').canSendFiles).toBe(false);
  });
});

describe('sending the files of an approved run', () => {
  const sends = (run: Partial<RunState>, what: Partial<RunActor> = {}) =>
    runPermissions({ ...stateOf('approved'), ...run }, actorWith([RIGHT.D], what)).canSendFiles;

  it('is allowed until they are sent', () => {
    expect([null, false, true].map((ftpSent) => sends({ ftpSent }))).toEqual([true, true, false]);
  });

  it('is not allowed without a file server', () => {
    expect(sends({ ftpSent: false }, { isFileTransferConfigured: false })).toBe(false);
  });
});

it('TRUST-12 with the four-eyes rule neither the interpreter nor the submitter decides, whatever other rules allow', () => {
  const decides = (userId: string, what: Partial<RunActor>) =>
    runPermissions(stateOf('waiting'), actorWith(['WRITE_DIAGNOSTIC'], { userId, ...what })).canDecide;
  const people = ['submitter', 'interpreter', 'somebody else'];
  const asked = (what: Partial<RunActor>) => people.map((userId) => decides(userId, what));
  expect(asked({ fourEyes: true, submitterMayApprove: true })).toEqual([false, false, true]);
  expect(asked({ fourEyes: true })).toEqual([false, false, true]);
  expect(asked({ submitterMayApprove: true })).toEqual([true, true, true]);
});
