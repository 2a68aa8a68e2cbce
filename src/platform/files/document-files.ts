// Files that visitors can download: accepted types and size limit for staff uploads.

/** Maximum size in bytes. */
export const maxDocumentBytes = 20 * 1024 * 1024

export const acceptedDocuments = '.pdf,.xlsx,.png,.jpg,.jpeg'

const starts: readonly [type: string, endings: RegExp, bytes: readonly number[]][] = [
  ['application/pdf', /\.pdf$/i, [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /\.xlsx$/i, [0x50, 0x4b, 0x03, 0x04]],
  ['image/png', /\.png$/i, [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', /\.jpe?g$/i, [0xff, 0xd8, 0xff]],
]

/** The media type by file extension and magic bytes; undefined if they disagree or the type is not accepted. */
export const typeOfDocument = (name: string, bytes: Uint8Array): string | undefined =>
  starts.find(([, ending, start]) => ending.test(name) && start.every((byte, i) => bytes[i] === byte))?.[0]
