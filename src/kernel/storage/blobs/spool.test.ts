import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { spool } from './spool.ts'

const folder = mkdtempSync(join(tmpdir(), 'spool-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a received file is on disk byte for byte', async () => {
  const bytes = [Buffer.alloc(70_000, 'a'), Buffer.from('b')]
  expect(await spool(join(folder, 'whole'), Readable.from(bytes), 100_000, [])).toEqual({ size: 70_001, sums: {} })
  expect(statSync(join(folder, 'whole')).size).toBe(70_001)
})

test('a short write to a full disk fails the upload', () => {
  // RLIMIT_FSIZE behaves like a full disk: the write past four kilobytes is first short, then fails.
  const script = `
    import { Readable } from 'node:stream'
    import { spool } from '${join(import.meta.dirname, 'spool.ts')}'
    process.on('SIGXFSZ', () => {})
    const chunks = [Buffer.alloc(3000), Buffer.alloc(3000)]
    const outcome = await spool('${join(folder, 'full')}', Readable.from(chunks), 10_000, []).then(() => 'written', ({ code }) => code)
    process.stdout.write(outcome)`
  const limited = ['-c', 'ulimit -f 4 && exec "$0" --input-type=module -e "$1"', process.execPath, script]
  // A file of the compile cache would exceed the limit, too.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
  expect(execFileSync('bash', limited, { encoding: 'utf8', env }).trim()).toBe('EFBIG')
})
