const named: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", shy: '' }

/** Replaces numeric entities and the most common named ones. Unknown names stay as they are. */
export const decodeEntities = (html: string) =>
  html.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return named[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : parseInt(hex!, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
