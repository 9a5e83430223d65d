// The content security policy forbids making code from text. Zod would try whether it may, which browsers report each time.
globalThis.__zod_globalConfig = { jitless: true };
// The outline of the page has the colours of the chosen theme: color-scheme.ts keeps it.
const chosen = /(?:^|; )curvewell-theme=(light|dark)/.exec(document.cookie)?.[1];
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.mantineColorScheme = chosen ?? (isDark ? 'dark' : 'light');
