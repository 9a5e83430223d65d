/** On every page and in every row of a run that leaves the laboratory though it is not what was signed. */
export const CHANGED_NOTICE = 'NOT WHAT WAS SIGNED';

export const CHANGED_SENTENCE = 'This run differs from what was signed. Its history lists the differences.';

/** Why nothing of it leaves the laboratory. */
export const CHANGED_NOT_SENT = `${CHANGED_SENTENCE} The rules of your laboratory do not allow it to be exported or sent.`;
