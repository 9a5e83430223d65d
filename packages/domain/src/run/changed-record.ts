/** Printed on every page and in every row of an exported run that differs from what was signed. */
export const CHANGED_NOTICE = 'NOT WHAT WAS SIGNED';

export const CHANGED_SENTENCE = 'This run differs from what was signed. Its history lists the differences.';

/** Why such a run is not sent. */
export const CHANGED_NOT_SENT = `${CHANGED_SENTENCE} The rules of your laboratory do not allow it to be exported or sent.`;
