// Names of files inside of the archive: readable, unique, and valid on every system.

const longest = 120

/** A name without what Windows, a shell or a ZIP reader cannot take. Direction marks would show another ending than the real one. */
export function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '-')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  if (clean.length <= longest) return clean || 'ללא שם'
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  const stem = clean.slice(0, longest - ending.length)
  // A character of two units is not cut in half.
  return stem.replace(/[\ud800-\udbff]$/, '') + ending
}

/** Gives each path once: a second one of the same name gets a number before its ending. Compared without case, as Windows does. */
export function uniquePaths() {
  const taken = new Set<string>()
  return (path: string): string => {
    const [, stem, ending] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(path)!
    for (let n = 1; ; n++) {
      const candidate = n === 1 ? path : `${stem} (${n})${ending ?? ''}`
      const key = candidate.toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return candidate
    }
  }
}
