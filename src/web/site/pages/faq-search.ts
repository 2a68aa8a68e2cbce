import type { BlockOf } from '#platform/pages/pages.ts'
import { searchForm, searchWords } from '#lib/hebrew/search-form.ts'

type Subject = BlockOf<'questions'>

/** Questions that contain every search word, grouped by subject; empty subjects are omitted. */
export function matchingSubjects(subjects: readonly Subject[], searchText: string): Subject[] {
  const searchTerms = searchWords(searchText)
  return subjects.flatMap((subject) => {
    const list = subject.content.list.filter(({ question, answer }) => {
      const searched = searchForm(`${subject.content.title} ${question} ${answer}`)
      return searchTerms.every((word) => searched.includes(word))
    })
    return list.length > 0 ? [{ ...subject, content: { ...subject.content, list } }] : []
  })
}
