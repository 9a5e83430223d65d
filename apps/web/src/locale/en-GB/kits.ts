import { edgeText, IN_NO_ZONE, listText, type RuleOverlap } from '@curvewell/domain';

import { kitChecks } from './kit-checks.ts';
import { kitChanges, kitCompare } from './kit-compare.ts';
import { kitList } from './kit-list.ts';
import { kitThreshold } from './kit-threshold.ts';

const lotsOf = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more lots` : listText(names);

/** Kits: phases, zones, combinations. */
export const kits = {
  list: kitList,
  place: {
    title: 'Configured for',
    kit: 'Kit',
    version: 'Kit version',
    buffer: 'Reaction buffer',
    analyser: 'Analyser',
    status: 'Status on this analyser',
    channel: 'Channel',
    channels: 'Add or remove a channel',
    addChannel: (analyser: string) => `Other channels of ${analyser}`,
    addOther: 'Not among its dyes',
    removeChannel: (channel: string) => `Remove the phases and rules of ${channel}`,
    choose: 'Choose kit, version, reaction buffer, analyser and channel.',
    noBuffer: (kit: string) =>
      `${kit} has no reaction buffer yet. Enter its name above and add it. Then choose the analyser.`,
    notConfigured: 'not configured',
    runs: (count: number) => (count === 1 ? '1 run' : `${count} runs`),
    failed: 'The configuration could not be loaded.',
  },
  owner: {
    title: 'Owner',
    all: 'All laboratories',
    ownText: (laboratory: string) => `Only ${laboratory} sees the kit.`,
    allText: 'Every laboratory sees the kit and may use it.',
    titled: (owner: string, loincs: readonly string[]) =>
      [`Owner: ${owner}`, ...(loincs.length === 0 ? [] : [`LOINC ${loincs.join(', ')}`])].join('. '),
    withLoinc: (owner: string, [first, ...others]: readonly string[]) =>
      [
        owner,
        ...(first === undefined
          ? []
          : [`LOINC ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`]),
      ].join(' · '),
    shareWithAll: 'Share with all laboratories',
    question: (kit: string) => `Share ${kit} with all laboratories?`,
    consequence: (laboratory: string) =>
      `Every laboratory will see the kit with its versions, lots and diagnostics, and may use it. Stored templates name ${laboratory} and its runs. This cannot be undone. The reason becomes part of the audit trail.`,
    commonReasons: ['Validated', 'Other laboratories need it'],
    shared: (kit: string) => `${kit} now belongs to all laboratories.`,
    notShared: (kit: string) => `${kit} was not shared.`,
  },
  statusWhy: {
    title: (kit: string, analyser: string) => `Change the status of ${kit} on ${analyser}?`,
    reason: 'Reason (optional)',
    withoutCode: (names: readonly string[]) =>
      `Combined results without a code for the LIS, which receives their words: ${names.map((name) => `“${name}”`).join(', ')}.`,
    save: 'Change status',
    changed: (status: string) => `Status changed to ${status}.`,
  },
  locked: {
    lots: (version: string, lots: readonly string[]) =>
      `Version ${version} is locked: ${
        lots.length === 1 ? `lot ${lotsOf(lots)} is` : `${lotsOf(lots)} are`
      } active.`,
    closed: (version: string) =>
      `Version ${version} is locked: runs were interpreted with it, or it was imported as locked.`,
    noPermission: 'You can view this configuration but not change it.',
    copy: (version: string) => `Add “${version}” as a copy`,
    showLots: (version: string) => `Lots of ${version}`,
  },
  nothingHere: (analyser: string) => `Nothing configured for ${analyser}.`,
  copyFrom: (analyser: string) => `Copy from ${analyser}`,
  phases: {
    title: 'Phases and zones',
    on: 'on',
    run: 'Run',
    runOption: (businessId: number, date: string, wells: number) =>
      `Run ${businessId} · ${date} · ${wells} wells`,
    otherRun: 'Choose a run of this analyser',
    noSuchRun: 'No such run.',
    runsWithKit: 'With this kit and buffer',
    otherRuns: 'Other runs of this analyser, all wells',
    newerRun: 'Newer run',
    olderRun: 'Older run',
    curvesFailed: 'The curves could not be loaded.',
    addPhase: 'Phase',
    addPhaseOf: (type: string) => `Add ${type}`,
    removePhase: (type: string) => `Remove phase ${type}`,
    noPhase: 'No phase yet.',
    addZone: 'Zone',
    addZoneTo: (type: string) => `Add zone to ${type}`,
    removeZone: (name: string) => `Remove zone ${name}`,
    removeZoneQuestion: (name: string) => `Remove zone ${name}?`,
    removePhaseQuestion: (type: string) => `Remove ${type}?`,
    lose: (count: number) =>
      count === 1 ? '1 combination loses this zone.' : `${count} combinations lose this zone.`,
    goWithIt: (zones: readonly string[], count: number) =>
      `This also removes ${zones.length === 1 ? 'zone' : 'zones'} ${listText(zones)} and ${
        count === 1 ? '1 combination' : `${count} combinations`
      }.`,
    undo: 'Undo',
    redo: 'Redo',
    undone: (what: string) => `Undone: ${what}`,
    redoneWhat: (what: string) => `Redone: ${what}`,
    summary: (threshold: string, zones: number) =>
      `threshold ${threshold}, ${zones === 1 ? '1 zone' : `${zones} zones`}`,
  },
  charts: {
    title: 'Curves with zones and thresholds',
    drawing: (phase: string) => `Draw the new zone of ${phase}, or press Enter to place it in the middle`,
    fluorescence: 'd/dt fluorescence (RFU/°C)',
    resetZoom: 'Reset zoom',
    threshold: (value: number) => `Threshold ${value} RFU/°C`,
    thresholdOf: (phase: string) => `${phase} threshold`,
    thresholdOfZone: (zone: string) => `Threshold of zone ${zone}`,
    thresholdText: (phase: string, value: number) => `${phase} threshold ${value} RFU/°C`,
    beginOf: (zone: string) => `Beginning of zone ${zone}`,
    endOf: (zone: string) => `End of zone ${zone}`,
    from: (zone: string, degrees: string) => `Zone ${zone} from ${degrees}`,
    to: (zone: string, degrees: string) => `Zone ${zone} to ${degrees}`,
    range: (from: string, to: string) => `${from} to ${to} °C`,
    degrees: (value: number) => `${edgeText(value)} °C`,
    tick: (value: number) => `${value} °C`,
    fineDegrees: (value: number) => `${value.toFixed(2)} °C`,
    saved: (value: string) => `saved ${value}`,
    peaks: (count: number) => (count === 1 ? '1 peak' : `${count} peaks`),
    peaksBelow: (count: number) => `${count === 1 ? '1 peak' : `${count} peaks`} below`,
    below: (count: number) => `${count} below`,
    outside: (count: number) => `${count} in no zone`,
    peak: ({ tm, height, quality }: Record<'tm' | 'height' | 'quality', number>) =>
      `${tm.toFixed(2)} °C, height ${Number(height.toPrecision(3))}, quality ${quality.toFixed(2)}`,
    inNoZone: 'in no zone',
    inZone: (zone: string) => `in zone ${zone}`,
    nearest: 'nearest peak to an edge',
    change: (changed: number, all: number) =>
      changed === 1 ? `1 of ${all} wells changes` : `${changed} of ${all} wells change`,
    noChange: 'no well changes',
    more: (count: number) => `and ${count} more`,
    wells: (positions: readonly string[]) =>
      positions.length === 0
        ? 'not in this run'
        : `${positions.length === 1 ? '1 well' : `${positions.length} wells`}: ${positions.slice(0, 8).join(', ')}${positions.length > 8 ? ' …' : ''}`,
    notRead: (run: number, channel: string, held: readonly string[]) =>
      `Run ${run} has no curves in ${channel}. It has ${listText(held)}.`,
    noRun: (kit: string, buffer: string, analyser: string) =>
      `No run with ${kit} (${buffer}) on ${analyser} yet.`,
    useOther: 'Use another run of this analyser to set the zones.',
    allWells: (businessId: number) =>
      `All wells of run ${businessId} are shown as if they contained this kit.`,
    importRun: 'Import',
  },
  fields: {
    minThreshold: 'Min. threshold',
    slopeThreshold: 'Slope threshold',
    minQuality: 'Min. quality',
    inversed: 'Inversed',
    zone: 'Zone',
    min: 'Min °C',
    max: 'Max °C',
    label: 'Label',
    ownThreshold: 'Min. t.',
    ownQuality: 'Min. q.',
    referenceTm: 'Reference Tm',
    ofZone: (field: string, zone: string) => `${field}, zone ${zone}`,
  },
  issues: {
    missing: (field: string) => `${field} is missing.`,
    noZone: (phase: string) => `${phase} has no zone.`,
    noLetter: 'A zone has no letter.',
    sameLetter: (zone: string) => `Two zones have the letter ${zone}.`,
    noMin: (zone: string) => `Zone ${zone} has no minimum.`,
    noMax: (zone: string) => `Zone ${zone} has no maximum.`,
    outOfRange: (zone: string) => `Zone ${zone} extends beyond 20 to 110 °C.`,
    referenceOutside: (zone: string, tm: number) =>
      `The reference Tm of zone ${zone}, ${tm} °C, lies outside it.`,
    endsFirst: (zone: string, max: number) => `Zone ${zone} ends at ${edgeText(max)} °C, before it begins.`,
    overlap: ({
      first,
      second,
      from,
      to,
    }: {
      readonly first: string;
      readonly second: string;
      readonly from: number;
      readonly to: number;
    }) => `${first} and ${second} overlap from ${edgeText(from)} to ${edgeText(to)} °C.`,
    tooManyZones: (most: number) => `A channel has at most ${most} zones.`,
  },
  changes: kitChanges,
  combinations: {
    title: 'Combinations',
    zonesHit: 'Zones hit',
    curves: 'Curves',
    diagnostic: 'Diagnostic',
    wells: 'Wells',
    list: 'Combinations and their diagnostics',
    filter: 'Which combinations',
    seen: (count: number) => `Seen or set ${count}`,
    without: (count: number) => `No diagnostic ${count}`,
    all: (count: number) => `All ${count}`,
    rest: (count: number) =>
      count === 1
        ? '1 combination does not occur in this run and has no diagnostic.'
        : `${count} combinations do not occur in this run and have no diagnostic.`,
    setRest: (count: number) =>
      count === 1 ? '1 combination has no diagnostic.' : `${count} combinations have no diagnostic.`,
    show: 'Show',
    none: 'No diagnostic',
    nothing: 'No combination here.',
    notInRun: 'not in this run',
    when: 'when',
    and: 'and',
    otherwise: 'else',
    addCondition: (label: string) => `Add condition to ${label}`,
    addCase: 'Case',
    addCaseTo: (label: string) => `Add another case to ${label}`,
    removeCondition: (condition: string, label: string) => `Remove ${condition} from ${label}`,
    conditionOf: (label: string, index: number) => `Condition ${index} of ${label}`,
    diagnosticOf: (label: string) => `Diagnostic of ${label}`,
    diagnosticWhen: (label: string, conditions: string) => `Diagnostic of ${label} when ${conditions}`,
    diagnosticElse: (label: string) => `Diagnostic of ${label} else`,
    conditionKinds: {
      heights: 'Heights',
      ratio: 'Ratio of two heights',
      width: 'Width at half height',
      shape: 'Shape of the curve',
      amplification: 'Amplification',
    },
    limitOf: (condition: string) => `Number of ${condition.charAt(0).toLowerCase()}${condition.slice(1)}`,
    wellsOf: (count: number) => (count === 1 ? '1 well' : `${count} wells`),
    outside: (count: number) => `${count} outside`,
    outsideRow: (wells: string, called: string) => `Peaks in no zone only, ${wells}. ${called}.`,
    listWells: (label: string) => `, list the wells with ${label}`,
    wellsList: (label: string) => `Wells with ${label}`,
    dialog: {
      diagnostic: 'Diagnostic',
      own: 'Own diagnostic …',
      lisCode: 'If empty, Curvewell sends the built-in name, or the words if you have changed them.',
      addOption: 'Add a diagnostic …',
      changeOption: (name: string) => `Change ${name} …`,
      add: (kit: string) => `Add a diagnostic to ${kit}`,
      change: (kit: string) => `Change a diagnostic of ${kit}`,
      color: (color: string) => `Colour ${color}`,
      gone: 'This diagnostic no longer exists.',
      everywhere: 'Saved immediately. Applies wherever this kit is used.',
    },
    rowName: (label: string, wells: string, cases: string) => `${label}, ${wells}. ${cases}.`,
    moveHelp: 'Alt + arrow moves it.',
  },
  checks: kitChecks,
  threshold: kitThreshold,
  overlaps: {
    title: 'Ambiguous rules or shapes',
    alike: (names: readonly string[]) =>
      `On this run, the shapes of ${names.join(' and ')} are within each other’s border, so no shape is known. Move the regions, lower the border, or repeat the standards.`,
    rules: ({ label, rules: [first, second], diagnostics: [one, other] }: RuleOverlap) =>
      `${label}: rule ${first} (${one}) and rule ${second} (${other}) can both apply to one well, and rule ${first} counts. Add a condition that separates them.`,
    more: (count: number) => `${count} more`,
  },
  nearZones: 'Zones that cannot be distinguished',
  missing: {
    title: 'Still missing',
    nothing: 'Nothing is missing.',
    noPhase: 'This channel has no phase yet. Below the charts, add the phase that your analyser reads.',
    noDiagnostics: 'This kit has no diagnostics yet. Add them where a combination needs one.',
    noStandards: (label: string) => `${label}: shape not known, because this run has too few standards`,
    unsettled: (label: string, hasRule: boolean) =>
      label === IN_NO_ZONE
        ? 'with peaks in no zone only: no call'
        : `${label}: ${hasRule ? 'no call, although it has a diagnostic' : 'no diagnostic'}`,
  },
  footer: {
    nothingChanged: 'Nothing changed',
    cancel: 'Cancel',
    save: 'Save',
    discard: (kit: string, version: string) => `Discard changes of ${kit} ${version}?`,
    created: (kit: string, version: string) => `Kit ${kit} ${version} created.`,
    updated: (kit: string, version: string) => `Kit ${kit} ${version} updated.`,
    notCreated: 'Kit not created',
    notUpdated: 'Kit not updated',
  },
  compare: kitCompare,
} as const;
