import { expect, test } from 'vitest'
import { text } from './source.ts'

test('README names every setting, and none that does not exist', () => {
  const config = text('src/server/config.ts')
  const schema = config.slice(config.indexOf('z.object({'), config.indexOf('export type Config'))
  const ofRooms = ['auth', 'rest', 'realtime', 'calendar'].map(
    (room) => text(`src/server/${room}-environment.ts`).split('\n}\n', 1)[0]!,
  )
  const settings = [...[schema, ...ofRooms].join('\n').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((found) => found[1]!)
  const table = text('README.md').split('## Settings')[1]!.split('## ')[0]!
  const named = [...table.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map((found) => found[1]!)
  expect([...new Set(named)].sort()).toEqual([...settings].sort())
})
