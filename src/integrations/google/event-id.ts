// An event's id is derived from the appointment's id, so a repeated insert conflicts with the first one, and the appointment of a
// changed event is known even after the event was deleted.

// base32hex in lower case, the alphabet of Google's event ids.
const alphabet = '0123456789abcdefghijklmnopqrstuv'
const prefix = 'maslul'
const length = 26

/** `appointmentId` is a UUID. */
export function eventIdOf(appointmentId: string): string {
  // 128 bits fill 26 digits of 5 bits.
  let rest = BigInt(`0x${appointmentId.replaceAll('-', '')}`) << 2n
  let digits = ''
  for (let i = 0; i < length; i++) {
    digits = alphabet[Number(rest & 31n)]! + digits
    rest >>= 5n
  }
  return prefix + digits
}

/** Undefined for an event that we did not create. */
export function appointmentIdOf(eventId: string): string | undefined {
  if (!new RegExp(`^${prefix}[0-9a-v]{${length}}$`).test(eventId)) return undefined
  let value = 0n
  for (const digit of eventId.slice(prefix.length)) value = (value << 5n) | BigInt(alphabet.indexOf(digit))
  const hex = (value >> 2n).toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The UID that Google gives the event in calendar files. Calendar apps treat a file with the same UID as the same event. */
export const icalUidOf = (appointmentId: string) => `${eventIdOf(appointmentId)}@google.com`
