import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'

/** The only credentials that the stand-in accepts; it verifies every signature. */
const login = 'S3RVER'

/** Starts an S3 server with one bucket, for this test file. `blobs` counts the files below `objects/`. */
export async function testS3() {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const configureBuckets = [{ name: 'our-files' }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = await server.run()
  afterAll(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })
  const address = {
    origin: `http://127.0.0.1:${port}`,
    bucket: 'our-files',
    prefix: 'tests/',
    region: 'us-east-1',
    accessKeyId: login,
    secretAccessKey: login,
  }
  const stored = join(directory, 'our-files', 'tests', 'objects')
  return { address, blobs: () => countFiles(stored, (name) => name.endsWith('._S3rver_object')) }
}

/** The number of files below a folder; 0 if it does not exist. */
export function countFiles(folder: string, isCounted: (name: string) => boolean = () => true): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && isCounted(entry.name),
    ).length
  } catch {
    return 0
  }
}
