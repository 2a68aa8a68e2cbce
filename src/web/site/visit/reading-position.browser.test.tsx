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

// First in this file: listeners are not removed before the page is unloaded.
test('nothing is stored after consent is withdrawn', async () => {
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

test('leaving a post stores the current section, and the next visit marks it', async () => {
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

test('the position of a post that was read to the end is deleted', async () => {
  localStorage.setItem(readingPlacesKey, JSON.stringify({ [location.pathname]: '#b', '/blog/other': '#x' }))
  await render(<Post />)
  saveReadingPosition(() => true)
  window.scrollTo(0, document.documentElement.scrollHeight)
  leave()
  expect(stored()).toEqual({ '/blog/other': '#x' })
})
