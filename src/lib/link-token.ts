/** Whether a text can be the token of a mailed link. Its hash decides whether it is one. */
export const isLinkToken = (text: string) => /^[\w-]{20,64}$/.test(text)
