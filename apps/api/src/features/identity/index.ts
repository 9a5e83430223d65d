export { boxRole, createActor, realmRoles, type Actor } from './actor.ts';
export { createSignInRecorder } from './audit-sign-in.ts';
export { deleteExpiredSessions } from './delete-expired-sessions.ts';
export { createActorResolver, impersonated, type ActorResolver } from './resolve-actor.ts';
export type { RecordSignIn } from './sign-in.ts';
