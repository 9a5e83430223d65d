import type { RepeatReason } from '@curvewell/domain';

const samples = (count: number): string => (count === 1 ? '1 sample' : `${count} samples`);

export const repeatList = {
  button: 'Repeat list',
  title: 'Repeat list',
  reasons: {
    NO_RESULT: 'No result',
    FAILED_CONTROL: 'Failed control',
    CHOSEN: 'Chosen',
  } satisfies Record<RepeatReason, string>,
  /** Notes of the reasons that the plate gives. */
  heldBy: (controls: string) => `control ${controls}`,
  ofRun: 'From this run',
  onRun: (count: number) => `Repeated on this run (${count})`,
  hint: 'Samples without a result or held by a failed control are listed. Select other wells on the plate to list them, too.',
  noneOfRun: 'Every sample has a result, and no control failed. Select wells on the plate to repeat them.',
  all: 'All samples of the list',
  choose: (position: string, name: string) => `${position}, ${name}`,
  add: (count: number) => `Add ${samples(count)}`,
  added: (count: number) => (count === 1 ? '1 sample added.' : `${count} samples added.`),
  notAdded: 'The samples were not added.',
  onList: 'on the list',
  placedOn: (run: number, position: string) => `run ${run}, ${position}`,
  open: (count: number) => `Open in the laboratory (${count})`,
  noneOpen: 'No sample is waiting to be repeated.',
  placed: (count: number) => `Placed (${count})`,
  from: (run: number, position: string) => `run ${run}, ${position}`,
  addedBy: (name: string, at: string) => `${name}, ${at}`,
  remove: (name: string) => `Remove ${name} from the list`,
  removed: (name: string) => `${name} removed from the list.`,
  notRemoved: 'The sample was not removed.',
  saveCsv: 'Save as CSV',
  file: (day: string) => `repeat-list_${day}.csv`,
  notLoaded: 'The repeat list could not be loaded.',
  how: 'Step 2 of the next run takes the open samples over: choose “Work list”, then “Repeat list”. A sample is placed when its name and kit are saved on the plate of a later run.',
  head: {
    well: 'Well',
    sample: 'Sample',
    kit: 'Kit',
    reason: 'Reason',
    state: 'State',
    from: 'From',
    by: 'Added by',
    placedOn: 'Placed on',
    remove: 'Remove',
  },
  /** The columns of the file; the first three are those of a work list. */
  csvHead: ['Name', 'Order id', 'Sample type', 'Kit', 'Reason', 'From run', 'From well'],
} as const;
