import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { embedCode, popupCode } from './embed-code.ts'

test('the title is escaped in the iframe code', () => {
  expect(embedCode('https://site.example', 'abc', '"><script>')).toContain('title="&quot;>&lt;script>"')
  expect(popupCode('https://site.example', 'abc', '</button><script>')).toContain('>&lt;/button>&lt;script></button>')
})

test('the popup code is small and self-contained', () => {
  const code = popupCode('https://site.example', 'abc', 'טופס')
  expect(Buffer.byteLength(code)).toBeLessThan(3 * 1024)
  expect(code).toContain('data-form="https://site.example/form/abc?embed=1"')
  const script = /<script>(.*)<\/script>/.exec(code)![1]!
  expect(() => new Script(script)).not.toThrow()
})
