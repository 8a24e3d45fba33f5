/** What each word of BASIC is: `operator`, `function`, `control` or `other`. Made from the vocabulary. */
export const WORDS: Record<string, string>;
