// Detects the type of a file from its content, because the name and type sent by the browser are untrusted.

const zipStart = 'PK\u0003\u0004'
const office = 'application/vnd.openxmlformats-officedocument.'

const types: Record<string, { type: string; is(head: string, bytes: Uint8Array): boolean }> = {
  pdf: { type: 'application/pdf', is: (head) => head.startsWith('%PDF-') },
  png: { type: 'image/png', is: (head) => head.startsWith('\u0089PNG\r\n\u001a\n') },
  jpg: { type: 'image/jpeg', is: (head) => head.startsWith('\u00ff\u00d8\u00ff') },
  webp: { type: 'image/webp', is: (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' },
  heic: { type: 'image/heic', is: (head) => /^(heic|heix|hevc|mif1|msf1)$/.test(head.slice(8, 12)) && head.slice(4, 8) === 'ftyp' }, // prettier-ignore
  docx: { type: `${office}wordprocessingml.document`, is: (head, bytes) => isOffice(head, bytes, 'word/') },
  xlsx: { type: `${office}spreadsheetml.sheet`, is: (head, bytes) => isOffice(head, bytes, 'xl/') },
  csv: { type: 'text/csv', is: (_, bytes) => isPlainText(bytes) },
}
const aliases: Record<string, string> = { jpeg: 'jpg', heif: 'heic' }

/** Value of the `accept` attribute. */
export const acceptedFiles = [...Object.keys(types), ...Object.keys(aliases)].map((ending) => `.${ending}`).join(',')

export const maxFileBytes = 10 * 1024 * 1024

/** The media type, if the content matches the file name; undefined if the extension is not accepted. */
export function sniffFile(name: string, bytes: Uint8Array): { type: string | undefined; fits: boolean } {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = aliases[ending] ?? ending
  const known = Object.hasOwn(types, kind) ? types[kind] : undefined
  if (!known) return { type: undefined, fits: false }
  return { type: known.type, fits: known.is(latin1(bytes.subarray(0, 32)), bytes) }
}

const latin1 = (bytes: Uint8Array) => String.fromCodePoint(...bytes)

/** A ZIP archive stores entry names uncompressed, including in its central directory. */
function isOffice(head: string, bytes: Uint8Array, folder: string): boolean {
  if (!head.startsWith(zipStart)) return false
  const text = new TextDecoder('latin1').decode(bytes)
  return text.includes('[Content_Types].xml') && text.includes(folder)
}

/** No NUL bytes, and no HTML or script at the start. */
const isPlainText = (bytes: Uint8Array) =>
  !bytes.includes(0) && !/^\s*(?:<|%PDF|#!|PK)/.test(latin1(bytes.subarray(0, 200)))
