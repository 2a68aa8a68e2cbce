import { expect, test } from 'vitest'
import { readDefinition } from '#platform/forms/definition/read-definition.ts'
import { checkSaving } from '../saving-targets.ts'
import { draftOfTemplate, type TemplateKey, templates } from './templates.ts'

test.each(Object.keys(templates).filter((key) => key !== 'blank') as TemplateKey[])(
  'the template %s can be published unchanged, with its given title',
  (key) => {
    const read = readDefinition(draftOfTemplate(key, 'טופס שלי'))
    expect(read).toMatchObject({ definition: { title: 'טופס שלי' } })
    expect('definition' in read && checkSaving(read.definition, new Map())).toEqual([])
  },
)

test('a blank form cannot be published without a question', () => {
  expect(readDefinition(draftOfTemplate('blank', 'ריק'))).toMatchObject({ problems: [{ code: 'no_fields' }] })
})
