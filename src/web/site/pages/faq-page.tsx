import './faq-page.css'
import type { Backend } from '#client/backend.ts'
import { Search } from 'lucide-react'
import type { Block, BlockOf } from '#platform/pages/pages.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Head, PageProps, PageRequest } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { fillBlockTokens } from '../blocks/fill-block-tokens.ts'
import { contentHead, readContent, type SiteContent } from '../content.ts'
import { matchingSubjects } from './faq-search.ts'
import { AnswerForm, AnswerRating, justRated } from '../faq-feedback/answer-rating.tsx'
import { QuestionsView } from '../sections/questions.tsx'

type Props = PageProps & SiteContent

export const load = (backend: Backend, request: PageRequest) => readContent(backend, request)

export function head({ page, rows, facts, request }: Props): Head {
  const own = contentHead({ page, rows }, facts)
  const searchText = searchQueryOf(request)
  // A filtered page is noindex and has no FAQ node.
  if (searchText) return { ...own, title: `${searchText} – ${own.title}`, robots: 'noindex', jsonLd: [] }
  return justRated(request) === undefined ? own : { ...own, robots: 'noindex' }
}

/** Questions by subject, each answer with feedback buttons. A search shows only matches, expanded. */
export function View({ page: { blocks }, rows, facts, request }: Props) {
  const searchText = searchQueryOf(request)
  const [opening, ...others] = blocks
  const subjects = others.filter(isQuestions)
  const answering = searchText ? matchingSubjects(subjects, searchText) : []
  const rest = others.filter((block) => !isQuestions(block))
  return (
    <>
      {opening && <Blocks blocks={[opening]} facts={facts} rows={rows} />}
      <search className="wrap faq-search">
        <form action="/faq" method="get">
          <TextField
            large
            id="search"
            name="q"
            label="חיפוש בשאלות"
            type="search"
            defaultValue={searchText}
            maxLength={100}
            dir="auto"
          />
          <Button look="primary" size="lg" type="submit" icon={<Icon of={Search} />}>
            חיפוש
          </Button>
        </form>
        {searchText ? <Result asked={searchText} answering={answering} /> : <Subjects subjects={subjects} />}
      </search>
      {(searchText ? [...answering, ...rest] : others).map((block) =>
        isQuestions(block) ? (
          <QuestionsView
            key={block.id}
            id={block.id}
            content={fillBlockTokens(block.content, facts.business)}
            facts={facts}
            open={searchText ? true : justRated(request)}
            foot={(question) => <AnswerRating question={question} request={request} />}
          />
        ) : (
          <Blocks key={block.id} blocks={[block]} facts={facts} rows={rows} />
        ),
      )}
      <AnswerForm request={request} />
    </>
  )
}

const isQuestions = (block: Block): block is BlockOf<'questions'> => block.kind === 'questions'

const searchQueryOf = ({ query }: PageRequest) => (query['q'] ?? '').trim().slice(0, 100)

function Subjects({ subjects }: { subjects: readonly BlockOf<'questions'>[] }) {
  if (subjects.length < 2) return null
  return (
    <nav aria-label="נושאים" className="faq-subjects">
      {subjects.map(({ id, content }) => (
        <a key={id} href={`#${id}`}>
          {content.title}
        </a>
      ))}
    </nav>
  )
}

function Result({ asked, answering }: { asked: string; answering: readonly BlockOf<'questions'>[] }) {
  const hits = answering.flatMap(({ content }) => content.list).length
  return (
    <p className="faq-result">
      <output>
        {count(hits, {
          zero: 'לא נמצאה תשובה',
          one: 'נמצאה תשובה אחת',
          two: 'נמצאו שתי תשובות',
          other: 'נמצאו # תשובות',
        })}{' '}
        עבור <bdi>״{asked}״</bdi>.
      </output>{' '}
      {hits === 0 && 'אפשר לנסות מילה אחרת, או לשאול אותנו. '}
      <a href="/faq">לכל השאלות</a>
    </p>
  )
}
