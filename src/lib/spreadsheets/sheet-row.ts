// A line of a list, whatever kind of file it came in, and why a file is no list.

/** `n` counts from one, as the program that made the file shows it. */
export type SheetRow = { n: number; cells: string[] }

export type NotASheetCode =
  | 'not_a_table'
  | 'old_excel'
  | 'file_broken'
  | 'file_too_large_inside'
  | 'unclosed_quote'
  | 'file_empty'

/** The file cannot be read as a list. */
export class NotASheet extends Error {
  readonly code: NotASheetCode
  constructor(code: NotASheetCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'NotASheet'
    this.code = code
  }
}
