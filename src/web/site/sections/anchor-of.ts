/** Anchor of a question, derived from its text: a link to it survives reordering. */
export const anchorOf = (question: string) =>
  question
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
