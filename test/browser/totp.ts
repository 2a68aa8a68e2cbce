/** The current code of an authenticator app with this secret (RFC 6238). */
export async function codeOf(secret: string, at = Date.now()) {
  const bits = Array.from(secret.replaceAll(' ', ''), (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g)!, (eight) => Number.parseInt(eight, 2))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(at / 30_000)))
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const start = digest.getUint8(19) & 15
  return String((digest.getUint32(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
