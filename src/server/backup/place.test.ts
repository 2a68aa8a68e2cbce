import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

const s3 = { origin: 'https://s3.example', bucket: 'ours', prefix: '', region: undefined, accessKeyId: 'a' }
const inBucket = (secretAccessKey: string, prefix = '') => ({ s3: { ...s3, prefix, secretAccessKey } })

test('a place is another one with another folder, bucket, series or kind of backup, and the same with a new secret', () => {
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
  ].map(placeOf)
  expect(new Set(others).size).toBe(others.length)
  expect(placeOf({ ...place, target: inBucket('new') })).toBe(placeOf({ ...place, target: inBucket('secret') }))
})
