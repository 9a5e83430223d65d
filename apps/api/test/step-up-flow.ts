import type { RealKeycloak } from './keycloak-server.ts';

const FLOW = 'step up';

interface Execution {
  readonly id: string;
  readonly displayName: string;
  readonly providerId?: string;
  readonly requirement: string;
}

/**
 * Adds a step-up flow to the realm of a Keycloak: level 1 is the password, level 2 adds a second factor
 * (https://www.keycloak.org/docs/latest/server_admin/#_step-up-flow). Each level is required again at every
 * sign-in.
 */
export async function addStepUp(ask: RealKeycloak['ask'], second = 'auth-otp-form'): Promise<void> {
  const flow = { alias: FLOW, providerId: 'basic-flow', topLevel: true, builtIn: false };
  await ask('POST', '/authentication/flows', flow);
  await add(ask, FLOW, 'auth-cookie', 'ALTERNATIVE');
  await addFlow(ask, FLOW, 'steps', 'ALTERNATIVE');
  for (const [level, form] of [
    [1, 'auth-username-password-form'],
    [2, second],
  ] as const) {
    const name = `level ${level}`;
    await addFlow(ask, 'steps', name, 'CONDITIONAL');
    const condition = await add(ask, name, 'conditional-level-of-authentication', 'REQUIRED');
    await ask('POST', `/authentication/executions/${condition}/config`, {
      alias: name,
      config: { 'loa-condition-level': String(level), 'loa-max-age': '0' },
    });
    await add(ask, name, form, 'REQUIRED');
  }
  await ask('PUT', '', { browserFlow: FLOW });
}

const executionsOf = async (ask: RealKeycloak['ask'], flow: string) =>
  (await ask('GET', `/authentication/flows/${encodeURIComponent(flow)}/executions`)) as readonly Execution[];

/** @returns the id of the execution */
async function add(
  ask: RealKeycloak['ask'],
  flow: string,
  provider: string,
  requirement: string,
): Promise<string> {
  await ask('POST', `/authentication/flows/${encodeURIComponent(flow)}/executions/execution`, { provider });
  const made = (await executionsOf(ask, flow)).findLast(({ providerId }) => providerId === provider);
  await setRequirement(ask, flow, made, requirement);
  return made?.id ?? '';
}

async function addFlow(
  ask: RealKeycloak['ask'],
  parent: string,
  alias: string,
  requirement: string,
): Promise<void> {
  const flow = { alias, type: 'basic-flow', description: '', provider: '' };
  await ask('POST', `/authentication/flows/${encodeURIComponent(parent)}/executions/flow`, flow);
  const made = (await executionsOf(ask, parent)).find(({ displayName }) => displayName === alias);
  await setRequirement(ask, parent, made, requirement);
}

async function setRequirement(
  ask: RealKeycloak['ask'],
  flow: string,
  execution: Execution | undefined,
  requirement: string,
): Promise<void> {
  if (execution === undefined) throw new Error(`${flow} has no such execution`);
  await ask('PUT', `/authentication/flows/${encodeURIComponent(flow)}/executions`, {
    ...execution,
    requirement,
  });
}
