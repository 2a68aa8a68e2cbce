// A small version of npm run bench -- double-booking, on two nodes.
import { expect, inject, test } from 'vitest'
import {
  acceptBoth,
  addType,
  confirmedAt,
  bookConcurrently,
  freeStarts,
  type Place,
} from '../bench/booking/contention.ts'
import { signedIn } from './clients.ts'

const { urls, serviceRoleKey: serviceKey } = inject('server')
const owner = await signedIn('owner')
const { session } = (await owner.auth.getSession()).data
const place: Place = { nodes: urls, serviceKey, ownerToken: session!.access_token }

test('of 50 concurrent bookings of one slot on two nodes one succeeds, and 49 are refused with three alternatives', async () => {
  const type = await addType(place, session!.user.id, false)
  const starts = await freeStarts(place, type, 2)
  expect(starts).toHaveLength(2)
  for (const start of starts) {
    expect(await bookConcurrently(place, type, start)).toEqual({
      booked: 1,
      taken: 49,
      withThreeAlternatives: 49,
      others: [],
    })
    expect(await confirmedAt(place, start)).toBe(1)
  }
})

test('of two overlapping requests that are approved concurrently on two nodes, one is confirmed', async () => {
  const type = await addType(place, session!.user.id, true)
  const start = (await freeStarts(place, type, 5))[4]!
  expect(await acceptBoth(place, type, start)).toEqual(['204', '400 slot_taken'])
  expect(await confirmedAt(place, start)).toBe(1)
})
