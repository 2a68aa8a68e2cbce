/** Whether a text has the format of a mailed link's token. Only a lookup of its hash verifies it. */
export const isLinkToken = (text: string) => /^[\w-]{20,64}$/.test(text)
