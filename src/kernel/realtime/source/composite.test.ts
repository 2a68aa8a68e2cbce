import { expect, test } from 'vitest'
import { readComposite } from './composite.ts'

test.each<[string, (string | null)[]]>([
  ['(1,2)', ['1', '2']],
  ['(,"")', [null, '']],
  ['()', [null]],
  ['(,,)', [null, null, null]],
  ['("a,b","c)d")', ['a,b', 'c)d']],
  ['("say ""hi""","back\\\\slash")', ['say "hi"', 'back\\slash']],
  ['("{""a"": [1, 2]}",t)', ['{"a": [1, 2]}', 't']],
  ['(" שלום ",\\x00ff)', [' שלום ', 'x00ff']],
])('%s is parsed to %j', (text, fields) => {
  expect(readComposite(text)).toEqual(fields)
})
