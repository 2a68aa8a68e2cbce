import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadPage, type RenderRequest } from '#web/entry-server.tsx'
import { drawMarkup } from '#web/markup/draw-markup.ts'
import { routes } from '#web/routes.ts'
import { attributesInOrder } from './attributes-in-order.ts'
import { testSite } from './site-app.ts'

// The site draws its pages itself, because React takes a multiple of the time; what it draws has to be what React would draw.
const asked: RenderRequest[] = []
const { app, site } = await testSite({ onRender: (request) => asked.push(request) })

test('each page of the site is drawn as React draws it', async () => {
  const written = routes.flatMap((route) => (route.shell === 'site' && !route.path.includes(':') ? [route.path] : []))
  const listed = (await site.pages.list()).map(({ path }) => path)
  // Some as they come back from their forms, too.
  const answers = ['/contact?ticket=1', '/newsletter?sent', '/ninja?joined', '/reviews?sent', '/no-such-page?q=מאמר']
  for (const path of new Set([...written, ...listed, ...answers])) await app.inject({ url: encodeURI(decodeURI(path)) })
  for (const request of asked) {
    const opened = await loadPage(request)
    if (!opened || 'movedTo' in opened) continue
    const view = createElement(opened.module.View, opened.props)
    // React also asks for pictures in front of what it draws.
    const byReact = renderToStaticMarkup(view).replace(/^(?:<link rel="preload"[^>]*>)+/, '')
    // What wakes up carries React's marks.
    const drawn = drawMarkup(view).replaceAll('<!-- -->', '')
    expect(attributesInOrder(drawn), request.path).toBe(attributesInOrder(byReact))
  }
  expect(asked.length).toBeGreaterThan(written.length)
})
