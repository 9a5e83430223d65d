import { identityCalls, type LoggedInUser } from '@curvewell/contracts';
import { DEFAULT_TIME_ZONE, permissionsOf } from '@curvewell/domain';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const identityRoutes: FastifyPluginAsync = async (app) => {
  // oxlint-disable-next-line typescript/require-await -- the caller is already resolved
  serve(app, identityCalls.me, async ({ actor }): Promise<LoggedInUser> => ({
    id: actor.userId,
    preferredUsername: actor.login,
    name: actor.name,
    laboratories: actor.laboratory === null ? [] : [{ id: actor.laboratory.id, name: actor.laboratory.name }],
    laboratoryState: actor.laboratory === null ? 'none' : actor.laboratory.active ? 'active' : 'inactive',
    timeZone: actor.laboratory?.timeZone ?? DEFAULT_TIME_ZONE,
    // A provider may also grant roles of its own.
    roles: actor.roles.filter((role) => permissionsOf([role]).size > 0),
    permissions: [...actor.permissions],
    permissionsOnHold: actor.permissionsOnHold,
    idleLockMinutes: actor.laboratory?.idleLockMinutes ?? null,
  }));
};
