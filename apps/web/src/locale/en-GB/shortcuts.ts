/** In `keys`, `+` joins keys pressed together; a list gives alternatives. */
interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const groups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere except the plate setup',
    shortcuts: [{ keys: ['Ctrl + K'], does: 'Go to a run, sample, kit, lot, person, page or action' }],
  },
  {
    title: 'Run list and archive, on arrival and in the list',
    shortcuts: [
      { keys: ['/'], does: 'Search' },
      { keys: ['f'], does: 'Go to the status filters' },
      { keys: ['i'], does: 'Import' },
      { keys: ['m'], does: 'Open or close “Today”' },
      { keys: ['Arrow down', 'j'], does: 'Next run' },
      { keys: ['Arrow up', 'k'], does: 'Previous run' },
      { keys: ['Enter'], does: 'Open the run' },
      { keys: ['Delete'], does: 'Delete the run (asks first)' },
    ],
  },
  {
    title: 'Plate',
    shortcuts: [
      { keys: ['Arrows'], does: 'Go to a well and select only it' },
      { keys: ['Ctrl + Arrows'], does: 'Go to a well and keep the selection' },
      { keys: ['Shift + Arrows'], does: 'Extend the rectangle' },
      { keys: ['Space'], does: 'Add the well to the selection, or remove it' },
      { keys: ['Shift + Space'], does: 'Select the row' },
      { keys: ['Ctrl + A'], does: 'Select all wells' },
      { keys: ['Escape'], does: 'Clear the selection' },
      { keys: ['Home', 'End'], does: 'First and last well of the row' },
      { keys: ['Ctrl + Home', 'Ctrl + End'], does: 'First and last well' },
      { keys: ['PageUp', 'PageDown'], does: 'First and last well of the column' },
      { keys: ['Enter'], does: 'Go into the panel; Escape returns' },
      { keys: ['Ctrl + C'], does: 'Copy the wells for a spreadsheet' },
    ],
  },
  {
    title: 'Plate setup',
    shortcuts: [
      { keys: ['Letters', 'Digits'], does: 'One well: start its name; several: quick fill' },
      { keys: ['F2'], does: 'Change the name of the well' },
      {
        keys: ['Enter', 'Tab', 'Escape'],
        does: 'While naming: next well in fill order, next well to the right, cancel',
      },
      { keys: ['Ctrl + K'], does: 'Quick fill' },
      { keys: ['Ctrl + V'], does: 'Paste names or whole wells' },
      { keys: ['Ctrl + D'], does: 'Copy the settings of the first selected well to the others' },
      { keys: ['Delete'], does: 'Clear the settings of the wells' },
      { keys: ['Ctrl + Z', 'Ctrl + Y'], does: 'Undo, redo' },
      { keys: ['Ctrl + Enter'], does: 'Start the interpretation, or show what is missing' },
    ],
  },
  {
    title: 'Interpretation, focus in the plate or the chart',
    shortcuts: [
      { keys: ['n', 'Shift + n'], does: 'Next or previous unresolved well' },
      { keys: ['v', 'Shift + v'], does: 'Next or previous borderline well, closest to a limit first' },
      { keys: ['1', '2'], does: 'Channel' },
      { keys: ['p'], does: 'Phase' },
      { keys: ['u'], does: 'Update diagnostic' },
      { keys: ['c'], does: 'Comment on the selection' },
      { keys: ['r'], does: 'Run comments' },
      { keys: ['e'], does: 'Export' },
      { keys: ['Ctrl + Enter'], does: 'Open the check before submission or approval' },
      { keys: ['f'], does: 'Large chart or large plate' },
      { keys: ['+', '−', '0'], does: 'Zoom in, out, reset' },
      { keys: [',', '.'], does: 'Previous or next curve' },
      {
        keys: ['Arrow left', 'Arrow right'],
        does: 'In the chart: move the cross-hair by 0.1 °C, with Shift by 1 °C',
      },
      { keys: ['Arrow up', 'Arrow down'], does: 'In the chart: zoom the height in or out' },
      { keys: ['Wheel', 'Shift + Wheel'], does: 'Over the chart: zoom the temperature, the height' },
      { keys: ['Alt + click'], does: 'On a result under the chart: show only its curves' },
      { keys: ['?'], does: 'This list' },
    ],
  },
  {
    title: 'Check before submission or approval',
    shortcuts: [
      { keys: ['Ctrl + Enter'], does: 'Submit or approve, once nothing is missing' },
      { keys: ['Escape'], does: 'Back to the plate' },
    ],
  },
  {
    title: 'Kits, lots, diagnostics and users, focus in the list',
    shortcuts: [
      { keys: ['/'], does: 'Search' },
      { keys: ['f'], does: 'Go to the filters' },
      { keys: ['Arrow down', 'j'], does: 'Next row' },
      { keys: ['Arrow up', 'k'], does: 'Previous row' },
      { keys: ['Arrow right', 'Arrow left'], does: 'Show or hide the versions of a kit' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['Escape'], does: 'Close the form, or discard the changes of the row' },
    ],
  },
  {
    title: 'Kit configuration, focus in the charts or the rules',
    shortcuts: [
      {
        keys: ['Arrow left', 'Arrow right'],
        does: 'Move an edge by 0.1 °C, with Alt by 0.02 °C; PageUp, PageDown by 1 °C',
      },
      { keys: ['Home', 'End'], does: 'Move an edge to the neighbouring zone' },
      { keys: ['Arrow up', 'Arrow down'], does: 'Move a threshold by 1; PageUp, PageDown by 10' },
      { keys: ['j', 'k'], does: 'Next or previous edge or threshold' },
      { keys: [',', '.'], does: 'Newer or older run' },
      { keys: ['r'], does: 'Go to the rules' },
      { keys: ['w'], does: 'List the wells of a rule' },
      { keys: ['t'], does: 'Evaluate on past runs' },
      { keys: ['Ctrl + Z', 'Ctrl + Y'], does: 'Undo, redo' },
    ],
  },
  {
    title: 'Controls, focus in the chart',
    shortcuts: [
      { keys: ['Arrow left', 'Arrow right'], does: 'Previous or next point' },
      { keys: ['Arrow up', 'Arrow down'], does: 'Previous or next control' },
      { keys: ['Enter'], does: 'Open the run at the well' },
      { keys: ['t'], does: 'Show as table' },
    ],
  },
];

export const shortcuts = {
  title: 'Shortcuts',
  singleLetters: 'Single letters work as shortcuts',
  or: 'or',
  groups,
} as const;
