/** A test file, and the whole title of a test as written there: `%s` represents the values of a table's rows. */
export type Proof = readonly [file: string, title: string]

/** A rule of the specification in its own words, and the test that proves it. Without one it is still to come. */
export type Rule = { rule: string; proof?: Proof }
