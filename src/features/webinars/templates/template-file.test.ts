import { expect, test } from 'vitest'
import { readTemplateFile, templateFileOf } from './template-file.ts'
import { TemplateDefinition } from './webinar-template.ts'

const definition = TemplateDefinition.parse({
  title: 'ערב תקציב',
  takeaways: ['תמונת מצב'],
  interactions: [{ kind: 'poll', title: 'מה קשה?', choices: ['לדעת', 'לדבר'], at_second: 300 }],
})

test('an exported template is imported unchanged', () => {
  const file = { name: 'ערב תקציב', about: 'פעם בחודש', definition }
  expect(readTemplateFile(templateFileOf(file))).toEqual({
    file: { format: 'webinar-template', formatVersion: 1, ...file },
  })
})

test('an invalid file is refused with the location of each error', () => {
  const broken = {
    format: 'webinar-template',
    formatVersion: 1,
    name: 'ערב',
    definition: {
      title: 'ערב',
      duration_minutes: 900,
      colour: 'red',
      interactions: [{ kind: 'offer', title: 'הצעה', link: 'javascript:alert(1)' }],
    },
  }
  const { errors } = readTemplateFile(JSON.stringify(broken)) as { errors: string[] }
  expect(errors).toEqual(
    expect.arrayContaining([
      'התוכן › משך: עד 480',
      'התוכן › רגעים בחדר › 1 › כתובת: כתובת באתר, או כתובת שמתחילה ב־https',
      'התוכן: שדה לא מוכר: colour',
    ]),
  )
})

test('a file of another format is refused', () => {
  expect(readTemplateFile('{')).toEqual({ errors: ['הקובץ אינו JSON תקין'] })
  expect(readTemplateFile('[1]')).toEqual({ errors: ['הקובץ אינו תבנית של הדרכה'] })
  expect(readTemplateFile('null')).toEqual({ errors: ['הקובץ אינו תבנית של הדרכה'] })
})
