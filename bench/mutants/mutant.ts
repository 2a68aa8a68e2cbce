/** One wrong constant: a text that occurs once in a file of the product, and its replacement. */
export type Mutant = {
  section: number
  /** The rule whose proof has to fail. */
  rule: string
  file: string
  find: string
  replace: string
}

type Change = readonly [rule: string, find: string, replace: string]

/** The mutants of one file, for rules of one section. */
export const wrongIn = (section: number, file: string, changes: readonly Change[]): Mutant[] =>
  changes.map(([rule, find, replace]) => ({ section, rule, file, find, replace }))
