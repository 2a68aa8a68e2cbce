/** Decodes a URL for display; returns it unchanged if its escapes are invalid. */
export function readableAddress(address: string) {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
