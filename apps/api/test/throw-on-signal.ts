/** Loaded before the server: throws where nobody catches it, as a fault of ours would. */
process.on('SIGUSR2', () => {
  throw new Error('Thrown for the test.');
});
