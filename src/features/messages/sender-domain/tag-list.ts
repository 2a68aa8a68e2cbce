/**
 * Parses `name=value; name=value`, the format of DKIM and DMARC records. Undefined if a part has another format, or a
 * name repeats.
 */
export function readTagList(text: string): Map<string, string> | undefined {
  const tags = new Map<string, string>()
  for (const part of text.split(';')) {
    if (part.trim() === '') continue
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim().toLowerCase()
    if (at < 1 || !/^[a-z][a-z0-9_]*$/.test(name) || tags.has(name)) return undefined
    tags.set(name, part.slice(at + 1).trim())
  }
  return tags
}
