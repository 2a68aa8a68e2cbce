/** A rule of the specification in its own words, and the test that holds it. */
export type Rule = {
  rule: string
  /** Where the proof stands, and its whole title, or the first words of its row in a table. */
  proof?: [file: string, title: string]
}
