/** Parses the text of a composite value, like `(1,"a ""b""",)`. An empty field without quotes is null. */
export function readComposite(text: string): (string | null)[] {
  const fields: (string | null)[] = []
  let at = 1
  while (at < text.length) {
    let field = ''
    let isQuoted = false
    let inQuotes = false
    for (; at < text.length; at++) {
      const char = text[at]!
      if (!inQuotes && (char === ',' || char === ')')) break
      if (char === '"') {
        if (inQuotes && text[at + 1] === '"') field += text[++at]!
        else inQuotes = !inQuotes
        isQuoted = true
      } else if (char === '\\') field += text[++at] ?? ''
      else field += char
    }
    fields.push(field === '' && !isQuoted ? null : field)
    at++
  }
  return fields
}
