// The installation's secrets, created on the first start in DATA_DIR/keys.json. No secret has a default.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SigningKey } from '#kernel/jwt-keys.ts'
import { type KeySet, createTokens, makeKeySet, type Tokens } from '#kernel/jwt.ts'
import { type Login, logins } from '#kernel/postgres/connection.ts'
import { isRoot } from '#kernel/postgres/embedded/owner.ts'
import type { Passwords } from '#kernel/postgres/logins.ts'
import { StartupError } from '#lib/startup-error.ts'
import { makeSealingKey, type SealingKey } from '#platform/sealing/sealing.server.ts'
import type { Config } from '../config.ts'

const KeyFile = z.object({
  jwtSecret: z.string().min(32),
  signingKey: z.looseObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    d: z.string(),
    x: z.string(),
    y: z.string(),
    kid: z.string(),
  }),
  passwords: z.record(z.enum(logins), z.string().min(16)),
  /** The first one encrypts. Missing in files of earlier versions. */
  sealingKeys: z.array(z.object({ id: z.string().regex(/^[0-9a-f]{8}$/), key: z.base64url().length(43) })).optional(),
})
type KeyFile = z.infer<typeof KeyFile>

export type Keys = {
  tokens: Tokens
  passwords: Passwords
  /** The first one encrypts. */
  sealingKeys: [SealingKey, ...SealingKey[]]
}

/** Configured keys override those in the file. Throws StartupError if the file is missing next to a database, or damaged. */
export async function openKeys({ dataFolder, apiUrl, keys: configuredKeys }: Config): Promise<Keys> {
  const file = join(dataFolder, 'keys.json')
  if (!existsSync(file)) await makeKeys(file, join(dataFolder, 'cluster'))
  const stored = readKeys(file)
  const newTokens = await createTokens(
    {
      jwtSecret: configuredKeys.jwtSecret ?? stored.jwtSecret,
      ...signingKeys(configuredKeys.jwtKeys, { ...stored.signingKey, alg: 'ES256' }),
    },
    `${apiUrl}/auth/v1`,
  )
  const tokens = {
    ...newTokens,
    anonKey: await accepted(newTokens, 'ANON_KEY', 'anon', configuredKeys.anonKey ?? newTokens.anonKey),
    serviceRoleKey: await accepted(
      newTokens,
      'SERVICE_ROLE_KEY',
      'service_role',
      configuredKeys.serviceRoleKey ?? newTokens.serviceRoleKey,
    ),
  }
  writeApiKeys(join(dataFolder, 'api-keys.json'), tokens)
  return { tokens, passwords: stored.passwords, sealingKeys: sealingKeysOf(stored) }
}

/**
 * Adds a key that encrypts from the next start on. Earlier keys are still needed: to decrypt until all values are re-encrypted, and for
 * values in backups. Throws StartupError if there is no readable key file.
 */
export function rotateSealingKey(dataFolder: string): SealingKey {
  const file = join(dataFolder, 'keys.json')
  const stored = readKeys(file)
  const added = makeSealingKey()
  const sealingKeys = [added, ...sealingKeysOf(stored)].map(writable)
  writeAndSync(`${file}.new`, JSON.stringify({ ...stored, sealingKeys }, null, 2))
  // The server may run as another user than the administrator.
  const { uid, gid } = statSync(file)
  if (isRoot()) chownSync(`${file}.new`, uid, gid)
  renameSync(`${file}.new`, file)
  return added
}

/** A file without sealing keys gets a derived one, the same on every node with a copy of the file. */
function sealingKeysOf({ sealingKeys = [], jwtSecret }: KeyFile): Keys['sealingKeys'] {
  const [first, ...rest] = sealingKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64url') }))
  if (first) return [first, ...rest]
  const key = createHmac('sha256', jwtSecret).update('sealed values').digest()
  return [{ id: createHash('sha256').update(key).digest('hex').slice(0, 8), key }]
}
const writable = ({ id, key }: SealingKey) => ({ id, key: Buffer.from(key).toString('base64url') })

/** Tokens signed by the installation's own key stay valid when a project's keys replace it. */
const signingKeys = (
  configured: Config['keys']['jwtKeys'],
  own: SigningKey,
): Pick<KeySet, 'signingKey' | 'verifyingKeys'> =>
  configured ? { ...configured, verifyingKeys: [...configured.verifyingKeys, own] } : { signingKey: own }

async function makeKeys(file: string, cluster: string) {
  if (lstatSync(cluster, { throwIfNoEntry: false }))
    throw new StartupError(
      `${file} is missing, and the database beside it opens only with the keys in it. Bring that file back.`,
    )
  const passwords = Object.fromEntries(logins.map((login) => [login, randomBytes(24).toString('base64url')])) as Record<
    Login,
    string
  >
  const half = `${file}.${randomUUID()}`
  try {
    const sealingKeys = [writable(makeSealingKey())]
    writeAndSync(half, JSON.stringify({ ...(await makeKeySet()), passwords, sealingKeys }, null, 2))
    // A link fails if the file exists: of two concurrent first starts, one creates the keys and the other reads them.
    linkSync(half, file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StartupError(`The disk that holds ${file} is full. Free some space and start again.`)
    if (code !== 'EEXIST') throw new StartupError(`The keys cannot be written to ${file}: ${message}.`)
  } finally {
    rmSync(half, { force: true })
  }
}

function readKeys(file: string): KeyFile {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartupError(`${file} cannot be read: ${(error as Error).message}. Start as the user it belongs to.`)
  }
  try {
    return KeyFile.parse(JSON.parse(text))
  } catch (error) {
    throw new StartupError(
      `${file} is damaged. Bring it back from a backup: the database and every session depend on it.`,
      { cause: error },
    )
  }
}

/** Throws StartupError unless the key is valid for its role. */
async function accepted(tokens: Tokens, name: string, role: string, key: string) {
  const claims = await tokens.verify(key).catch(() => undefined)
  if (claims?.role !== role)
    throw new StartupError(`${name} is not a key for the role ${role} that JWT_SECRET has signed.`)
  return key
}

/** The API keys for other programs. Rewritten at every start, never read. */
function writeApiKeys(file: string, { anonKey, serviceRoleKey, publishableKey, secretKey }: Tokens) {
  const text = JSON.stringify({ anonKey, serviceRoleKey, publishableKey, secretKey }, null, 2)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeAndSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** Synced to disk before the database depends on it. */
function writeAndSync(file: string, text: string) {
  rmSync(file, { force: true })
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
