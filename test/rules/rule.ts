/** A rule of the specification in its own words, and the test that holds it. */
export type Rule = {
  rule: string
  /** The proof: a test file, and the whole title of a test or the first column of its row in a table. */
  proof?: [file: string, title: string]
}
