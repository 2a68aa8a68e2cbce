// Encrypts secrets with AES-256-GCM and a key outside the database, so that a stolen copy of it does not reveal them.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export type Seal = {
  /** `owner` is additional authenticated data: ciphertext moved to another user's row does not decrypt. */
  close(owner: string, content: object): Buffer
  /** Undefined if the ciphertext is malformed, belongs to another owner or was encrypted with another key. */
  open(owner: string, sealed: Buffer): unknown
}

const version = 1
const nonceBytes = 12
const tagBytes = 16

/** `key` has 32 bytes. */
export function createSeal(key: Uint8Array): Seal {
  return {
    close(owner, content) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const closed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), closed])
    },
    open(owner, sealed) {
      if (sealed[0] !== version || sealed.length < 1 + nonceBytes + tagBytes) return undefined
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      try {
        const opened = [decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]
        return JSON.parse(Buffer.concat(opened).toString())
      } catch {
        return undefined
      }
    },
  }
}
