/** The form of a new kit, which may start on the curves of a run. */
export const starterKits = {
  start: 'Start with',
  empty: 'no zones',
  one: 'one product',
  two: 'two products',
  panel: 'a panel',
  shapes: 'shapes',
  text: {
    0: 'You draw all zones.',
    1: 'A zone on the peak of the run, a rule with the product and one without.',
    2: 'A zone on each peak of the run, and rules for either product, both and none.',
    panel:
      'A zone on each peak of each channel, a product for each zone, and one result of the sample across the channels. Use two wells or more of each product.',
    shapes:
      'A zone on the peak of the run, and two groups by the shape of the curve. Rename the groups. Their standards on each plate are the references.',
  },
  validation:
    'Drag the zones until every call is right. The kit stays “Not validated” until you change that.',
  analyser: 'Analyser',
  buffer: 'Reaction buffer',
  noBuffer: 'Enter a reaction buffer.',
  usualBuffer: 'Standard',
  onRun: 'The curves of the run that you opened this form from',
  file: 'File with the curves',
  fileText: 'One plate with known samples, as your analyser exports it. It is imported as a run.',
  noFile: 'Choose a file.',
  choose: 'Choose a file',
  notRead: 'The file could not be read',
  asks: 'This file has several runs, or dyes without a channel. Import it first, then make the kit from its run.',
  noAnalyser: 'No analyser here reads this file. Add its analyser first.',
  notClear: (name: string) => `${name} v1 created, but no channel has clear peaks`,
  guessed: (channel: string) =>
    `The zones on ${channel} are a guess. Check the channel, and move the zones to the peaks.`,
  made: (name: string) => `${name} v1 created. Drag its zones, then save.`,
} as const;
