/** What is wrong with an answer, whatever was asked; undefined when nothing is. */
export function complaintAbout({ status, text }: { status: number; text: string }): string | undefined {
  if (status >= 500) return 'a failure of the server'
  // So is everything called that no caller of the library may read.
  if (/\bhidden\b/.test(text)) return 'a row that the caller may not read'
  return undefined
}
