import { expect, test } from 'vitest'
import { openQueries } from './query.ts'

test('spec §9: fresh for 5 minutes, collected at 15, no retries, no refetch on focus or reconnect', () => {
  expect(openQueries().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 900_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
})
