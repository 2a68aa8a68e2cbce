import { expect, test } from 'vitest'
import { targetIdOf } from './target-id.ts'

const s3 = { origin: 'https://s3.example', bucket: 'ours', prefix: '', region: undefined, accessKeyId: 'a' }
const inBucket = (secretAccessKey: string, prefix = '') => ({ s3: { ...s3, prefix, secretAccessKey } })

test('the target id changes with the folder, bucket, series or kind of backup, and not with a new secret', () => {
  const place = { mode: 'on' as const, target: { folder: '/mnt/one' }, installation: 'series' }
  const others = [
    place,
    { ...place, target: { folder: '/mnt/two' } },
    { ...place, target: inBucket('secret') },
    { ...place, target: inBucket('secret', 'below/') },
    { ...place, installation: 'next' },
    { ...place, mode: 'dump' as const },
    { ...place, mode: 'off' as const, target: undefined },
    { ...place, mode: 'no_key' as const, installation: undefined },
  ].map(targetIdOf)
  expect(new Set(others).size).toBe(others.length)
  expect(targetIdOf({ ...place, target: inBucket('new') })).toBe(targetIdOf({ ...place, target: inBucket('secret') }))
})
