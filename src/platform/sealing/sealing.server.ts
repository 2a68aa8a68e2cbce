// Encrypts secrets with AES-256-GCM and keys outside the database, so that a stolen copy of the database does not
// reveal them.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** `id` has 8 hexadecimal digits, `key` 32 bytes. */
export type SealingKey = { id: string; key: Uint8Array }

export type Seal = {
  /** The id of the encrypting key, which each value contains. */
  keyId: Buffer
  /** `owner` is additional authenticated data: ciphertext moved to another owner's row does not decrypt. */
  close(owner: string, content: unknown): Buffer
  /** Undefined if the ciphertext is malformed, belongs to another owner or purpose, or was encrypted with an unknown key. */
  open(owner: string, sealed: Uint8Array): unknown
}

/** Encryption for one purpose: ciphertext of another purpose is not decrypted. */
export type SealFor = (purpose: string) => Seal

const version = 2
const idBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + idBytes + nonceBytes + tagBytes

/**
 * The first key encrypts; all of them decrypt. A sealed value consists of version, key id, nonce, tag and ciphertext.
 */
export function createSealing(keys: readonly [SealingKey, ...SealingKey[]]): SealFor {
  const [current] = keys
  const known = new Map(keys.map(({ id, key }) => [id, key]))
  return (purpose) => ({
    keyId: Buffer.from(current.id, 'hex'),
    close(owner, content) {
      const header = Buffer.concat([Buffer.of(version), Buffer.from(current.id, 'hex')])
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(current.key, purpose), nonce).setAAD(aad(header, owner))
      const closed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), closed])
    },
    open(owner, value) {
      const sealed = Buffer.from(value)
      const key = known.get(keyIdOf(sealed) ?? '')
      if (!key) return undefined
      const nonce = sealed.subarray(1 + idBytes, 1 + idBytes + nonceBytes)
      const tag = sealed.subarray(1 + idBytes + nonceBytes, headerBytes)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(key, purpose), nonce, { authTagLength: tagBytes })
      decipher.setAAD(aad(sealed.subarray(0, 1 + idBytes), owner)).setAuthTag(tag)
      try {
        const opened = [decipher.update(sealed.subarray(headerBytes)), decipher.final()]
        return JSON.parse(Buffer.concat(opened).toString())
      } catch {
        return undefined
      }
    },
  })
}

/** The id of the key that encrypted a value; undefined if the value is malformed. */
function keyIdOf(sealed: Buffer) {
  if (sealed[0] !== version || sealed.length < headerBytes) return undefined
  return sealed.subarray(1, 1 + idBytes).toString('hex')
}

const keyFor = (key: Uint8Array, purpose: string) => createHmac('sha256', key).update(purpose).digest()
const aad = (header: Buffer, owner: string) => Buffer.concat([header, Buffer.from(owner)])

/** A new random key. */
export const makeSealingKey = (): SealingKey => ({
  id: randomBytes(idBytes).toString('hex'),
  key: randomBytes(32),
})
