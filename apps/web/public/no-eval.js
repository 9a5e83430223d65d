// The content security policy forbids eval. Without this, Zod would try it, and browsers report each attempt.
globalThis.__zod_globalConfig = { jitless: true };
