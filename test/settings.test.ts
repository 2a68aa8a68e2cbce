import { expect, test } from 'vitest'
import { text } from './source.ts'

test('README and docs/settings.md list every setting once, and no others', () => {
  const config = text('src/server/config.ts')
  const schema = config.slice(config.indexOf('z.object({'), config.indexOf('export type Config'))
  const ofRooms = ['auth', 'rest', 'realtime', 'calendar', 'whatsapp'].map(
    (room) => text(`src/server/environments/${room}-environment.ts`).split('\n}\n', 1)[0]!,
  )
  const settings = [...[schema, ...ofRooms].join('\n').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((found) => found[1]!)
  const table = text('README.md').split('## Settings')[1]!.split('## ')[0]! + text('docs/settings.md')
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map((found) => found[1]!),
  )
  expect(named.toSorted()).toEqual(settings.toSorted())
})
