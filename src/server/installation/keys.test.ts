import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTokens, makeKeySet } from '#kernel/jwt.ts'
import { isRoot } from '#kernel/postgres/embedded/owner.ts'
import { createSealing } from '#platform/sealing/sealing.server.ts'
import { readConfig } from '../config.ts'
import { openKeys, rotateSealingKey } from './keys.ts'

const base = mkdtempSync(join(tmpdir(), 'keys-test-'))
afterAll(() => rmSync(base, { recursive: true }))
let folders = 0

/** A new data folder with its config. */
function installation(environment: Record<string, string> = {}) {
  const DATA_DIR = join(base, String(folders++))
  mkdirSync(DATA_DIR)
  return readConfig({ DATA_DIR, ...environment })
}

test('the first start creates the key file with mode 0600, and the next start reads the same keys', async () => {
  const config = installation()
  const first = await openKeys(config)
  expect(statSync(join(config.dataFolder, 'keys.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(config.dataFolder, 'api-keys.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(config.dataFolder).toSorted()).toEqual(['api-keys.json', 'keys.json'])
  const second = await openKeys(config)
  expect(second.passwords).toEqual(first.passwords)
  expect(second.tokens.anonKey).toBe(first.tokens.anonKey)
  expect(await second.tokens.verify(await first.tokens.sign({ role: 'authenticated' }, 60))).toMatchObject({
    role: 'authenticated',
  })
})

test('two concurrent first starts agree on one key file', async () => {
  const config = installation()
  const [one, other] = await Promise.all([openKeys(config), openKeys(config)])
  expect(one.passwords).toEqual(other.passwords)
})

test('database logins have distinct passwords, and installations share no secret', async () => {
  const [one, other] = [await openKeys(installation()), await openKeys(installation())]
  const all = [...Object.values(one.passwords), ...Object.values(other.passwords)]
  expect(new Set(all).size).toBe(12)
  await expect(other.tokens.verify(one.tokens.anonKey)).rejects.toThrow()
})

test('configured secrets and keys override those in the file', async () => {
  const JWT_SECRET = 'a-secret-of-the-operator-of-40-characters'
  const { anonKey, serviceRoleKey } = await createTokens(
    { ...(await makeKeySet()), jwtSecret: JWT_SECRET },
    'elsewhere',
  )
  const { tokens } = await openKeys(installation({ JWT_SECRET, ANON_KEY: anonKey, SERVICE_ROLE_KEY: serviceRoleKey }))
  expect(tokens).toMatchObject({ anonKey, serviceRoleKey })
  expect(await tokens.verify(anonKey)).toMatchObject({ role: 'anon' })
})

test('an API key with a different role than its name is refused', async () => {
  const JWT_SECRET = 'a-secret-of-the-operator-of-40-characters'
  const { serviceRoleKey } = await createTokens({ ...(await makeKeySet()), jwtSecret: JWT_SECRET }, 'elsewhere')
  const sentence = 'ANON_KEY is not a key for the role anon that JWT_SECRET has signed.'
  await expect(openKeys(installation({ JWT_SECRET, ANON_KEY: serviceRoleKey }))).rejects.toThrow(sentence)
  await expect(openKeys(installation({ JWT_SECRET, ANON_KEY: 'forged.forged.forged' }))).rejects.toThrow(sentence)
})

test('a rotation prepends a sealing key, and preserves the earlier keys and all other secrets', async () => {
  const config = installation()
  const before = await openKeys(config)
  const { id } = rotateSealingKey(config.dataFolder)
  const after = await openKeys(config)
  expect(after.sealingKeys.map((key) => key.id)).toEqual([id, before.sealingKeys[0].id])
  expect(createSealing(after.sealingKeys)('p').open('o', createSealing(before.sealingKeys)('p').close('o', 1))).toBe(1)
  expect(after).toMatchObject({ passwords: before.passwords, tokens: { anonKey: before.tokens.anonKey } })
  expect(statSync(join(config.dataFolder, 'keys.json')).mode & 0o777).toBe(0o600)
})

test.skipIf(!isRoot())('after a rotation by root the key file still belongs to the user of the server', async () => {
  const config = installation()
  await openKeys(config)
  const file = join(config.dataFolder, 'keys.json')
  chownSync(file, 65_534, 65_534)
  rotateSealingKey(config.dataFolder)
  const { uid, gid, mode } = statSync(file)
  expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 65_534, gid: 65_534, mode: 0o600 })
})

test('a key file of an earlier version gets a derived sealing key that is equal on every node', async () => {
  const config = installation()
  await openKeys(config)
  const file = join(config.dataFolder, 'keys.json')
  const { sealingKeys: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, JSON.stringify(earlier))
  const [one, other] = [await openKeys(config), await openKeys(config)]
  expect(one.sealingKeys).toEqual(other.sealingKeys)
  rotateSealingKey(config.dataFolder)
  expect((await openKeys(config)).sealingKeys.slice(1)).toEqual(one.sealingKeys)
})

test('a damaged key file is reported, and not replaced', async () => {
  const config = installation()
  const file = join(config.dataFolder, 'keys.json')
  writeFileSync(file, '{"jwtSecret": "cut in the mid')
  await expect(openKeys(config)).rejects.toThrow(/keys\.json is damaged\. Bring it back from a backup/)
  expect(readFileSync(file, 'utf8')).toBe('{"jwtSecret": "cut in the mid')
})

test('a missing key file next to an existing database is reported, and not replaced', async () => {
  const config = installation()
  mkdirSync(join(config.dataFolder, 'cluster'))
  await expect(openKeys(config)).rejects.toThrow(
    /keys\.json is missing, and the database beside it opens only with the keys in it/,
  )
  expect(readdirSync(config.dataFolder)).toEqual(['cluster'])
})
