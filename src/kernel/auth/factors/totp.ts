// TOTP codes of an authenticator app (RFC 6238): six digits, thirty seconds, from a shared secret.
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

const form = { algorithm: 'SHA1', digits: 6, period: 30 }
const secretBytes = 20

export type Enrollment = { secret: string; uri: string; qr_code: string }

/** Limits from the capacity of the QR code: a character may take nine bytes in the URI, and the issuer appears twice. */
export const maxIssuerLength = 64
const maxAccountLength = 100

/** A new secret with its URI and QR code. The app displays `issuer` and `account`. */
export function newEnrollment(issuer: string, account: string): Enrollment {
  const secret = new Secret({ size: secretBytes })
  const label = Array.from(account).slice(0, maxAccountLength).join('')
  const uri = new TOTP({ ...form, issuer, label, secret }).toString()
  return { secret: secret.base32, uri, qr_code: qrCode(uri) }
}

/** Accepts the code of the current period, the one before and the one after: clocks differ, and typing takes time. */
export function matchesTotp(secret: string, typed: string, timestamp = Date.now()): boolean {
  const token = typed.replace(/\s+/g, '')
  // The library accepts only ASCII digits.
  if (!/^[0-9]{6}$/.test(token)) return false
  return TOTP.validate({ ...form, secret: Secret.fromBase32(secret), token, timestamp, window: 1 }) !== null
}

const pixelsPerModule = 4

/** The client puts the SVG into a data: URL without encoding it, so it must contain no # and no %. */
function qrCode(text: string) {
  const { size, data } = encode(text, { ecc: 'L', border: 4 })
  const bars = data.flatMap((row, y) => barsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  const side = size * pixelsPerModule
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${bars.join('')}"/></svg>`
}

/** Start and length of each run of black modules in a row. */
function barsOf(row: boolean[]) {
  const bars: [start: number, length: number][] = []
  for (const [x, isBlack] of row.entries()) {
    if (!isBlack) continue
    if (row[x - 1]) bars.at(-1)![1]++
    else bars.push([x, 1])
  }
  return bars
}
