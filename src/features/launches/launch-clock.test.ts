import { expect, test } from 'vitest'
import { cartAt, contentsAt, type LaunchTimes, type ParticipantTimes, phaseAt, wallClock } from './launch-clock.ts'

const at = (text: string) => Date.parse(text)
const launch: LaunchTimes = {
  status: 'prelaunch',
  tz: 'Asia/Jerusalem',
  prelaunchAt: at('2026-11-01T06:00:00Z'),
  cartOpensAt: at('2026-11-08T06:00:00Z'),
  cartClosesAt: at('2026-11-12T18:00:00Z'),
  sells: true,
}
const joined: ParticipantTimes = {
  status: 'active',
  joinedAt: at('2026-11-02T10:00:00Z'),
  cartOpensAt: null,
  cartClosesAt: null,
}

test('the cart is open until its closing second, and an order a second later is refused', () => {
  const end = launch.cartClosesAt!
  expect([end - 1000, end, end + 1000].map((now) => cartAt(launch, joined, now))).toEqual(['open', 'closed', 'closed'])
})

test("extending one participant's cart does not reopen the cart of another", () => {
  const extended = { ...joined, cartClosesAt: launch.cartClosesAt! + 86_400_000 }
  const after = launch.cartClosesAt! + 60_000
  expect([cartAt(launch, extended, after), cartAt(launch, joined, after)]).toEqual(['open', 'closed'])
})

test('a stored status of cart_open does not reopen a cart after its closing time', () => {
  expect(phaseAt({ ...launch, status: 'cart_open' }, undefined, launch.cartClosesAt!)).toBe('cart_closed')
  expect(phaseAt({ ...launch, status: 'draft' }, undefined, launch.cartOpensAt!)).toBe('draft')
})

test('buyers and participants who left see no cart', () => {
  const open = launch.cartOpensAt! + 1
  expect(cartAt(launch, { ...joined, status: 'buyer' }, open)).toBe('bought')
  expect(cartAt(launch, { ...joined, status: 'opted_out' }, open)).toBe('left')
})

test('a content after a required content is locked until the required content is completed', () => {
  const contents = [
    {
      id: 'a',
      position: 1,
      release: { kind: 'hours', hours: 0 },
      expiresAt: null,
      expiresHours: null,
      requiredForNext: true,
    },
    {
      id: 'b',
      position: 2,
      release: { kind: 'hours', hours: 1 },
      expiresAt: null,
      expiresHours: 48,
      requiredForNext: false,
    },
  ] as const
  const now = at('2026-11-03T10:00:00Z')
  const locked = contentsAt(launch, contents, joined, new Map(), now)
  expect(locked.map(({ state, waitsFor }) => [state, waitsFor])).toEqual([
    ['available', null],
    ['locked', 'a'],
  ])
  const completedAt = now - 60_000
  const open = contentsAt(launch, contents, joined, new Map([['a', { firstOpenAt: now, completedAt }]]), now)
  expect(open.map(({ state, opensAt }) => [state, opensAt])).toEqual([
    ['completed', joined.joinedAt],
    ['available', completedAt],
  ])
  const late = contentsAt(
    launch,
    contents,
    joined,
    new Map([['a', { firstOpenAt: now, completedAt }]]),
    completedAt + 48 * 3_600_000,
  )
  expect(late[1]!.state).toBe('expired')
})

test('a local time in a DST gap moves forward, and in an overlap the second instant applies', () => {
  expect(new Date(wallClock('Asia/Jerusalem', '2026-03-27', 150)).toISOString()).toBe('2026-03-27T00:30:00.000Z')
  expect(new Date(wallClock('Asia/Jerusalem', '2026-10-25', 90)).toISOString()).toBe('2026-10-24T23:30:00.000Z')
})
