// File names inside an archive: readable, unique, and valid on every operating system.

const maxLength = 120

/**
 * Removes characters that Windows, a shell or a ZIP reader rejects, and bidi control characters, which could disguise
 * the extension.
 */
export function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '-')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  if (clean.length <= maxLength) return clean || 'ללא שם'
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  const stem = clean.slice(0, maxLength - ending.length)
  // Does not split a surrogate pair.
  return stem.replace(/[\ud800-\udbff]$/, '') + ending
}

/** Makes paths unique: a duplicate gets a number before its extension. Compared case-insensitively, like Windows. */
export function uniquePaths() {
  const used = new Set<string>()
  return (path: string): string => {
    const [, stem, ending] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(path)!
    for (let n = 1; ; n++) {
      const candidate = n === 1 ? path : `${stem} (${n})${ending ?? ''}`
      const key = candidate.toLowerCase()
      if (used.has(key)) continue
      used.add(key)
      return candidate
    }
  }
}
