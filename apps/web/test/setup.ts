// What is tested without a page needs nothing that draws.
if (typeof window !== 'undefined') await import('./simulated-browser.ts');
