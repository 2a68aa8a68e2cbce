// A local S3 server with a bucket for nodes that share their files.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export async function startBucket() {
  const directory = mkdtempSync(join(tmpdir(), 'maslul-bucket-'))
  const configureBuckets = [{ name: 'our-files' }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return {
    /** In the format of STORAGE_URL. */
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/our-files/conformance`,
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
