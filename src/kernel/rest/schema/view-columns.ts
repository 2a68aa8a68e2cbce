// Finds the view columns that are unmodified table columns, in the parse tree that PostgreSQL stores for the view.

export type ColumnOrigin = { column: number; table: string; tableColumn: number }

/**
 * The origins of the outermost target list. A view over a view refers to that view's columns, which the caller resolves.
 * The tree is text: {NODE :field value …}, lists in parentheses, special characters in names escaped by a backslash.
 */
export function originsOf(definition: string): ColumnOrigin[] {
  const start = targetListOf(definition)
  if (start < 0) return []
  const origins: ColumnOrigin[] = []
  let depth = 0
  let entry = 0
  for (let at = start; at < definition.length; at++) {
    const letter = definition[at]
    if (letter === '\\') at++
    else if (letter === '{' && ++depth === 1) entry = at
    else if (letter === '}' && --depth === 0) {
      const origin = readEntry(definition.slice(entry, at))
      if (origin) origins.push(origin)
    } else if (letter === ')' && depth === 0) break
  }
  return origins
}

const listField = ':targetList ('

/** The start of the outermost target list: those of subqueries are nested deeper. */
function targetListOf(definition: string) {
  let depth = 0
  for (let at = 0; at < definition.length; at++) {
    const letter = definition[at]
    if (letter === '\\') at++
    else if (letter === '{') depth++
    else if (letter === '}') depth--
    else if (letter === ':' && depth === 1 && definition.startsWith(listField, at)) return at + listField.length
  }
  return -1
}

/** The fields of an entry follow its expression, which may hold whole subqueries with their own entries. */
function readEntry(entry: string): ColumnOrigin | undefined {
  const found = / :resno (\d+) .* :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)$/s.exec(
    entry.slice(entry.lastIndexOf('} :resno ') + 1),
  )
  if (!found || found[2] === '0' || found[4] === 'true') return undefined
  return { column: Number(found[1]), table: found[2]!, tableColumn: Number(found[3]) }
}
