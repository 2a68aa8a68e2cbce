import './not-found-page.css'
import type { Backend } from '#client/backend.ts'
import { Search } from 'lucide-react'
import { reportPost } from '#features/redirects/report-post.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import type { Head, PageProps, PageRequest } from '../../pages.ts'
import path from '#ui/art/path.svg?raw'
import { resolveLink } from '../blocks/resolve-link.ts'
import { fillBlockTokens } from '../blocks/fill-block-tokens.ts'
import { type SearchHit, searchSite, servicePaths } from '../visit/site-search.ts'

type Props = PageProps & { hits: SearchHit[] }

const searchQueryOf = ({ query }: PageRequest) => (query['q'] ?? '').trim().slice(0, 100)

export async function load(backend: Backend, request: PageRequest) {
  const searchText = searchQueryOf(request)
  return { hits: searchText ? await searchSite(backend, searchText) : [] }
}

export const head = (): Head => ({
  title: 'העמוד לא נמצא',
  description: 'ייתכן שהקישור השתנה או שהעמוד הוסר',
  robots: 'noindex',
  image: null,
})

/** The 404 page: a search, popular pages, and a form to report the broken link. */
export function View({ request, facts, hits }: Props) {
  const searchText = searchQueryOf(request)
  return (
    <section className="section wrap lost">
      <div className="lost__text">
        <h1 className="display d1">העמוד לא נמצא</h1>
        <p className="lead">ייתכן שהקישור השתנה או שהעמוד הוסר</p>
        <search>
          {/* Posts to the current URL: the cached page is the same for every missing path. */}
          <form method="get" className="lost__search">
            <TextField
              large
              id="search"
              name="q"
              label="מה חיפשתם?"
              type="search"
              defaultValue={searchText}
              maxLength={100}
              dir="auto"
            />
            <Button look="primary" size="lg" type="submit" icon={<Icon of={Search} />}>
              חיפוש
            </Button>
          </form>
        </search>
        {searchText ? (
          <Results asked={searchText} hits={fillBlockTokens(shownHits(hits, facts), facts.business)} />
        ) : (
          <Popular publishedPaths={facts.publishedPaths} />
        )}
        <Report request={request} />
      </div>
      <Illustration svg={path} className="lost__art" />
    </section>
  )
}

/** Search results without unpublished service pages. */
const shownHits = (hits: readonly SearchHit[], facts: PageProps['facts']) =>
  hits.filter(({ href, title }) => !servicePaths.includes(href) || resolveLink({ href, words: title }, facts))

function Results({ asked, hits }: { asked: string; hits: readonly SearchHit[] }) {
  return (
    <div className="lost__found" id="found">
      <output>
        {hits.length > 0 ? 'מה שמצאנו עבור' : 'לא מצאנו דבר עבור'} <bdi>״{asked}״</bdi>
      </output>
      {hits.length === 0 && <a href="/contact">אפשר לשאול אותנו</a>}
      <ul>
        {hits.map(({ href, title, text }) => (
          <li key={href}>
            <a href={href}>{title}</a>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const popular = [
  { href: '/about', words: 'אודות' },
  { href: '/pricing', words: 'מסלולים ומחירים' },
  { href: '/faq', words: 'שאלות נפוצות' },
  { href: '/blog', words: 'בלוג' },
  { href: '/contact', words: 'יצירת קשר' },
] as const

function Popular({ publishedPaths }: { publishedPaths: readonly string[] }) {
  return (
    <nav aria-label="עמודים שמחפשים הרבה" className="lost__popular">
      <ButtonLink look="secondary" size="lg" href="/">
        לדף הבית
      </ButtonLink>
      {popular
        .filter(({ href }) => publishedPaths.includes(href))
        .map(({ href, words }) => (
          <a key={href} href={href}>
            {words}
          </a>
        ))}
    </nav>
  )
}

function Report({ request: { query, form } }: { request: PageRequest }) {
  if (query['reported'] !== undefined)
    return (
      <p className="lost__thanks" id="sent">
        תודה. הקישור נרשם אצלנו, ונבדוק אותו.
      </p>
    )
  return (
    <PlainForm
      id="report"
      action={reportPost.path}
      state={(form as FormState | undefined) ?? { errors: {} }}
      labels={{}}
    >
      <Button look="link" type="submit">
        דיווח על קישור שבור
      </Button>
    </PlainForm>
  )
}
