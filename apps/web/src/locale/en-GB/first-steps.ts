const people = (count: number): string => (count === 1 ? '1 other person' : `${count} other people`);

/** “K. Nygård”, “K. Nygård or B. Roth”; empty: nobody. */
const oneOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
/** “Ask K. Nygård to add a kit.” */
const ask = (names: readonly string[], what: string): string =>
  `Ask ${names.length === 0 ? 'your administrator' : oneOf(names)} to ${what}.`;

/** The four steps of a laboratory without a run. */
export const firstSteps = {
  title: (left: number) =>
    [
      'Import your first file',
      'Nearly there. One step to the first result',
      'Two steps to the first result',
      'Good start. Three steps to the first result',
      'Four steps to the first result',
    ][left] ?? '',
  intro: 'Your runs appear here once you import the first file.',
  progress: (done: number) => `${done} of 4 done`,
  done: 'done',
  now: 'next step',
  change: 'Change',
  changeOf: (step: string) => `Change: ${step}`,
  analyser: {
    title: 'Analyser',
    open: (count: number) =>
      `Which analyser do your files come from? Curvewell reads files of ${count} analysers.`,
    done: (name: string) => `${name}. Files are imported manually.`,
    choose: 'Choose an analyser',
    other: 'My analyser is not in this list',
    ask: (names: readonly string[]) => `Not in this list? ${ask(names, 'add your analyser')}`,
    notSaved: 'Analyser not saved',
  },
  kit: {
    title: 'Kit',
    open: 'Use an existing kit, or make your own from your curves.',
    meaning: 'A kit defines what is on the plate and what its peaks mean.',
    done: (kit: string, lot: string) => `${kit}, lot ${lot}.`,
    doneOf: (kit: string, lot: string, others: number) =>
      `${kit}, lot ${lot}, and ${others === 1 ? '1 more kit' : `${others} more kits`}.`,
    choose: 'Choose a kit',
    existing: 'Use an existing kit',
    noneExisting: 'Every kit here has a lot, or no kit is installed yet.',
    lacksLot: 'has no lot yet',
    lacksAnalyser: (analyser: string | null) =>
      analyser === null ? 'has no settings yet' : `not on ${analyser} yet`,
    use: 'Use this kit',
    all: 'All kits',
    fromFile: 'Import a kit',
    own: 'Make your own from your curves',
    ownText:
      'Import one plate with known samples. Curvewell places zones on its peaks. Drag them, and every call updates at once.',
    picture: 'Two melting curves with a zone each, A and B',
    make: 'Make a kit',
    ask: (names: readonly string[]) => ask(names, 'add a kit'),
    askLot: (names: readonly string[]) => ask(names, 'add a lot of your kit'),
  },
  people: {
    title: 'People',
    open: 'You are the only one here so far. One person interprets, a second approves.',
    done: (names: readonly string[], others: number) =>
      others > names.length ? `You and ${people(others)}.` : `You and ${names.join(', ')}.`,
    add: 'Add people',
    ask: (names: readonly string[]) => ask(names, 'add people'),
  },
  file: {
    title: 'First file',
    best: 'A run from last week is best: you already know what it should show.',
    needs: (steps: readonly number[]) =>
      steps.length === 1 ? `Needs step ${steps.join('')}.` : `Needs steps ${steps.join(' and ')}.`,
  },
  leads: {
    title: 'What you get',
    picture: 'A plate with 96 wells: a code in each for its result, and three controls as expected',
    text: 'A call for each well, with its curve and the reason. You interpret the run. A physician approves it with a signature.',
  },
  demo: {
    title: 'Just trying Curvewell?',
    text: (name: string) =>
      `${name} contains finished runs. What you do there does not affect your laboratory. Sign in as one of its users.`,
    open: 'Sign in as another user',
  },
} as const;
