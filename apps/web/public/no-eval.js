// The content security policy forbids making code from text. Zod would try whether it may, which browsers report each time.
globalThis.__zod_globalConfig = { jitless: true };
