// Sites that may show a form in a frame, as the owner types them.

/** One origin per line. Paths and capitals are dropped; undefined for what is no https address. */
export function typedOrigins(text: string): string[] | undefined {
  const lines = text.split(/[\s,]+/).filter(Boolean)
  const origins = lines.map((line) => originOf(line.includes('://') ? line : `https://${line}`))
  return origins.every((origin) => origin !== undefined) ? [...new Set(origins)] : undefined
}

function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  // The database takes only names that are the same in every browser.
  return url?.protocol === 'https:' && /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(url.origin) ? url.origin : undefined
}
