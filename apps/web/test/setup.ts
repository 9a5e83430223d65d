// Tests without a page skip the simulated browser.
if (typeof window !== 'undefined') await import('./simulated-browser.ts');
