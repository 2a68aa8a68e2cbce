// Renders an unsaved page as visitors would see it. Nothing is stored.
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { type Page, PageDraft } from './pages.ts'
import { checkBlocks, editsSite } from './pages.server.ts'

/** Renders a draft to the page's full HTML; undefined if the site has no such page. */
export type RenderDraft = (draft: Page) => Promise<string | undefined>

/** `renderDraft` is injected, because the site depends on the functions. */
export const previewPage = (renderDraft: RenderDraft) =>
  defineEndpoint({
    name: 'preview-page',
    caller: editsSite,
    methods: ['POST'],
    async fetch(request) {
      const { data } = PageDraft.safeParse(await request.json().catch(() => undefined))
      if (!data) throw new Refusal('invalid_input', 422, 'The body is no draft of a page.')
      const blocks = checkBlocks(data.path, data.blocks)
      const html = await renderDraft({
        path: data.path,
        blocks,
        publishedAt: new Date().toISOString(),
        layout: data.layout,
      })
      if (html === undefined) throw new Refusal('page_not_found', 404, 'The site has no such page.')
      return new Response(withoutScripts(html), {
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      })
    },
  })

/** Script tags are removed: the preview's sandboxed iframe would log an error for each. */
const withoutScripts = (html: string) => html.replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '')
