// Verifies that a message was signed by the wallet of an address.
import { createPublicKey, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** `signature` is r, s and v, 65 bytes. The public key is recovered from it, and the address is its hash (EIP-191). */
export function isSignedByEthereum(address: string, message: string, signature: Uint8Array): boolean {
  const v = signature[64]!
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 3) return false
  try {
    const recoverable = Uint8Array.from([recovery, ...signature.subarray(0, 64)])
    const compressed = secp256k1.recoverPublicKey(recoverable, ethereumHash(message), { prehash: false })
    const publicKey = secp256k1.Point.fromBytes(compressed).toBytes(false)
    const recovered = keccak_256(publicKey.subarray(1)).subarray(12)
    return `0x${Buffer.from(recovered).toString('hex')}` === address.toLowerCase()
  } catch {
    return false
  }
}

/** The hash that personal_sign signs. */
export function ethereumHash(message: string) {
  const bytes = Buffer.from(message)
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
}

/** The address is the public key itself, in base58. */
export function isSignedBySolana(address: string, message: string, signature: Uint8Array): boolean {
  const publicKey = fromBase58(address)
  if (publicKey.length !== 32) return false
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(message), key, signature)
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes base58. The message parser has already refused characters outside the alphabet. */
function fromBase58(text: string): Uint8Array {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(base58.indexOf(letter))
  const hex = value === 0n ? '' : value.toString(16)
  const zeros = /^1*/.exec(text)![0].length
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}
