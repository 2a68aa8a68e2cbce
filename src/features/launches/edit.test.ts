import { expect, test } from 'vitest'
import { chaptersOf, ContentEdit, contentFormValues, secondsOf } from './content-edit.ts'
import { bonusesAt, type LaunchContent, LaunchVideo } from './launches.ts'
import { LandingEdit, OfferEdit } from './launch-texts-edit.ts'

const typed = { ...contentFormValues(undefined, true), title: 'למה תקציבים נופלים', day: '2026-12-01' }
const problemsOf = (input: object) =>
  ContentEdit.safeParse({ ...typed, ...input }).error?.issues.map(({ path }) => path[0])

test('a content has exactly one release, for any values of the other fields', () => {
  expect(ContentEdit.parse({ ...typed, hours: '5', after_day: '2' })).toMatchObject({
    release_at: '2026-12-01T08:00:00.000Z',
    release_hours: null,
    release_day: null,
    release_after: null,
  })
  expect(ContentEdit.parse({ ...typed, release_kind: 'day', after_day: '2', time: '09:30' })).toMatchObject({
    release_at: null,
    release_day: 2,
    release_time: '09:30',
  })
})

test('an invalid release, length or chapter list is refused at its field', () => {
  expect(problemsOf({ day: '' })).toEqual(['day'])
  expect(problemsOf({ release_kind: 'hours', hours: '2161' })).toEqual(['hours'])
  expect(problemsOf({ release_kind: 'content', after: '' })).toEqual(['after'])
  expect(
    problemsOf({ length: '12', chapters: 'בלי שעה', captions: 'https://other.example/a.vtt', expires: '0' }),
  ).toEqual(['length', 'captions', 'chapters', 'expires'])
})

test.each(['javascript:alert(1)', 'http://videos.example/1', '//other.example/1', 'היוטיוב שלנו'])(
  'the invalid address %s is refused at its field, and not shown if it is stored',
  (address) => {
    expect(problemsOf({ address })).toEqual(['address'])
    expect(LaunchVideo.safeParse({ source: 'link', ref: address }).success).toBe(false)
  },
)

test('a stored content is shown in the form as it was entered', () => {
  const fields = {
    address: 'https://www.youtube.com/watch?v=abcdefghijk',
    length: '12:30',
    captions: '/media/1.vtt',
    chapters: '0:00 פתיחה\n1:05 הסעיף הראשון',
    expires: '48',
  }
  const row = { ...ContentEdit.parse({ ...typed, ...fields }), id: 'a' } as unknown as LaunchContent
  expect(contentFormValues(row, true)).toMatchObject(fields)
})

test('lengths are parsed as minutes and seconds or as hours, and a chapter line without a time is refused', () => {
  expect(['12:30', '1:02:03', '12', '1:75'].map(secondsOf)).toEqual([750, 3723, undefined, undefined])
  expect([chaptersOf('1:05 שני\n\n'), chaptersOf('שני')]).toEqual([[{ at: 65, title: 'שני' }], undefined])
})

test('rows without text are omitted from the offer, and a question requires an answer', () => {
  const offer = { price_id: '', title: '', text: '' }
  expect(
    OfferEdit.parse({
      ...offer,
      bonus0: 'מפגש',
      bonusDay0: '2026-12-02',
      bonusTime0: '20:00',
      bonus3: ' ',
      bonus4: 'גיליון',
      bonusHours4: '24',
    }),
  ).toEqual({
    price_id: null,
    offer: {
      title: '',
      text: '',
      bonuses: [
        { text: 'מפגש', until: '2026-12-02T18:00:00.000Z' },
        { text: 'גיליון', hours: 24 },
      ],
      faq: [],
    },
  })
  const refused = OfferEdit.safeParse({ ...offer, question0: 'כמה זמן?', answer0: '' })
  expect(refused.error?.issues.map(({ path }) => path[0])).toEqual(['answer0'])
})

test("an early bonus is shown until its end, counted from the opening of the participant's cart", () => {
  const [opensAt, hour] = [Date.parse('2026-12-01T08:00:00Z'), 3_600_000]
  const offer = { title: '', text: '', faq: [], bonuses: [{ text: 'מוקדם', hours: 24 }, { text: 'תמיד' }] }
  const shown = (now: number) => bonusesAt(offer, opensAt, now).map(({ text }) => text)
  expect([shown(opensAt + 24 * hour - 1), shown(opensAt + 24 * hour)]).toEqual([['מוקדם', 'תמיד'], ['תמיד']])
})

test('the landing page form takes one promise per line, and shows no presenter without a name', () => {
  const page = { title: 'שלושה שיעורים', lead: '', presenter: '', about: '', comments_mode: 'off' }
  expect(LandingEdit.parse({ ...page, promises: 'אחד\n\n שניים ' }).landing).toEqual({
    lead: '',
    promises: ['אחד', 'שניים'],
    presenter: null,
  })
  const refused = LandingEdit.safeParse({ ...page, promises: '', about: 'מלווה משפחות' })
  expect(refused.error?.issues.map(({ path }) => path[0])).toEqual(['presenter'])
})
