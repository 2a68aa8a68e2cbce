import { expect, test } from 'vitest'
import type { BioLink } from '#features/bio/bio.ts'
import { elements, partsOf, renderHtml } from '../../../../test/rendered-html.ts'
import { pageRequest, siteFacts } from '../../../../test/site-facts.ts'
import * as bio from './link-in-bio-page.tsx'

const bioLink = (changes: Partial<BioLink>): BioLink => ({
  id: 'a',
  position: 1,
  title: 'לשיחה',
  note: '',
  url: '/contact',
  icon: 'link',
  is_featured: false,
  is_enabled: true,
  starts_at: null,
  ends_at: null,
  campaign: null,
  is_demo: false,
  version: 1,
  ...changes,
})
const bioProps = (links: BioLink[], changes: Parameters<typeof siteFacts>[0] = {}, shows_networks = true) => ({
  facts: siteFacts(changes),
  request: pageRequest(),
  page: { is_only: true, name: '', line: 'כסף בבית', shows_networks, version: 1 },
  links,
})

test('links go through a counting redirect, and a link to an unpublished page is omitted', () => {
  const links = [
    bioLink({ note: 'חינם' }),
    bioLink({ id: 'b', url: '/pricing', title: 'מחירים' }),
    bioLink({ id: 'c', url: 'https://example.com', title: 'מדריך' }),
  ]
  const { html } = renderHtml(<bio.View {...bioProps(links)} />)
  expect(partsOf(elements(html, 'nav')[0]!.inside).links).toEqual([
    ['לשיחה חינם', '/landinger/link-in-bio/go/a'],
    ['מדריך', '/landinger/link-in-bio/go/c'],
  ])
})

test('a page without links has the contact page, and social profiles only if enabled', () => {
  const socials = { instagram: 'https://instagram.com/a' }
  expect(renderHtml(<bio.View {...bioProps([], { business: { socials } })} />).links).toEqual([
    ['יצירת קשר', '/contact'],
    ['אינסטגרם', 'https://instagram.com/a'],
    ['לאתר', '/'],
  ])
  const hidden = renderHtml(
    <bio.View {...bioProps([], { business: { socials }, publishedPaths: ['/privacy-policy'] }, false)} />,
  )
  expect(hidden.links).toEqual([
    ['יצירת קשר', '/contact'],
    ['לאתר', '/'],
    ['מדיניות פרטיות', '/privacy-policy'],
  ])
  expect(bio.head(bioProps([])).description).toMatch(/^כסף בבית\. כל הקישורים של בית מרווח/)
})
