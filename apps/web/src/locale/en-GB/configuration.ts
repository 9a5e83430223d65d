/** The tabs of the Configuration page. */
export const configuration = {
  tabs: {
    lots: 'Lot configuration',
    kits: 'Kit configuration',
    diagnostics: 'Diagnostic configuration',
    fileTransfer: 'File-transfer configuration',
    transfer: 'Import/Export',
    analysers: 'Analysers',
  },
} as const;
