// The main navigation, above every page.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { link, list } from '../fields.ts'

export const maxMenuLinks = 7

export const menu = blockKind({
  label: 'התפריט',
  help: 'הקישורים שבראש כל עמוד',
  everywhere: '/*frame',
  content: z.object({ list: list('הקישורים', link('הקישור'), { one: 'קישור', max: maxMenuLinks }) }),
  blank: { list: [{ words: 'בית', href: '/' }] },
})
