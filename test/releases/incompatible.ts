// What a later release may do to an earlier one. Until 1.0.0 no two versions run side by side: one row and one name in a hundred may change.

/** What the next release took away although this one uses it. Between two releases that run side by side this is empty. */
export const incompatible: Readonly<Record<string, readonly string[]>> = {}

/** How many rows later tables files rewrite, by release and table. Each other row is the same, to the letter. */
export const rewritten: Readonly<Record<string, Readonly<Record<string, number>>>> = {}

export const isPreview = (version: string) => version.startsWith('0.')
