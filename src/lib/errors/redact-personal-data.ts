// Removes personal data from error messages, which may quote user input, before they are logged.
const removals: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/[^\s"'<>()=:,;/]+@[^\s"'<>()=:,;/]+/g, '[email]'],
  [/https?:\/\/[^\s"'<>)]+/g, '[address]'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '[id]'],
  // Tokens, for example of mailed links: long runs of letters and digits.
  [/(?<=\/)(?=[\w-]*[A-Z\d])[\w-]{20,}/g, '[key]'],
  [/\+?\d(?:[\s-]?\d){5,}/g, '[number]'],
  [/"[^"]*"|“[^”]*”|„[^“]*“/g, '"…"'],
  // Our error messages are never Hebrew, so Hebrew text is user input.
  [/[\u0590-\u05FF][\u0590-\u05FF\s"'׳״־-]*/g, '[words] '],
]

/** The text without emails, URLs, numbers, tokens, quotes and names. */
export const redactPersonalData = (text: string) =>
  removals.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text).trim()
