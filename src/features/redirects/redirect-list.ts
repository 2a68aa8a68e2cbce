// Bulk import of redirects from CSV: source, target and optionally 301 or 302 per line.
import { RedirectEdit, withinSite } from './redirects.ts'

export type ReadList = { edits: RedirectEdit[]; errors: { line: number; error: string }[] }

/**
 * Parses lines separated by commas, semicolons or tabs. `origin` is the site's. Header and empty lines are skipped;
 * invalid lines are reported.
 */
export function readRedirectList(text: string, origin: string): ReadList {
  const read: ReadList = { edits: [], errors: [] }
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  for (const [i, [from = '', to = '', code = '']] of lines.entries()) {
    const isHeading = i === 0 && !/^(\/|https?:)/.test(from)
    if ((from === '' && to === '') || isHeading) continue
    const parsed = RedirectEdit.safeParse({
      from_path: from,
      to_address: withinSite(to, origin),
      code: code === '' ? 301 : Number(code),
    })
    if (!parsed.success) read.errors.push({ line: i + 1, error: errorOf(parsed.error.issues[0]!) })
    else if (read.edits.some(({ from_path }) => from_path === parsed.data.from_path))
      read.errors.push({ line: i + 1, error: 'הכתובת כבר הופיעה בשורה קודמת' })
    else read.edits.push(parsed.data)
  }
  return read
}

const errorOf = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  path[0] === 'code' ? 'הסוג הוא 301 או 302' : message
