import { userCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { offerPassword } from './offer-password.ts';
import { listUsers, readUser } from './read-users.ts';
import { addToLaboratory, linkAccount, listUnassignedUsers } from './unassigned-users.ts';
import { updateUser } from './update-user.ts';
import { confirmAccount, holdPermissions } from './ways.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const userRoutes: FastifyPluginAsync = async (app) => {
  serve(app, userCalls.list, ({ actor, params, query }) => listUsers(app, actor, { ...params, ...query }));
  serve(app, userCalls.get, ({ actor, params }) => readUser(app, actor, params));
  serve(app, userCalls.create, ({ actor, params, body }) =>
    createUser(app, actor, { ...params, user: body }),
  );
  serve(app, userCalls.update, ({ actor, params, body }) =>
    updateUser(app, actor, { ...params, change: body }),
  );
  serve(app, userCalls.delete, ({ actor, params }) => deleteUser(app, actor, params));
  serve(app, userCalls.offerPassword, ({ actor, params }) => offerPassword(app, actor, params));
  serve(app, userCalls.hold, ({ actor, params, body }) =>
    holdPermissions(app, actor, { ...params, ...body }),
  );
  serve(app, userCalls.confirm, ({ actor, params, body }) =>
    confirmAccount(app, actor, { ...params, ...body }),
  );
  serve(app, userCalls.unassigned, ({ query }) => listUnassignedUsers(app, query));
  serve(app, userCalls.addToLaboratory, ({ actor, params, body }) =>
    addToLaboratory(app, actor, { ...params, ...body }),
  );
  serve(app, userCalls.linkAccount, ({ actor, params, body }) =>
    linkAccount(app, actor, { ...params, ...body }),
  );
};
