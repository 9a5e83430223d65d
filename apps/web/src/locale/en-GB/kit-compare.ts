/** Fields of a kit version that differ. */
export const kitChanges = {
  allChannels: 'All channels',
  nothing: 'nothing',
  there: 'present',
  yesNo: (is: boolean) => (is ? 'yes' : 'no'),
  zone: (letter: string) => `zone ${letter}`,
  zoneOf: (letter: string, phase: string) => `${phase} zone ${letter}`,
  zoneField: (zone: string, field: string) => `${zone}, ${field}`,
  template: (zone: string, phase: string) => `${phase} zone ${zone}, stored template`,
  and: 'and',
  when: (conditions: string, diagnostic: string) => `when ${conditions}: ${diagnostic}`,
  otherwise: (diagnostic: string) => `else ${diagnostic}`,
  one: ({ field, from, to }: Record<'field' | 'from' | 'to', string>) => `${field} from ${from} to ${to}`,
  count: (count: number) => (count === 1 ? '1 change:' : `${count} changes`),
} as const;

/** The comparison of two kit versions. */
export const kitCompare = {
  title: (one: string, other: string) => `${other} compared with ${one}`,
  with: 'Compare with',
  allFields: 'All fields',
  field: 'Field',
  none: 'No differences.',
  scope: (buffer: string, analyser: string) =>
    `Compares what applies to ${buffer} on ${analyser}. Settings of other buffers and analysers are not compared.`,
  notLoaded: 'The other version could not be loaded, so nothing is compared.',
  mine: 'Mine',
  theirs: 'Theirs',
  keepMine: 'Keep mine',
} as const;
