/** The place of a question in its page's address: its own words, so that a link to it outlives its moving. */
export const anchorOf = (question: string) =>
  question
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
