/** A test file, and the whole title of a test as written there: `%s` represents the values of a table's rows. */
export type Proof = readonly [file: string, title: string]

/** A rule of the specification in its own words, and the test that proves it. Without a proof it is not implemented yet. */
export type Rule = { rule: string; proof?: Proof }
