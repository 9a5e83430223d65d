export { boxRole, createActor, realmRoles, type Actor } from './actor.ts';
export { createSignInRecorder } from './audit-sign-in.ts';
export { forgetSessions } from './forget-sessions.ts';
export { createActorResolver, impersonated, type ActorResolver } from './resolve-actor.ts';
export type { RecordSignIn } from './sign-in.ts';
