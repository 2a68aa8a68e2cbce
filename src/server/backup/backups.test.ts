import { expect, test } from 'vitest'
import { errorCodeOf } from './backups.ts'

const address = { origin: 'https://s3.example', bucket: 'ours', prefix: '', region: undefined }
const inBucket = { s3: { ...address, accessKeyId: 'a', secretAccessKey: 'b' } }

test('a full disk of this machine is not reported as an unreachable bucket', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(errorCodeOf(full, { folder: '/mnt/backup' })).toBe('target_unreachable')
  expect(errorCodeOf(full, inBucket)).toBe('failed')
  expect(errorCodeOf(new TypeError('fetch failed'), inBucket)).toBe('target_unreachable')
})
