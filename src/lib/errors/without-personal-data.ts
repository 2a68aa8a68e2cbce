// What people typed finds its way into the words of errors; it must not find its way into a log.
const removals: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/[^\s"'<>()=:,;/]+@[^\s"'<>()=:,;/]+/g, '[email]'],
  [/https?:\/\/[^\s"'<>)]+/g, '[address]'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '[id]'],
  // A key in an address, as mailed links have one: long, and no word.
  [/(?<=\/)(?=[\w-]*[A-Z\d])[\w-]{20,}/g, '[key]'],
  [/\+?\d(?:[\s-]?\d){5,}/g, '[number]'],
  [/"[^"]*"|“[^”]*”|„[^“]*“/g, '"…"'],
  // No sentence of a machine is Hebrew: whatever is was typed by somebody.
  [/[\u0590-\u05FF][\u0590-\u05FF\s"'׳״־-]*/g, '[words] '],
]

/** The text without addresses, numbers, tokens, quotes and names. */
export const withoutPersonalData = (text: string) =>
  removals.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text).trim()
