import { expect, test } from 'vitest'
import { migrations } from '#server/migrations.ts'
import { filesBelow } from './source.ts'

test('every .sql file is in the list of migrations exactly once', () => {
  const files = filesBelow('src', (path) => path.endsWith('.sql')).map((path) => path.replace(/^src\//, ''))
  expect([...migrations].sort(), 'add the file to the end of src/server/migrations.ts').toEqual(files)
})
