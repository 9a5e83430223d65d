/** Loaded before the server: throws an uncaught error on a signal. */
process.on('SIGUSR2', () => {
  throw new Error('Thrown for the test.');
});
