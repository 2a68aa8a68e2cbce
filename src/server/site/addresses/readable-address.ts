/** An address as people read it; as it is if its escapes are invalid. */
export function readableAddress(address: string) {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
