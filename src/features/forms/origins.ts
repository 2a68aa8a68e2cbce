// Parses the origins that may embed a form, as typed by the owner.

/** One origin per line. Paths and case are normalised; undefined unless it is an https URL. */
export function parseOrigins(text: string): string[] | undefined {
  const lines = text.split(/[\s,]+/).filter(Boolean)
  const origins = lines.map((line) => originOf(line.includes('://') ? line : `https://${line}`))
  return origins.every((origin) => origin !== undefined) ? [...new Set(origins)] : undefined
}

function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  // The database accepts only host names that all browsers parse identically.
  return url?.protocol === 'https:' && /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(url.origin) ? url.origin : undefined
}
