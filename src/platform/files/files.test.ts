import { expect, test } from 'vitest'
import { safeFileName, maxBytes, typeOf, fileRefusal } from './files.ts'

test.each([
  ['דוח שנתי.PDF', 2048, undefined],
  ['הקלטה.opus', 2048, undefined],
  ['page.html', 2048, 'file_type_unknown'],
  ['drawing.svg', 2048, 'file_type_unknown'],
  ['run.exe', 2048, 'file_type_unknown'],
  ['בלי סיומת', 2048, 'file_type_unknown'],
  ['ריק.pdf', 0, 'file_empty'],
  ['גדול.pdf', maxBytes + 1, 'file_too_large'],
])('the refusal of a file %s of %i bytes is %s', (name, size, code) => {
  expect(fileRefusal({ name, size })).toBe(code)
})

test('bidi control characters are removed from a name, and its extension is preserved', () => {
  expect(safeFileName('תלוש\u202efdp.exe.pdf')).toBe('תלושfdp.exe.pdf')
  expect(safeFileName(`${'א'.repeat(300)}.pdf`)).toHaveLength(200)
  expect(typeOf(safeFileName(`${'א'.repeat(300)}.pdf`))).toBe('application/pdf')
})
