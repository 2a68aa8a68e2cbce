// A row of a spreadsheet of any format, and the reasons why a file is refused.

/** `n` is one-based, as spreadsheet programs display it. */
export type SheetRow = { n: number; cells: string[] }

export type NotASheetCode =
  | 'not_a_table'
  | 'old_excel'
  | 'file_broken'
  | 'file_too_large_inside'
  | 'unclosed_quote'
  | 'file_empty'

/** The file cannot be read as a spreadsheet. */
export class NotASheet extends Error {
  readonly code: NotASheetCode
  constructor(code: NotASheetCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'NotASheet'
    this.code = code
  }
}
