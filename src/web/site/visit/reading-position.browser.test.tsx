import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { readingPlacesKey } from '#features/cookie-consent/preferences.ts'
import { saveReadingPosition } from './reading-position.ts'

const Post = () => (
  <>
    <nav className="post-contents">
      <ol data-left="כאן עצרתם">
        {['a', 'b', 'c'].map((id) => (
          <li key={id}>
            <a href={`#${id}`}>{id}</a>
          </li>
        ))}
      </ol>
    </nav>
    <article className="prose">
      {['a', 'b', 'c'].map((id) => (
        <section key={id} style={{ blockSize: '2000px' }}>
          <h2 id={id}>{id}</h2>
        </section>
      ))}
    </article>
    <div style={{ blockSize: '2000px' }} />
  </>
)

const stored = () => JSON.parse(localStorage.getItem(readingPlacesKey) ?? '{}') as Record<string, string>
const leave = () => dispatchEvent(new Event('pagehide'))
const scrollTo = (id: string) => document.getElementById(id)!.scrollIntoView()

// First in this file: the listeners of a page stay until it is left.
test('nothing is stored once the consent was withdrawn', async () => {
  await render(<Post />)
  let isAllowed = true
  saveReadingPosition(() => isAllowed)
  scrollTo('c')
  isAllowed = false
  leave()
  expect(stored()).toEqual({})
  isAllowed = true
  leave()
  expect(stored()).toEqual({ [location.pathname]: '#c' })
  isAllowed = false
})

test('leaving a post stores the section that was read, and the next visit marks it', async () => {
  const first = await render(<Post />)
  saveReadingPosition(() => true)
  scrollTo('b')
  leave()
  expect(stored()).toEqual({ [location.pathname]: '#b' })
  await first.unmount()
  await render(<Post />)
  saveReadingPosition(() => false)
  expect([...document.querySelectorAll('small')].map((mark) => mark.parentElement!.textContent)).toEqual(['bכאן עצרתם'])
})

test('a post that was read to its end is forgotten', async () => {
  localStorage.setItem(readingPlacesKey, JSON.stringify({ [location.pathname]: '#b', '/blog/other': '#x' }))
  await render(<Post />)
  saveReadingPosition(() => true)
  window.scrollTo(0, document.documentElement.scrollHeight)
  leave()
  expect(stored()).toEqual({ '/blog/other': '#x' })
})
