// Compression and encryption of backup objects: zstd, then age (age-encryption.org/v1), which the tool `age` decrypts, too.
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'

/** The suffix of object names. */
export const suffix = '.zst.age'

export type Envelope = { close(plain: Readable): Promise<Readable>; open(stored: Readable): Promise<Readable> }

// Node's type of a web stream differs from the DOM's, which the library names.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as Parameters<typeof Readable.fromWeb>[0])

/** `recipients` are public keys, each of which can decrypt everything. `identity` is the private key for decryption. */
export const createEnvelope = ({ recipients, identity }: { recipients: string[]; identity: string }): Envelope => ({
  async close(plain) {
    const encrypter = new Encrypter()
    for (const recipient of recipients) encrypter.addRecipient(recipient)
    // An error of one stream destroys the others; readers of the last one receive it.
    const compressed = pipeline(plain, createZstdCompress(), () => {})
    return fromWeb(await encrypter.encrypt(toWeb(compressed)))
  },
  async open(stored) {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const compressed = fromWeb(await decrypter.decrypt(toWeb(stored)))
    return pipeline(compressed, createZstdDecompress(), () => {})
  },
})
