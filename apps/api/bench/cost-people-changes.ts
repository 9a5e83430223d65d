import { DEFAULT_LABORATORY_RULES } from '@curvewell/domain';

import { always, type ChangeSubject, type ChangingInput } from './cost-changing.ts';

/** For calls about users and laboratories. */
export function peopleChanges({ db, ids }: ChangeSubject): Record<string, readonly ChangingInput[]> {
  const { laboratoryId = '' } = ids;
  const names = { lastname: 'Cost', firstname: 'Matrix' };
  const person = async (more: object = {}) => {
    const login = `cost.${Math.random().toString(36).slice(2)}`;
    const data = { login, email: `${login}@example.org`, laboratoryId, ...names, ...more };
    return db.appUser.create({ data });
  };
  const change = async (more: object = {}) => {
    const { id: userId, revision } = await person(more);
    return { params: { userId, laboratoryId }, body: { revision } };
  };
  const laboratory = () => db.laboratory.create({ data: { name: `Laboratory ${Math.random()}` } });
  return {
    'laboratories.create': always('100 laboratories', (round) =>
      Promise.resolve({
        body: Array.from({ length: 100 }, (_, index) => ({
          name: `Laboratory ${round} ${index} ${Math.random()}`,
        })),
      }),
    ),
    'laboratories.update': always('all rules', async () => {
      const { id, revision } = await laboratory();
      const rules = DEFAULT_LABORATORY_RULES;
      const body = {
        name: `Another ${Math.random()}`,
        active: true,
        submitterMayApprove: false,
        rules,
        revision,
      };
      return { params: { laboratoryId: id }, body };
    }),
    'laboratories.delete': always('a laboratory', async () => ({
      params: { laboratoryId: (await laboratory()).id },
    })),
    'dashboard.read': always('today', () => Promise.resolve({ query: { today: new Date().toISOString() } })),
    'users.create': always('a person', () => {
      const login = `new.${Math.random().toString(36).slice(2)}`;
      return Promise.resolve({ body: { ...names, login, email: `${login}@example.org` } });
    }),
    'users.update': always('a person', async () => {
      const { id: userId, email, revision } = await person();
      return { params: { userId, laboratoryId }, body: { ...names, email, firstname: 'Other', revision } };
    }),
    'users.delete': always('a person', async () => ({
      params: { userId: (await person()).id, laboratoryId },
    })),
    'users.offerPassword': always('a person', async () => ({
      params: { userId: (await person()).id, laboratoryId },
    })),
    'users.hold': always('a physician', () => change({ physician: true })),
    'users.addToLaboratory': always('a person', () =>
      change({ laboratoryId: null, subject: `cost-${Math.random()}` }),
    ),
  };
}

/** For calls about plate templates. */
export function templateChanges({
  db,
  ids,
  openRun,
}: ChangeSubject): Record<string, readonly ChangingInput[]> {
  const { versionId = '', reactionBufferId = '', laboratoryId = '' } = ids;
  const wells = openRun.analyses.flatMap(({ channel, wells }) =>
    Object.values(wells).map(({ position }) => ({
      position,
      channel,
      kitVersion: { id: versionId },
      sampleType: 'BLOOD',
      reactionBuffer: { id: reactionBufferId },
      expectedDiagnostic: null,
    })),
  );
  const template = () =>
    db.template.create({
      data: { name: `Template ${Math.random()}`, laboratoryId, plateType: 'RECTANGULAR_384' },
    });
  const body = (more: object) => ({ plateType: 'RECTANGULAR_384', wells, ...more });
  return {
    'templates.create': always('768 wells', () =>
      Promise.resolve({ body: body({ name: `Template ${Math.random()}` }) }),
    ),
    'templates.update': always('768 wells', async () => {
      const { id: templateId, name, revision } = await template();
      return { params: { templateId }, body: body({ name, revision }) };
    }),
    'templates.delete': always('a template', async () => ({
      params: { templateId: (await template()).id },
    })),
  };
}

/** For calls about the saved views of the account of the measurement. */
export function viewChanges({ db }: ChangeSubject): Record<string, readonly ChangingInput[]> {
  const address = 'x'.repeat(1000);
  const view = async () => {
    const { id: userId } = await db.appUser.findUniqueOrThrow({ where: { login: 'super' } });
    // There is a limit for each user.
    await db.savedView.deleteMany({ where: { userId } });
    return db.savedView.create({ data: { userId, page: 'audit', name: 'Cost', address } });
  };
  return {
    'savedViews.create': always('a long address', async () => {
      await view();
      return { body: { page: 'runs', name: 'Cost', address } };
    }),
    'savedViews.update': always('a long address', async () => ({
      params: { viewId: (await view()).id },
      body: { name: 'Other', address: 'y'.repeat(1000) },
    })),
    'savedViews.delete': always('a view', async () => ({ params: { viewId: (await view()).id } })),
  };
}
