import { expect, test } from 'vitest'
import { partSizeFor, putInParts } from './s3-multipart.ts'

const mebibyte = 2 ** 20

test.each([
  ['a small object', 1],
  ['an object of 5 GiB', 5 * 2 ** 30],
  ['the largest object of S3', 5 * 2 ** 40],
])('%s has at most 10,000 parts, none larger than 5 GiB', (_, size) => {
  const partSize = partSizeFor(size, 64 * mebibyte)
  expect(partSize).toBeGreaterThanOrEqual(64 * mebibyte)
  expect(partSize).toBeLessThanOrEqual(5 * 2 ** 30)
  expect(Math.ceil(size / partSize)).toBeLessThanOrEqual(10_000)
})

test('an error in the 200 response of CompleteMultipartUpload fails the upload and aborts it', async () => {
  const asked: string[] = []
  const ask = async (method: string, path: string) => {
    asked.push(`${method} ${path}`)
    if (path.endsWith('?uploads=')) return new Response('<UploadId>a/b</UploadId>')
    if (method === 'PUT') return new Response(null, { headers: { etag: '"1"' } })
    if (method === 'POST') return new Response('<Error><Code>InternalError</Code></Error>')
    return new Response(null, { status: 204 })
  }
  await expect(putInParts(ask, '/object', new Blob(['abc']), 2)).rejects.toThrow('InternalError')
  expect(asked).toEqual([
    'POST /object?uploads=',
    'PUT /object?partNumber=1&uploadId=a%2Fb',
    'PUT /object?partNumber=2&uploadId=a%2Fb',
    'POST /object?uploadId=a%2Fb',
    'DELETE /object?uploadId=a%2Fb',
  ])
})
