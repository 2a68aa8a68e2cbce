import { expect } from 'vitest'
import { realtimeClientOf } from '#client/initial-client.ts'
import type { AppConnection } from '#web/connection.ts'

/** Waits until the screen is subscribed to realtime changes. An earlier change may fall between its first read and the subscription. */
export async function untilSubscribed({ connection }: { connection: AppConnection }) {
  const live = await realtimeClientOf(connection.backend)
  const states = () => live.realtime.getChannels().map(({ state }) => String(state))
  await expect.poll(() => states().length > 0 && states().every((state) => state === 'joined')).toBe(true)
}
