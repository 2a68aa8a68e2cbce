// Detects the format of a file by its first bytes or characters.

/** 'ole': Excel until 2003, and password-protected workbooks. */
export function containerOf(start: Uint8Array): 'zip' | 'ole' | undefined {
  const startsWith = (...bytes: number[]) => bytes.every((byte, i) => start[i] === byte)
  if (startsWith(0x50, 0x4b, 0x03, 0x04)) return 'zip'
  return startsWith(0xd0, 0xcf, 0x11, 0xe0) ? 'ole' : undefined
}

/** Whether the file is a document or an image, not text. */
export const isBinary = (text: string) =>
  // eslint-disable-next-line no-control-regex -- text files do not contain them
  /[\u0000-\u0008\u000e-\u001a]/.test(text) || /^\ufeff?\s*(%PDF|\{\\rtf)/i.test(text)

/** Whether the file is HTML, which banks export with an Excel extension. */
export const isMarkup = (text: string) =>
  /^\ufeff?\s*<(!doctype|!--|html|\?xml|table|meta|head|body|div|style)/i.test(text)
