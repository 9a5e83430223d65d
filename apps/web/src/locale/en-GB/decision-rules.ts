export const decisionRules = {
  kinds: {
    failedControls: 'failed controls',
    missingControls: 'missing controls',
    standards: 'standards not as expected',
    unresolved: 'samples without a call',
    curves: 'doubtful curves',
    nearBorder: 'borderline results',
    changedByHand: 'overrides',
    kitStatus: 'kit not validated on the analyser',
    tmShift: 'zones that could not follow the controls',
    expiredLots: 'expired or closed lots',
    openLots: 'lots without an expiry date',
    runDate: 'run date not in the file',
    importDoubts: 'import warnings',
  },
  demands: { note: 'Note', confirm: 'Confirm', reason: 'Reason', block: 'Block' },
} as const;
